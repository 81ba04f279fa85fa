import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const LoginLink = ({
  firstName,
  link,
  minutes,
  ...frame
}: MailProps['login-link'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">Log in</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>This link logs you in. It works once, within {minutes} minutes.</Paragraph>
    <ActionLink href={link}>Log in to Kohue</ActionLink>
    <SmallPrint>
      If you did not ask for it, there is nothing to do. Please do not pass this email on: whoever
      has the link can log in as you.
    </SmallPrint>
  </EmailLayout>
)
