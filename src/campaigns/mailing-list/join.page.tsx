import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/join.page'
import { JoinContent } from './join-content.tsx'

export const handle: Handle = { cached: 'form', inSitemap: true, redirected: true }
export const meta: Route.MetaFunction = (args) => pageMeta(args, 'join')

export const loader = () => ({ shownAt: Date.now() })

export default function Join({ loaderData }: Route.ComponentProps) {
  return <JoinContent {...loaderData} />
}
