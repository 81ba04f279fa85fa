import { servicesContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/month-file.route'
import { takeMonthFile } from './month-files.actions.server.ts'
import { isMonthFileKind } from './month-summary.rules.ts'

export const middleware = [requireStaff]

/** A file of a month. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  if (!isMonthFileKind(params.kind)) throw httpError(404)
  const taken = await takeMonthFile(context.get(servicesContext), memberOf(context), params)
  if (!taken.ok) throw httpError(taken.status === 403 ? 403 : 404)
  const { name, file, isPdf } = taken.done
  return new Response(new Uint8Array(file), {
    headers: {
      'content-type': isPdf ? 'application/pdf' : 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
}
