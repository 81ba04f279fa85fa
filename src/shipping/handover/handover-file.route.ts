import { readCsv } from '#platform/csv/csv-reader.rules.ts'
import { csvLine, csvStart } from '#platform/csv/csv.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { Route } from './+types/handover-file.route'
import { handoverFile } from './handovers.store.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/**
 * The file of a handover, byte for byte as it was made for the shipper's program; with `?for=spreadsheet` the same rows
 * for people who open it in one.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext)
  const found = await handoverFile(db, params.id)
  if (!found?.file) throw httpError(404)
  const isSheet = url.searchParams.get('for') === 'spreadsheet'
  const day = shopDates(settings.timeZone).isoDay(found.madeAt)
  const body = isSheet ? forSpreadsheet(found.file.toString('utf8')) : new Uint8Array(found.file)
  const name = `handover-${found.number}-${day}${isSheet ? '-spreadsheet' : ''}.csv`
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}

function forSpreadsheet(file: string): string {
  const read = readCsv(file)
  if (!read.ok) throw httpError(404)
  return csvStart + read.rows.map(({ cells }) => csvLine(cells)).join('')
}
