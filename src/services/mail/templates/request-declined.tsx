import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, Quotation, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const RequestDeclined = ({
  firstName,
  wine,
  text,
  keepsPlace,
  link,
  ...frame
}: MailProps['request-declined'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your request">{wine ? `About ${wine}` : 'Our answer'}</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Quotation>{text}</Quotation>
    {keepsPlace ? (
      <Paragraph>You keep your place in line; there is nothing you need to do.</Paragraph>
    ) : (
      wine &&
      link && (
        <>
          <Paragraph>If you like, you can stay in line for the next vintage.</Paragraph>
          <ActionLink href={link}>See your requests</ActionLink>
        </>
      )
    )}
  </EmailLayout>
)
