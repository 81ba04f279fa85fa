import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

/** To the new address. */
export const EmailChangeConfirm = ({
  firstName,
  link,
  newEmail,
  ...frame
}: MailProps['email-change-confirm'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">Confirm your new email</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      You asked us to use {newEmail} for your Kohue account. Please confirm that it is yours. You
      need to be logged in to do so.
    </Paragraph>
    <ActionLink href={link}>Confirm my new email</ActionLink>
    <SmallPrint>If you did not ask for this, please ignore this email: nothing changes.</SmallPrint>
  </EmailLayout>
)
