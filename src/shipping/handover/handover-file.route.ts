import { servicesContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/handover-file.route'
import { takeHandoverFile } from './take-handover-file.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The file of a handover; with `?for=spreadsheet` for people who open it in one. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const asked = { id: params.id, for: url.searchParams.get('for') ?? '' }
  const taken = await takeHandoverFile(context.get(servicesContext), memberOf(context), asked)
  if (!taken.ok) throw httpError(taken.status === 403 ? 403 : 404)
  const { name, file } = taken.done
  return new Response(new Uint8Array(file), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
