import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const EmailChanged = ({
  firstName,
  oldEmail,
  newEmail,
  ...frame
}: MailProps['email-changed'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">Your email was changed</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      Your account now uses {newEmail} in place of {oldEmail}. Please log in with it from now on; we
      will write to you there, too.
    </Paragraph>
    <SmallPrint>
      If you did not make this change, reply to this email or call us at {frame.site.phone} right
      away.
    </SmallPrint>
  </EmailLayout>
)
