import { servicesContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/overview-csv.route'
import { takeOverviewFile } from './take-overview-file.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The numbers of one part of the overview as a file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = { table: url.searchParams.get('table') }
  const taken = await takeOverviewFile(context.get(servicesContext), memberOf(context), asked)
  if (!taken.ok) throw httpError(taken.status === 403 ? 403 : 404)
  const { name, text } = taken.done
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
}
