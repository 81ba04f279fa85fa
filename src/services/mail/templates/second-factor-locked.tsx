import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'

export const SecondFactorLocked = ({
  minutes,
  ...frame
}: MailProps['second-factor-locked'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Staff">Your second factor was locked</Title>
    <Paragraph>
      Five wrong codes of your second factor were entered after your password, or in one of your
      login sessions. Where they came from, no code is accepted for {minutes} minutes.
    </Paragraph>
    <Paragraph>
      If that was you, wait and type the code that your app shows then. If it was not, somebody
      knows your password: change it now. Networks where you have entered a code lately are not
      locked by others.
    </Paragraph>
    <SmallPrint>We write about this at most once a day.</SmallPrint>
  </EmailLayout>
)
