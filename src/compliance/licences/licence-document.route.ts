import { servicesContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/licence-document.route'
import { takeLicenceDocument } from './licence-document.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The document of a license. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const taken = await takeLicenceDocument(context.get(servicesContext), memberOf(context), params)
  if (!taken.ok) throw httpError(taken.status === 403 ? 403 : 404)
  const { name, file } = taken.done
  return new Response(new Uint8Array(file), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
