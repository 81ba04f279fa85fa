import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const PasswordChanged = ({
  firstName,
  ...frame
}: MailProps['password-changed'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">Your password was changed</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      The password of your account was just changed. Please log in with the new one from now on.
    </Paragraph>
    <SmallPrint>
      If this was not you, reset your password from the log-in page right away, then reply to this
      email or call us at {frame.site.phone}.
    </SmallPrint>
  </EmailLayout>
)
