import { redirect } from 'react-router'

import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { isOffer } from '#catalogue/offers/offers.rules.ts'
import { offerRefusalSentence, offersCopy } from '#checkout/offers/offers.copy.ts'
import { returnFromPayment } from '#checkout/return-from-payment.actions.server.ts'
import { servicesContext, viewerContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { pageMeta, unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Ending } from '#platform/layout/ending.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { letters, stack } from '#ui/layout.ts'
import { Page } from '#ui/page.tsx'

import { thankForOffer } from '../orders/view-guest-order.actions.server.ts'
import type { Route } from './+types/success_offering.page'

import styles from './success_offering.page.module.css'

const { thanks, refused, givenBack } = offersCopy

export const meta: Route.MetaFunction = (args) =>
  args.loaderData?.refusal
    ? unlistedMeta(args, refused.title)
    : pageMeta(args, {
        title: 'Thank you for your order',
        description: 'Your order with Kohue, wines from Paraje Altamira, and what happens next.',
      })

/**
 * Where both offers return. The session is only a notification: the provider is queried, and the
 * payment captured or cancelled if nothing else has done so. What can't be served is refunded, not
 * thanked for. Without a paid order of this visitor it leads to the offer and says why.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const sessionId = url.searchParams.get('session_id')
  const named = url.searchParams.get('offer') ?? ''
  const offer = isOffer(named) ? named : 'offering'
  if (sessionId === null) throw toOffer(offer, context)
  const services = context.get(servicesContext)
  const recorded = await returnFromPayment(services, sessionId, clientAddressOf(request.headers))
  if (recorded.state === 'being-confirmed')
    return { offer, refusal: null, isPaid: false, order: null }
  if (recorded.state === 'refused') {
    return { offer, refusal: recorded.reason, isPaid: false, order: null }
  }
  if (recorded.state !== 'paid') throw toOffer(offer, context)
  const viewer = context.get(viewerContext)
  if (recorded.userId !== null && recorded.userId !== viewer?.id) {
    // Paid by an account that was logged out in between: the order shows once it is back.
    if (!viewer) throw redirect(paths.login(url.pathname + url.search))
    throw toOffer(offer, context)
  }
  if (recorded.notServed) return { offer, refusal: recorded.notServed, isPaid: true, order: null }
  const order = await thankForOffer(services, recorded.orderId)
  if (order?.isRefunded) throw redirect(pageOf(order))
  return { offer, refusal: null, isPaid: true, order }
}

const pageOf = ({ token, number }: { token: string | null; number: number }) =>
  token ? paths.guestOrder(token) : paths.order(number)

const toOffer = (offer: OfferName, context: Route.LoaderArgs['context']) =>
  redirectWithFlash(paths.offer(offer), { tone: 'info', sentence: thanks.none }, context, 302)

export default function OfferThanks({
  loaderData: { offer, refusal, isPaid, order },
}: Route.ComponentProps) {
  if (refusal) {
    return (
      <Page title={refused.title} intro={offerRefusalSentence[refusal]} centered>
        <div className={classes(stack(2, { align: 'center' }), letters.centered)}>
          <p className={styles.told}>{isPaid ? givenBack.charged : refused.notCharged}</p>
          <p className={styles.told}>{isPaid ? givenBack.contact : refused.contact}</p>
          <ButtonLink href={paths.offer(offer)}>{refused.again}</ButtonLink>
        </div>
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
      {order && <ButtonLink href={pageOf(order)}>{thanks.see}</ButtonLink>}
      <ButtonLink href={paths.home()} kind={order ? 'secondary' : 'primary'}>
        {thanks.next}
      </ButtonLink>
    </Ending>
  )
}
