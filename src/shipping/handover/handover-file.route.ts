import { servicesContext } from '#platform/http/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { Route } from './+types/handover-file.route'
import { handoverFile } from './handovers.store.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The file of a handover, byte for byte as it was made. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(servicesContext)
  const found = await handoverFile(db, params.id)
  if (!found?.file) throw httpError(404)
  const day = shopDates(settings.timeZone).isoDay(found.madeAt)
  return new Response(new Uint8Array(found.file), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="handover-${found.number}-${day}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
