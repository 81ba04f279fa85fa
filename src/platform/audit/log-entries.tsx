import { Link } from 'react-router'

import { classes } from '#ui/classes.ts'
import { RowsTable } from '#ui/data-table.tsx'
import { divided, letters, stack } from '#ui/layout.ts'

import type { ShopDates } from '../text/dates.rules.ts'
import { numericDay } from '../text/dates.rules.ts'
import { ShopMoment, useDates } from '../text/dates.tsx'
import { logCopy as copy } from './audit-log.copy.ts'
import type { WordedEntry } from './audit.rules.ts'

import styles from './log-entries.module.css'

type Props = {
  entries: readonly WordedEntry[]
  /** On the record's own page its name leads nowhere. */
  onRecord?: boolean
}

/** Entries of the log, newest first: when, a sentence, and what changed. */
export function LogEntries({ entries, onRecord }: Props) {
  return (
    <ol className={divided(1.5)}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes(letters.anywhere, styles.entry)}>
          <span className={classes(letters.quiet, letters.figures)}>
            <ShopMoment at={entry.at} />
          </span>
          <div className={stack(0.5)}>
            <Sentence entry={entry} onRecord={onRecord} />
            <Difference entry={entry} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** One entry as a sentence; on the record's own page the subject is plain text. */
function Sentence({ entry, onRecord }: { entry: WordedEntry; onRecord: boolean | undefined }) {
  const { before, subject, page, after } = entry.sentence
  return (
    <p>
      {before}{' '}
      {onRecord ? subject : page ? <Link to={page}>{subject}</Link> : <span>{subject}</span>}
      {after}
    </p>
  )
}

/** Values are kept as ISO text; staff read the moments and days in them as they read all others. */
const withDates = (value: string, dates: ShopDates): string =>
  numericDay(
    value.replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (moment) => dates.moment(new Date(moment))),
  )

function Difference({ entry }: { entry: WordedEntry }) {
  const dates = useDates()
  const { changes } = entry
  if (changes.length === 0) return null
  const name = `${copy.difference}, ${dates.moment(entry.at)}`
  return (
    <details className={styles.difference}>
      <summary>{changes.map((change) => change.name).join(', ')}</summary>
      <RowsTable
        label={name}
        stacked
        dense
        className={styles.table}
        rows={changes}
        rowKey={({ field }) => field}
        columns={[
          { label: copy.field, cell: (change) => change.name },
          { label: copy.before, cell: ({ before }) => withDates(before, dates) },
          { label: copy.after, cell: ({ after }) => withDates(after, dates) },
        ]}
      />
    </details>
  )
}
