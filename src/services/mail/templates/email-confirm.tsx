import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const EmailConfirm = ({
  firstName,
  link,
  email,
  ...frame
}: MailProps['email-confirm'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">Confirm your email</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>Please confirm that {email} is yours. You need to be logged in to do so.</Paragraph>
    <ActionLink href={link}>Confirm my email</ActionLink>
    <SmallPrint>
      The link works for 24 hours. If you have no account with us, please ignore this email.
    </SmallPrint>
  </EmailLayout>
)
