import { csvLine, csvStart } from '#platform/csv/csv.rules.ts'
import { datesOf, servicesContext } from '#platform/http/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/overview-csv.route'
import type { OverviewTable } from './overview-tables.ts'
import { overviewTables, tablesOf } from './overview-tables.ts'
import { recentFigures } from './overview.store.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

const isTable = (name: unknown): name is OverviewTable =>
  overviewTables.includes(name as OverviewTable)

/** The numbers of one part of the overview as a file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const name = url.searchParams.get('table')
  if (!isTable(name)) throw httpError(404)
  const { db, settings } = context.get(servicesContext)
  const dates = datesOf(context)
  const { headings, rows } = tablesOf(await recentFigures(db, settings.timeZone), dates)[name]
  const lines = [headings, ...rows.map((row) => row.map(({ value }) => value))]
  return new Response(csvStart + lines.map(csvLine).join(''), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="kohue-overview-${name}-${dates.isoDay(new Date())}.csv"`,
    },
  })
}
