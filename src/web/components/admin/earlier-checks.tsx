import type { BooksCheck } from '#data/books.ts'
import { booksCopy as copy } from '#domain/copy/books.ts'

import { resultOf } from './books-result.tsx'
import type { Column } from './desk-table.tsx'
import { DeskTable } from './desk-table.tsx'
import { momentOf } from './moment.ts'

const columns: readonly Column<BooksCheck>[] = [
  { label: copy.when, cell: (check) => momentOf(check.startedAt) },
  { label: copy.by, cell: (check) => check.askedBy ?? copy.nightly },
  {
    label: copy.result,
    cell: (check) => (check.finishedAt ? resultOf(check) : copy.unfinished),
  },
]

/** How the books stood before. */
export const EarlierChecks = ({ checks }: { checks: readonly BooksCheck[] }) => (
  <section>
    <h2>{copy.earlier}</h2>
    <DeskTable
      label={copy.earlier}
      columns={columns}
      rows={checks}
      rowKey={(check) => String(check.id)}
    />
  </section>
)
