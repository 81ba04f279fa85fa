import { acquireCopy as copy } from '#domain/copy/acquire.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'

import type { Route } from './+types/acquire'
import styles from './acquire.module.css'

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'acquire')

export default function Acquire() {
  return (
    <main id="content" tabIndex={-1} className={styles.acquire}>
      <Picture name="bottle-on-stone" alt="" sizes="(width >= 62rem) 58vw, 75vw" priority />
      <div className={styles.words}>
        <h1>{copy.title}</h1>
        <p>{copy.text}</p>
        <p className={styles.actions}>
          <ButtonLink href={paths.join()}>{copy.join}</ButtonLink>
          <ButtonLink href={paths.login()} kind="secondary">
            {copy.login}
          </ButtonLink>
        </p>
      </div>
    </main>
  )
}
