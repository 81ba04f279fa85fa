import { siteContext } from '#platform/http/context.ts'
import type { Handle } from '#platform/http/handle.ts'
import { httpError } from '#platform/http/http-error.ts'
import { pageMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { MissingPage } from '#platform/layout/missing-page.tsx'
import { useSiteSettings } from '#platform/layout/use-site-settings.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, ruled, stack } from '#ui/layout.ts'

import type { Route } from './+types/test.page'
import { testPageCopy as copy } from './test-page.copy.ts'
import script from './test.script.ts?script'

import styles from './test.page.module.css'

export const handle: Handle = { cached: 'text', redirected: true }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Something's missing",
    description: 'This page has moved, or was never here. The wines are where they always are.',
  })

/** Fails on request, so that the error page can be seen. */
export function action({ context }: Route.ActionArgs) {
  if (!context.get(siteContext).developerTools) throw httpError(404)
  throw new Error('Thrown from the test page')
}

export default function TestPage() {
  const hasTools = useSiteSettings()?.site.developerTools
  return <MissingPage>{hasTools && <Tools />}</MissingPage>
}

function Tools() {
  return (
    <section
      className={classes(stack(2, { align: 'center' }), ruled(3), styles.tools)}
      aria-labelledby="tools-title"
    >
      <h2 id="tools-title" className={letters.subheading}>
        {copy.tools}
      </h2>
      <div className={cluster(2, { justify: 'center' })}>
        <Button type="button" kind="secondary" data-calls={paths.testCall()}>
          {copy.call}
        </Button>
        <form method="post">
          <Button kind="secondary">{copy.fail}</Button>
        </form>
      </div>
      <output className={classes(letters.sans, letters.anywhere, styles.response)} data-response />
      <script type="module" src={script} />
    </section>
  )
}
