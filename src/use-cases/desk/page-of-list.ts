import type { ListCount, ListPage } from '#domain/list-query.ts'
import { pagesOf } from '#domain/list-query.ts'

type Asked = { page: number; size: number }

/**
 * The page asked for, or the last one where there are not that many, and how many rows there are in
 * all: counted, unless a first page that is not full tells it.
 */
export async function pageOfList<Row>(
  { page, size }: Asked,
  rowsOf: (page: number) => Promise<Row[]>,
  count: () => Promise<ListCount>,
): Promise<ListPage<Row>> {
  if (page === 1) {
    const rows = await rowsOf(1)
    const counted = rows.length < size ? { total: rows.length, isMore: false } : await count()
    return { ...counted, rows, number: 1 }
  }
  const counted = await count()
  const number = Math.min(page, pagesOf(counted.total, size))
  return { ...counted, rows: await rowsOf(number), number }
}
