import type { Handle } from '#web/handle.ts'
import { terms } from '#domain/copy/legal.ts'
import { LegalPage } from '#web/components/layout/legal-page.tsx'
import { pageMeta } from '#web/page-meta.ts'

import type { Route } from './+types/terms'

export const handle: Handle = { cached: 'text', inSitemap: true }
export const meta: Route.MetaFunction = (args) => pageMeta(args, 'terms')

export default function Terms() {
  return <LegalPage text={terms} name="terms" />
}
