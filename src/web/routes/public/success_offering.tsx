import { redirect } from 'react-router'

import { offerRefusalSentence, offersCopy } from '#domain/copy/offers.ts'
import { shopContext } from '#web/context.ts'
import { pageMeta, unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

import type { Route } from './+types/success_offering'
import styles from './thanks.module.css'

const { thanks, refused, givenBack } = offersCopy

export const meta: Route.MetaFunction = (args) =>
  args.loaderData?.refusal ? unlistedMeta(args, refused.title) : pageMeta(args, 'offerThanks')

/**
 * Where both offers return. The session is only a nudge: the provider is asked, and what was
 * authorised is taken or let go if nothing else has done so. What was paid and can't be served is
 * not thanked for: it goes back. Without a session: the thanks alone.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const sessionId = url.searchParams.get('session_id')
  if (sessionId === null) return { refusal: null, isPaid: true }
  const recorded = await context.get(shopContext).returnFromPayment(sessionId)
  if (recorded.state === 'paid') return { refusal: recorded.notServed, isPaid: true }
  if (recorded.state === 'being-confirmed') return { refusal: null, isPaid: false }
  if (recorded.state === 'refused') return { refusal: recorded.reason, isPaid: false }
  throw redirect(paths.offering())
}

export default function OfferThanks({ loaderData: { refusal, isPaid } }: Route.ComponentProps) {
  if (refusal) {
    return (
      <Page title={refused.title} intro={offerRefusalSentence[refusal]} centered>
        <p className={styles.told}>{isPaid ? givenBack.charged : refused.notCharged}</p>
        <p className={styles.told}>{isPaid ? givenBack.contact : refused.contact}</p>
        <p className={styles.next}>
          <ButtonLink href={paths.offering()}>{refused.again}</ButtonLink>
        </p>
      </Page>
    )
  }
  return (
    <Page title={thanks.title} intro={isPaid ? thanks.text : thanks.confirming} centered>
      <p className={styles.next}>
        <ButtonLink href={paths.home()}>{thanks.next}</ButtonLink>
      </p>
    </Page>
  )
}
