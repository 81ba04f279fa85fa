import type { TemplatesOf } from '#mail/email-template.ts'
import { Paragraph, Phone, SmallPrint } from '#mail/layout/elements.tsx'
import { ana } from '#mail/sample-person.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { mergingMails } from './mails.rules.ts'

export const mergingEmails = {
  'accounts-merged': {
    subject: ({ isUndone }) =>
      isUndone ? 'Your Kohue accounts are separate again' : 'Your two Kohue accounts are now one',
    preview: ({ email }) => `What it means for you, and for ${email}.`,
    kicker: 'Your account',
    title: ({ isUndone }) =>
      isUndone ? 'Your accounts are separate again' : 'Your two accounts are now one',
    body: ({ email, second, undoUntil, isUndone }, site) => (
      <>
        {isUndone ? (
          <Paragraph>
            The accounts of {email} and {second} are separate again, each with its own orders. Log
            in to each as you did before the merge: passwords, passkeys and Google accounts that
            were added since are removed.
          </Paragraph>
        ) : (
          <Paragraph>
            The account of {second} was merged into that of {email}, with its orders, requests and
            allocations. Log in with {email} from now on; {second} works only with links that we
            email to it.
          </Paragraph>
        )}
        <SmallPrint>
          {isUndone
            ? 'If you have questions, reply to this email or call us at '
            : `If the accounts are not both yours, reply to this email or call us before ${shopDates(site.timeZone).longDay(new Date(undoUntil))}, and we will undo it: `}
          <Phone number={site.phone} />.
        </SmallPrint>
      </>
    ),
    sample: {
      ...ana,
      second: 'ana.ruiz@work.example',
      undoUntil: '2026-12-06T18:00:00Z',
      isUndone: false,
    },
  },
} satisfies TemplatesOf<typeof mergingMails>
