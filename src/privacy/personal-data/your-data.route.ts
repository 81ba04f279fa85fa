import { servicesContext } from '#platform/http/context.ts'
import { memberOf, requireMember } from '#platform/http/guards.ts'

import type { Route } from './+types/your-data.route'
import { exportPersonalData } from './export-personal-data.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

/** Everything kept about the member, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const kept = await exportPersonalData(context.get(servicesContext), memberOf(context))
  return new Response(JSON.stringify(kept, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="kohue-my-data.json"',
    },
  })
}
