import type { ListCount, ListPage } from '#domain/list-query.ts'
import { pagesOf } from '#domain/list-query.ts'

type Asked = { page: number; size: number }

/**
 * The page asked for, or the last one where there are not that many, and how many rows there are in
 * all: counted only where the page itself does not tell.
 */
export async function pageOfList<Row>(
  { page, size }: Asked,
  rowsOf: (page: number) => Promise<Row[]>,
  count: () => Promise<ListCount>,
): Promise<ListPage<Row>> {
  const rows = await rowsOf(page)
  const isLast = rows.length < size && (rows.length > 0 || page === 1)
  if (isLast) {
    return { rows, number: page, total: (page - 1) * size + rows.length, isMore: false }
  }
  const counted = await count()
  const last = pagesOf(counted.total, size)
  if (page <= last) return { ...counted, rows, number: page }
  return { ...counted, rows: await rowsOf(last), number: last }
}
