import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/privacy.page'
import { LegalPage } from './legal-page.tsx'
import { privacy } from './legal.copy.ts'

export const handle: Handle = { cached: 'text', inSitemap: true }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Privacy Policy',
    description:
      'What Kohue knows about you, what it is used for, and how to see it or have it erased.',
  })

export default function Privacy() {
  return <LegalPage text={privacy} name="privacy" />
}
