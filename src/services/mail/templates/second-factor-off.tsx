import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'

export const SecondFactorOff = ({
  email,
  by,
  ...frame
}: MailProps['second-factor-off'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Staff">A second factor was removed</Title>
    <Paragraph>
      {by} removed the second factor of {email}. Until a new one is set up, the password alone logs
      in there.
    </Paragraph>
    <SmallPrint>
      If neither of you asked for this, change that password right away, and have an owner look at
      the log.
    </SmallPrint>
  </EmailLayout>
)
