import { joinCopy as copy } from '#domain/copy/join.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { FormPage } from '#web/ui/page.tsx'

import type { Route } from './+types/join'
import styles from './join.module.css'

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'join')

export default function Join() {
  return (
    <FormPage title={copy.title} intro={copy.intro}>
      <section className={styles.way}>
        <h2>{copy.list.title}</h2>
        <p>{copy.list.text}</p>
        <ButtonLink href={paths.mailingList()}>{copy.list.action}</ButtonLink>
      </section>
      <section className={styles.way}>
        <h2>{copy.account.title}</h2>
        <p>{copy.account.text}</p>
        <ButtonLink href={paths.register()} kind="secondary">
          {copy.account.action}
        </ButtonLink>
        <p className={styles.known}>
          {copy.known} <a href={paths.login()}>{copy.login}</a>
        </p>
      </section>
    </FormPage>
  )
}
