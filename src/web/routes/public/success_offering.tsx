import { offersCopy } from '#domain/copy/offers.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

import type { Route } from './+types/success_offering'
import styles from './thanks.module.css'

const copy = offersCopy.thanks

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export default function OfferThanks() {
  return (
    <Page title={copy.title} intro={copy.text} centered>
      <p className={styles.next}>
        <ButtonLink href={paths.home()}>{copy.next}</ButtonLink>
      </p>
    </Page>
  )
}
