import type { Handle } from '#platform/http/handle.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'

import type { Route } from './+types/terms.page'
import { LegalPage } from './legal-page.tsx'
import { legalDay, termsOn } from './legal.copy.ts'

export const handle: Handle = { cached: 'text', inSitemap: true }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Terms of Sale',
    description: 'The terms on which Kohue sells and ships its wines within the United States.',
  })

export default function Terms() {
  const today = useSiteSettings()?.site.today ?? legalDay
  return <LegalPage text={termsOn(today)} name="terms" />
}
