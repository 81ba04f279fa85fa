import { requireMemberOrJoin } from '#web/guards.ts'

import type { Route } from './+types/card-room'

/** The members' room with another door: whoever is not signed in is sent to join. */
export {
  default,
  ErrorBoundary,
  clientMiddleware,
  handle,
  loader,
  shouldRevalidate,
} from './room.tsx'

export const middleware: Route.MiddlewareFunction[] = [requireMemberOrJoin]
