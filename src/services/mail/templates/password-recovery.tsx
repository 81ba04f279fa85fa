import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import {
  ActionLink,
  InlineLink,
  Paragraph,
  SmallPrint,
  Title,
} from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const PasswordRecovery = ({
  firstName,
  link,
  minutes,
  ...frame
}: MailProps['password-recovery'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">Choose a new password</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      We received a request for a new password for your account. This link works once, for the next{' '}
      {minutes} minutes.
    </Paragraph>
    <ActionLink href={link}>Choose a new password</ActionLink>
    <SmallPrint>
      If you did not ask for it, you can ignore this email; your password stays the same. Questions?
      Write to <InlineLink href={`mailto:${frame.site.email}`}>{frame.site.email}</InlineLink>.
    </SmallPrint>
  </EmailLayout>
)
