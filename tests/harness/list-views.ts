import type { CsvCell } from '#platform/csv/csv.rules.ts'
import type { Database } from '#platform/database/connection.server.ts'
import type { AdminList } from '#platform/list/admin-list.store.server.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

/**
 * What a list of staff says: all rows of its file, and which of them each value of a filter, each order and each of
 * these views selects. Rows are called by the cell of a column.
 */
export async function viewsOf(
  db: Database,
  list: AdminList,
  { named, views = [] }: { named: string; views?: readonly string[] },
): Promise<Record<string, string | string[]>> {
  const column = list.headings.indexOf(named)
  if (column < 0) throw new Error(`No column ${named} among ${list.headings.join(', ')}`)
  const linesOf = async (view: string) => {
    const lines: CsvCell[][] = []
    const query = readListQuery(list.shape, new URLSearchParams(view), 'America/Los_Angeles')
    await list.export(db, query, async (batch) => void lines.push(...batch))
    return lines
  }
  const { filters, sorts } = list.shape
  const values = Object.entries(filters).flatMap(([name, known]) =>
    Array.isArray(known) ? known.map((value) => `${name}=${value}`) : [],
  )
  const orders = sorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`])
  const said: [view: string, rows: string][] = []
  // One after another: a list may have more values of filters than there are connections.
  for (const view of [...values, ...orders, ...views]) {
    const rows = (await linesOf(view)).map((line) => String(line[column])).join(', ')
    if (rows) said.push([view, rows])
  }
  const file = (await linesOf('')).map((line) => line.map(shownCell).join(' | '))
  return { file: [list.headings.join(' | '), ...file], ...Object.fromEntries(said) }
}

/** Moments as a scenario shows them from now, and days from today. */
function shownCell(cell: CsvCell): string {
  const text = String(cell ?? '')
  if (/ [AP]M P[SD]T$/.test(text)) return new Date(text).toISOString()
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return text
  const today = shopDates('America/Los_Angeles').isoDay(new Date())
  const days = (Date.parse(text) - Date.parse(today)) / 86_400_000
  return Math.abs(days) > 800 ? text : `today${days > 0 ? '+' : ''}${days || ''}`
}
