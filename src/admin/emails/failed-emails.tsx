import { Link } from 'react-router'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { failedEmailsCopy as copy } from '#mail/admin-emails.copy.ts'
import { ShopDay } from '#platform/text/dates.tsx'
import { paths } from '#platform/http/paths.rules.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'

import styles from './failed-emails.module.css'
import type { Column } from '#platform/admin/admin-table.tsx'
import type { undeliveredEmailList } from './undelivered-email-list.store.server.ts'

type FailedEmailRow = ListRow<typeof undeliveredEmailList>

/** What is shown of an email that has not arrived; one that failed for good can be sent again or left. */
export const failedEmailColumns = (now: Date): readonly Column<FailedEmailRow>[] => [
  { label: copy.kind, part: 'name', cell: ({ name }) => name },
  {
    label: copy.recipient,
    part: 'line',
    cell: ({ recipient }) => <span className={styles.recipient}>{recipient}</span>,
  },
  {
    label: copy.status,
    part: 'line',
    cell: (email) => <Status {...email} now={now} />,
  },
  {
    label: copy.writtenAt,
    cell: ({ createdAt }) => <ShopDay at={createdAt} />,
  },
  { label: copy.tries, numeric: true, cell: ({ attempts }) => attempts },
  {
    label: copy.error,
    part: 'line',
    cell: (email) => (
      <span className={styles.error}>
        {email.lastError} {email.isInLog && <SentBefore email={email} />}
      </span>
    ),
  },
  {
    label: copy.again,
    part: 'action',
    cell: (email) =>
      email.nextTryAt === null &&
      !email.isBounced && (
        <div className={styles.actions}>
          <SendAgain email={email} />
          <Leave email={email} />
        </div>
      ),
  },
]

type StatusProps = Pick<FailedEmailRow, 'nextTryAt' | 'isBounced'> & { now: Date }

function Status({ nextTryAt, isBounced, now }: StatusProps) {
  if (isBounced) return copy.bounced
  if (nextTryAt === null) return copy.states.failed
  return nextTryAt <= now ? copy.dueNow : copy.nextTry(inHowLong(nextTryAt, now))
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** `in 20 seconds`, `in 3 hours` */
function inHowLong(moment: Date, now: Date): string {
  const seconds = Math.ceil((moment.getTime() - now.getTime()) / 1_000)
  if (seconds < 90) return relative.format(seconds, 'second')
  const minutes = Math.round(seconds / 60)
  return minutes < 90
    ? relative.format(minutes, 'minute')
    : relative.format(Math.round(minutes / 60), 'hour')
}

/** Links to the audit log: who sent it again, and when. */
const SentBefore = ({ email: { id, name, recipient } }: { email: FailedEmailRow }) => (
  <Link
    to={paths.auditLog({ subject: `mail:${id}` })}
    aria-label={copy.beforeNamed(name, recipient)}
  >
    {copy.before}
  </Link>
)

const SendAgain = ({ email: { id, name, recipient } }: { email: FailedEmailRow }) => (
  <ButtonForm
    kind="quiet"
    preventScrollReset
    fields={{ id }}
    className={styles.again}
    aria-label={copy.againNamed(name, recipient)}
  >
    {copy.again}
  </ButtonForm>
)

const Leave = ({ email: { id, name, recipient } }: { email: FailedEmailRow }) => (
  <ButtonForm
    kind="quiet"
    preventScrollReset
    fields={{ id }}
    intent="leave"
    className={styles.again}
    aria-label={copy.leaveNamed(name, recipient)}
  >
    {copy.leave}
  </ButtonForm>
)
