import { requireMemberOrJoin } from '#platform/http/guards.ts'

import type { Route } from './+types/card-layout.page'

/** The members' layout with another guard: who is not signed in is redirected to register. */
export {
  default,
  ErrorBoundary,
  clientMiddleware,
  handle,
  loader,
  shouldRevalidate,
} from './members-layout.page.tsx'

export const middleware: Route.MiddlewareFunction[] = [requireMemberOrJoin]
