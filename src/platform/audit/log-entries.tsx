import { Link } from 'react-router'

import type { AuditEntry } from './audit.rules.ts'
import { changesOf } from './audit.rules.ts'
import { logSentence, subjectName } from './log-sentences.copy.ts'
import { fieldName, fieldOrder, logCopy as copy } from './audit-log.copy.ts'
import { fieldValue } from '../form/field-value.rules.ts'
import { paths } from '../http/paths.rules.ts'
import { RowsTable } from '#ui/data-table.tsx'

import styles from './log-entries.module.css'
import { ShopMoment, useDates } from '../text/dates.tsx'

type Props = {
  entries: readonly AuditEntry[]
  /** On the record's own page its name leads nowhere. */
  onRecord?: boolean
}

/** Entries of the log, newest first: when, a sentence, and what changed. */
export function LogEntries({ entries, onRecord }: Props) {
  return (
    <ol className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <p className={styles.head}>
            <ShopMoment at={entry.at} />
            <Sentence entry={entry} onRecord={onRecord} />
          </p>
          <Difference entry={entry} />
        </li>
      ))}
    </ol>
  )
}

/** One entry as a sentence; on the record's own page the subject is plain text. */
function Sentence({ entry, onRecord }: { entry: AuditEntry; onRecord: boolean | undefined }) {
  const { before, after } = logSentence(entry)
  return (
    <span className={styles.action}>
      {before} {onRecord ? subjectName(entry) : <Subject entry={entry} />}
      {after}
    </span>
  )
}

/** The page of a subject, by its kind; an order's is found by the number in its label. */
const pathOf: Record<string, (id: string, label: string) => string | null> = {
  subscriber: (id) => paths.subscriber(id),
  user: (id) => paths.user(id),
  order: (_id, label) => {
    const number = /^K-(\d+)/.exec(label)?.[1]
    return number ? paths.staffOrder(Number(number)) : null
  },
  wine: () => paths.wines(),
}

/** The subject by its name at that time, with a link to its record if it has a page. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { subjectKind, subjectId, subjectLabel } = entry
  const label = subjectName(entry)
  const path = Object.hasOwn(pathOf, subjectKind)
    ? pathOf[subjectKind]!(subjectId, subjectLabel)
    : null
  return path ? <Link to={path}>{label}</Link> : <span>{label}</span>
}

function Difference({ entry }: { entry: AuditEntry }) {
  const dates = useDates()
  const changes = changesOf(entry).sort((a, b) => fieldOrder(a.field) - fieldOrder(b.field))
  if (changes.length === 0) return null
  const name = `${copy.difference}, ${dates.moment(entry.at)}`
  return (
    <details className={styles.difference}>
      <summary>{changes.map(({ field }) => fieldName(field)).join(', ')}</summary>
      <RowsTable
        label={name}
        stacked
        className={styles.table}
        rows={changes}
        rowKey={({ field }) => field}
        columns={[
          { label: copy.field, cell: ({ field }) => fieldName(field) },
          { label: copy.before, cell: ({ field, before }) => fieldValue(field, before) },
          { label: copy.after, cell: ({ field, after }) => fieldValue(field, after) },
        ]}
      />
    </details>
  )
}
