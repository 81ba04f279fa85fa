import { Form, Link } from 'react-router'

import { emailName, failedEmailsCopy as copy } from '#domain/copy/admin-emails.ts'
import { ShopDay } from '#web/components/dates.tsx'
import { paths } from '#domain/paths.ts'
import { Button } from '#web/ui/button.tsx'

import styles from './failed-emails.module.css'
import type { Column } from '#web/components/admin/admin-table.tsx'
import { AdminTable } from '#web/components/admin/admin-table.tsx'
import { Pager } from '#web/components/admin/pager.tsx'

export type FailedEmailRow = {
  id: string
  kind: string
  recipient: string
  attempts: number
  lastError: string | null
  createdAt: Date
  nextTryAt: Date | null
  isInLog: boolean
}

type Props = { emails: readonly FailedEmailRow[]; page: number; pages: number; now: Date }

/** Emails that failed for good, to be sent again, and emails being retried; newest first. */
export function FailedEmailList({ emails, page, pages, now }: Props) {
  if (emails.length === 0 && page === 1) return <p className={styles.none}>{copy.none}</p>
  return (
    <>
      <AdminTable label={copy.title} columns={columns(now)} rows={emails} rowKey={({ id }) => id} />
      <Pager
        page={page}
        pages={pages}
        isMore={false}
        hrefOf={(number) => paths.emails({ page: number > 1 ? String(number) : undefined })}
      />
    </>
  )
}

const columns = (now: Date): readonly Column<FailedEmailRow>[] => [
  { label: copy.kind, part: 'name', cell: ({ kind }) => emailName(kind) },
  {
    label: copy.recipient,
    part: 'line',
    cell: ({ recipient }) => <span className={styles.recipient}>{recipient}</span>,
  },
  {
    label: copy.status,
    part: 'line',
    cell: ({ nextTryAt }) => <Status nextTryAt={nextTryAt} now={now} />,
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
    cell: (email) => email.nextTryAt === null && <SendAgain email={email} />,
  },
]

function Status({ nextTryAt, now }: Pick<FailedEmailRow, 'nextTryAt'> & { now: Date }) {
  if (nextTryAt === null) return copy.failed
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
const SentBefore = ({ email: { id, kind, recipient } }: { email: FailedEmailRow }) => (
  <Link
    to={paths.auditLog({ subject: `mail:${id}` })}
    aria-label={copy.beforeNamed(emailName(kind), recipient)}
  >
    {copy.before}
  </Link>
)

function SendAgain({ email: { id, kind, recipient } }: { email: FailedEmailRow }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button
        kind="quiet"
        className={styles.again}
        aria-label={copy.againNamed(emailName(kind), recipient)}
      >
        {copy.again}
      </Button>
    </Form>
  )
}
