import { data } from 'react-router'

import { testPageCopy as copy } from '#domain/copy/test-page.ts'
import { useHouse } from '#web/components/house.ts'
import { MissingPage } from '#web/components/missing-page.tsx'
import { siteContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

import type { Route } from './+types/test'
import styles from './test.module.css'
import script from './test.script.ts?script'

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'test')

/** Fails on request, so that the error page can be seen. */
export function action({ context }: Route.ActionArgs) {
  if (!context.get(siteContext).developerTools) throw data(null, { status: 404 })
  throw new Error('Thrown from the test page')
}

export default function TestPage() {
  const hasTools = useHouse()?.site.developerTools
  return <MissingPage>{hasTools && <Tools />}</MissingPage>
}

function Tools() {
  return (
    <section className={styles.tools} aria-labelledby="tools-title">
      <h2 id="tools-title">{copy.tools}</h2>
      <div className={styles.buttons}>
        <Button type="button" kind="secondary" data-calls={paths.testCall()}>
          {copy.call}
        </Button>
        <form method="post">
          <Button kind="secondary">{copy.fail}</Button>
        </form>
      </div>
      <output className={styles.answer} data-answer />
      <script type="module" src={script} />
    </section>
  )
}
