import { mailingListCopy as copy } from '#domain/copy/mailing-list.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

import type { Route } from './+types/ex-joinedmaillist'
import styles from './thanks.module.css'

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'joinedMailList')

export default function JoinedMailingList() {
  return (
    <Page title={copy.joinedTitle} intro={copy.joined} centered>
      <p className={styles.next}>
        <ButtonLink href={paths.ourWines()}>{copy.next}</ButtonLink>
      </p>
    </Page>
  )
}
