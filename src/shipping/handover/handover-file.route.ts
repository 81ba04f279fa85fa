import { shopContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/handover-file.route'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The file of a handover, byte for byte. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await context.get(shopContext).downloadHandover(memberOf(context), params.id)
  if (!found.ok) throw httpError(found.reason === 'not-staff' ? 403 : 404)
  return new Response(new Uint8Array(found.file), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${found.name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
