import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/join.page'
import { JoinContent } from './join-content.tsx'

export const handle: Handle = { cached: 'form', inSitemap: true, redirected: true }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Join the list',
    description:
      'Join the Kohue mailing list to hear about each release first, or open an account to order.',
  })

export const loader = () => ({ shownAt: Date.now() })

export default function Join({ loaderData }: Route.ComponentProps) {
  return <JoinContent {...loaderData} />
}
