import { viewerContext } from '#platform/http/context.ts'

import type { Route } from './+types/login-session.route'

/** Whether this browser is signed in, and nothing more: 204, else 404. */
export const loader = ({ context }: Route.LoaderArgs) =>
  new Response(null, { status: context.get(viewerContext) ? 204 : 404 })
