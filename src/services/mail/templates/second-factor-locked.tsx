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
      Five wrong codes were entered for your second factor, after your password or in one of your
      login sessions. No code is accepted from that network for {minutes} minutes.
    </Paragraph>
    <Paragraph>
      If that was you, wait, then type the code that your app shows. If it was not, someone else
      knows your password: change it now. Other networks where you recently entered a right code
      stay open.
    </Paragraph>
    <SmallPrint>We write about this at most once a day.</SmallPrint>
  </EmailLayout>
)
