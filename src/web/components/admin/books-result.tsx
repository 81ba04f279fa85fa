import type { BooksCheck } from '#data/books.ts'
import { booksCopy as copy, countSentences, differenceSentence } from '#domain/copy/books.ts'
import { shortDate } from '#web/components/members/short-date.ts'
import { Notice } from '#web/ui/notice.tsx'

import styles from './books-result.module.css'
import { momentOf } from './moment.ts'

/** What the latest comparison found: in a word, and each difference. */
export function BooksResult({ check }: { check: BooksCheck }) {
  const { differences, differenceCount, counts, isWhole, spanFrom, spanTo } = check
  const left = (differenceCount ?? 0) - differences.length
  return (
    <section className={styles.result} aria-label={momentOf(check.startedAt)}>
      <Notice tone={toneOf(check)}>
        <p>
          <strong>{resultOf(check)}</strong> <time>{momentOf(check.startedAt)}</time>
        </p>
      </Notice>
      {differences.length > 0 && (
        <ul className={styles.differences}>
          {differences.map((difference) => (
            <li key={JSON.stringify(difference)}>{differenceSentence(difference)}</li>
          ))}
        </ul>
      )}
      {left > 0 && <p>{copy.more(differences.length)}</p>}
      <p className={styles.quiet}>
        {[
          `${copy.span(shortDate(spanFrom), shortDate(spanTo))}.`,
          ...(counts ? countSentences(counts) : []),
          ...(isWhole ? [] : [copy.notWhole]),
        ].join(' ')}
      </p>
    </section>
  )
}

const toneOf = ({ finishedAt, hasFailed, differenceCount }: BooksCheck) => {
  if (!finishedAt || hasFailed) return 'info'
  return differenceCount === 0 ? 'good' : 'bad'
}

/** What a comparison came to, in a word. */
export function resultOf({ finishedAt, hasFailed, differenceCount }: BooksCheck): string {
  if (!finishedAt) return copy.checking
  if (hasFailed) return copy.failed
  return differenceCount === 0 ? copy.agree : copy.differ(differenceCount ?? 0)
}
