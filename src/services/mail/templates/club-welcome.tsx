import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const ClubWelcome = ({
  firstName,
  level,
  bottles,
  link,
  ...frame
}: MailProps['club-welcome'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="The Andes Society">Welcome to The Andes Society</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      You asked about our club, and we are glad to have you. Your level is {level}: {bottles}{' '}
      bottles of each release.
    </Paragraph>
    <ActionLink href={link}>See your membership</ActionLink>
  </EmailLayout>
)
