import type { Reconciliation } from './reconciliation.store.server.ts'
import { reconciliationCopy as copy, countSentences } from './reconciliation.copy.ts'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { letters } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import styles from './reconciliation-result.module.css'

/** The latest reconciliation: its result and what was compared. */
export function ReconciliationResult({ check }: { check: Reconciliation }) {
  const { differences, differenceCount, counts, isWhole, spanFrom, spanTo } = check
  const dates = useDates()
  const left = (differenceCount ?? 0) - differences.length
  return (
    <section className={styles.result} aria-label={dates.moment(check.startedAt)}>
      <Notice tone={toneOf(check)}>
        <p>
          <strong>{resultOf(check)}</strong> <ShopMoment at={check.startedAt} />
        </p>
      </Notice>
      {left > 0 && <p>{copy.more(differences.length)}</p>}
      <p className={letters.quiet}>
        {[
          `${copy.span(dates.day(spanFrom), dates.day(spanTo))}.`,
          ...(counts ? countSentences(counts) : []),
          ...(isWhole ? [] : [copy.notWhole]),
        ].join(' ')}
      </p>
    </section>
  )
}

const toneOf = ({ finishedAt, hasFailed, differenceCount }: Reconciliation) => {
  if (!finishedAt || hasFailed) return 'info'
  return differenceCount === 0 ? 'good' : 'bad'
}

/** The result of a reconciliation in a few words. */
export function resultOf({ finishedAt, hasFailed, differenceCount }: Reconciliation): string {
  if (!finishedAt) return copy.checking
  if (hasFailed) return copy.failed
  return differenceCount === 0 ? copy.agree : copy.differ(differenceCount ?? 0)
}
