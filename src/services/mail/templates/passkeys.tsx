import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const PasskeyAdded = ({
  firstName,
  name,
  ...frame
}: MailProps['passkey-added'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">A passkey was added</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      The passkey “{name}” was just added to your account. It logs in without your password.
    </Paragraph>
    <SmallPrint>
      If this was not you, remove it under Security in your account and set a new password right
      away, then reply to this email or call us at {frame.site.phone}.
    </SmallPrint>
  </EmailLayout>
)

export const PasskeyRemoved = ({
  firstName,
  name,
  ...frame
}: MailProps['passkey-removed'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">A passkey was removed</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      The passkey “{name}” was just removed from your account. It logs in no longer, and all other
      devices were signed out.
    </Paragraph>
    <SmallPrint>
      If this was not you, set a new password from the log-in page right away, then reply to this
      email or call us at {frame.site.phone}.
    </SmallPrint>
  </EmailLayout>
)
