import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, Quotation, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const RequestAnswered = ({
  firstName,
  asked,
  text,
  link,
  ...frame
}: MailProps['request-answered'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your request">Our answer</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>You wrote to us: “{asked}”</Paragraph>
    <Quotation>{text}</Quotation>
    {link && <ActionLink href={link}>See your requests</ActionLink>}
  </EmailLayout>
)
