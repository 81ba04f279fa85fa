import { Form, Link } from 'react-router'

import { letterName, lettersCopy as copy } from '#domain/copy/letters-desk.ts'
import { shortDate } from '#web/components/members/short-date.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

import styles from './dead-letters.module.css'
import type { Column } from './desk-table.tsx'
import { DeskTable } from './desk-table.tsx'
import { Pager } from './pager.tsx'

export type DeadLetter = {
  id: string
  kind: string
  recipient: string
  attempts: number
  lastError: string | null
  createdAt: Date
  isInLog: boolean
}

type Props = { letters: readonly DeadLetter[]; page: number; pages: number }

/** Letters that were given up, newest first, each with its way out again. */
export function DeadLetters({ letters, page, pages }: Props) {
  if (letters.length === 0 && page === 1) return <p className={styles.none}>{copy.none}</p>
  return (
    <>
      <DeskTable label={copy.title} columns={columns} rows={letters} rowKey={({ id }) => id} />
      <Pager
        page={page}
        pages={pages}
        isMore={false}
        hrefOf={(number) => paths.letters({ page: number > 1 ? String(number) : undefined })}
      />
    </>
  )
}

const columns: readonly Column<DeadLetter>[] = [
  { label: copy.kind, part: 'name', cell: ({ kind }) => letterName(kind) },
  { label: copy.recipient, part: 'line', cell: ({ recipient }) => recipient },
  {
    label: copy.writtenAt,
    cell: ({ createdAt }) => <time dateTime={createdAt.toISOString()}>{shortDate(createdAt)}</time>,
  },
  { label: copy.tries, numeric: true, cell: ({ attempts }) => attempts },
  {
    label: copy.error,
    part: 'line',
    cell: (letter) => (
      <span className={styles.error}>
        {letter.lastError} {letter.isInLog && <SentBefore letter={letter} />}
      </span>
    ),
  },
  { label: copy.again, part: 'action', cell: (letter) => <SendAgain letter={letter} /> },
]

/** Leads to who sent it again, and when. */
const SentBefore = ({ letter: { id, kind, recipient } }: { letter: DeadLetter }) => (
  <Link
    to={paths.auditLog({ subject: `mail:${id}` })}
    aria-label={copy.beforeNamed(letterName(kind), recipient)}
  >
    {copy.before}
  </Link>
)

function SendAgain({ letter: { id, kind, recipient } }: { letter: DeadLetter }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button
        kind="quiet"
        className={styles.again}
        aria-label={copy.againNamed(letterName(kind), recipient)}
      >
        {copy.again}
      </Button>
    </Form>
  )
}
