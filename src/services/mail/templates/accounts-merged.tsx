import { shopDates } from '#domain/dates.ts'
import type { MailProps } from '#domain/emails/mail.ts'

import type { EmailFrame } from '#services/mail/email-site.ts'
import { Paragraph, SmallPrint, Title } from '#services/mail/layout/elements.tsx'
import { EmailLayout } from '#services/mail/layout/layout.tsx'
import { greeting } from './greeting.ts'

export const AccountsMerged = ({
  firstName,
  email,
  second,
  undoUntil,
  isUndone,
  ...frame
}: MailProps['accounts-merged'] & EmailFrame) => (
  <EmailLayout {...frame}>
    <Title kicker="Your account">
      {isUndone ? 'Your accounts are two again' : 'Your two accounts are one now'}
    </Title>
    <Paragraph>{greeting(firstName)}</Paragraph>
    {isUndone ? (
      <Paragraph>
        The accounts of {email} and {second} were merged and are two again, each with its own
        orders. Please log in to each as you did before.
      </Paragraph>
    ) : (
      <Paragraph>
        The account of {second} was merged into that of {email}, with its orders, requests and
        allocations. Please log in with {email} from now on; {second} works only with links that we
        email to it.
      </Paragraph>
    )}
    <SmallPrint>
      {isUndone
        ? 'If you have questions, reply to this email or call us at '
        : `If the accounts are not both yours, reply to this email or call us before ${shopDates(frame.site.timeZone).longDay(new Date(undoUntil))}, and we will undo it: `}
      {frame.site.phone}.
    </SmallPrint>
  </EmailLayout>
)
