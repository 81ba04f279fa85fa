import { offerRefusalSentence, offersCopy } from '#checkout/offers/offers.copy.ts'
import { shopContext, viewerContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { pageMeta, unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'

import type { Route } from './+types/success_offering.page'
import styles from './success_offering.page.module.css'

const { thanks, refused, givenBack } = offersCopy

export const meta: Route.MetaFunction = (args) =>
  args.loaderData?.refusal ? unlistedMeta(args, refused.title) : pageMeta(args, 'offerThanks')

/**
 * Where both offers return. The session is only a notification: the provider is queried, and the
 * payment captured or cancelled if nothing else has done so. What can't be served is refunded, not
 * thanked for. Without a paid order of this visitor it leads to the offer and says why.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const sessionId = url.searchParams.get('session_id')
  if (sessionId === null) throw toOffer(context)
  const shop = context.get(shopContext)
  const address = request.headers.get('x-kohue-address') ?? ''
  const recorded = await shop.returnFromPayment(sessionId, address)
  if (recorded.state === 'being-confirmed') return { refusal: null, isPaid: false, order: null }
  if (recorded.state === 'refused') {
    return { refusal: recorded.reason, isPaid: false, order: null }
  }
  const viewer = context.get(viewerContext)
  const isOfOther =
    recorded.state === 'paid' && recorded.userId !== null && recorded.userId !== viewer?.id
  if (recorded.state !== 'paid' || isOfOther) throw toOffer(context)
  if (recorded.notServed) return { refusal: recorded.notServed, isPaid: true, order: null }
  return { refusal: null, isPaid: true, order: await shop.thankForOffer(recorded.orderId) }
}

function toOffer(context: Route.LoaderArgs['context']) {
  return redirectWithFlash(paths.offering(), { tone: 'info', sentence: thanks.none }, context, 302)
}

export default function OfferThanks({
  loaderData: { refusal, isPaid, order },
}: Route.ComponentProps) {
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
    <Ending
      kind="order"
      title={thanks.title}
      text={
        order ? (
          <>
            <p>{thanks.order(order.number)}</p>
            <p>{order.isPickup ? thanks.pickup : thanks.delivery(order.shipsFrom)}</p>
          </>
        ) : (
          <p>{isPaid ? thanks.delivery(null) : thanks.confirming}</p>
        )
      }
    >
      {order && (
        <ButtonLink href={order.token ? paths.guestOrder(order.token) : paths.order(order.number)}>
          {thanks.see}
        </ButtonLink>
      )}
      <ButtonLink href={paths.home()} kind={order ? 'secondary' : 'primary'}>
        {thanks.next}
      </ButtonLink>
    </Ending>
  )
}
