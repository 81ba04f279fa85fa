import { isMonthFileKind } from './month-summary.rules.ts'
import { callerOf, requireStaff } from '#platform/http/guards.ts'
import { found, httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/month-file.route'

export const middleware = [requireStaff]

/** A file of a month. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const { month, kind } = params
  if (!isMonthFileKind(kind)) throw httpError(404)
  const { shop, viewer } = callerOf(context)
  const taken = found(await shop.takeMonthFile(viewer, { month, kind }))
  return new Response(new Uint8Array(taken.file), {
    headers: {
      'content-type': taken.isPdf ? 'application/pdf' : 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${taken.name}"`,
    },
  })
}
