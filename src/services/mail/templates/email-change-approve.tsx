import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

/** To the old address. */
export const EmailChangeApprove = ({
  firstName,
  link,
  newEmail,
  ...frame
}: MailProps['email-change-approve'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">Approve your new email</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      You asked us to use {newEmail} for your account from now on. Please approve the change here,
      then confirm the new address with the email we have sent there.
    </Paragraph>
    <ActionLink href={link}>Approve the change</ActionLink>
    <SmallPrint>
      Not you? Nothing changes unless you approve it. Someone may know your password: please choose
      a new one on the log-in page, with “Forgot Password?”.
    </SmallPrint>
  </EmailLayout>
)
