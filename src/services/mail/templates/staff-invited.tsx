import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, ActionLink, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'

export const StaffInvited = ({
  by,
  link,
  hours,
  ...frame
}: MailProps['staff-invited'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Staff">You are invited to the admin</Title>
    <Paragraph>
      {by} invites you to work in the admin of Kohue. Log in, or create an account with this
      address, and accept.
    </Paragraph>
    <ActionLink href={link}>Accept the invitation</ActionLink>
    <SmallPrint>
      The link works once, for {hours} hours. If you do not know why you got it, you need not do
      anything.
    </SmallPrint>
  </EmailLayout>
)
