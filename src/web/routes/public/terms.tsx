import { terms } from '#domain/copy/legal.ts'
import { LegalPage } from '#web/components/legal-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/terms'

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'terms')

export default function Terms() {
  return <LegalPage text={terms} pdf={paths.pdf('terms.pdf')} />
}
