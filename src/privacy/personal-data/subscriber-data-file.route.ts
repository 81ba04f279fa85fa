import { servicesContext, siteContext } from '#platform/http/context.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/subscriber-data-file.route'
import { dataCookie } from './data-cookie.ts'
import { exportSubscriberData } from './subscriber-data.actions.server.ts'

/** Everything kept about a subscriber without an account, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const cookie = dataCookie.read(request, context.get(siteContext)) ?? ''
  const kept = await exportSubscriberData(context.get(servicesContext), cookie)
  if (!kept) throw httpError(404)
  return new Response(JSON.stringify(kept, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="kohue-my-data.json"',
      'cache-control': 'private, no-store',
    },
  })
}
