import { shopDates } from '#domain/dates.ts'
import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { ActionLink, Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

/** To both addresses, while the waiting time for a lost mailbox runs. */
export const EmailChangeWaiting = ({
  firstName,
  oldEmail,
  newEmail,
  takesEffectAt,
  link,
  ...frame
}: MailProps['email-change-waiting'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">Your email will change</Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    <Paragraph>
      You told us that you can no longer read {oldEmail}. Your account will use {newEmail} from{' '}
      {shopDates(frame.site.timeZone).longMoment(new Date(takesEffectAt))}, once the new address is
      confirmed.
    </Paragraph>
    <ActionLink href={link}>See or cancel the change</ActionLink>
    <SmallPrint>
      Not you? Choose a new password on the log-in page, with “Forgot Password?”: that stops the
      change and signs out every device. Or call {frame.site.phone}.
    </SmallPrint>
  </EmailLayout>
)
