import { randomUUID } from 'node:crypto'

import { passesCheckoutCaptcha } from '#accounts/captcha/check-captcha.actions.server.ts'
import { networkAttempts, withinLimits } from '#accounts/sign-in/rate-limits.actions.server.ts'
import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { offerOf } from '#catalogue/offers/offers.rules.ts'
import { readPriceIds } from '#catalogue/prices/prices.actions.server.ts'
import { isOfferedWine } from '#catalogue/wines/products.store.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import type { Outcome, Services } from '#platform/services/services.ts'

import { retryOnConflict } from '../with-one-checkout.actions.server.ts'
import { requestOfferPage } from './offer-channel.actions.server.ts'
import { ratesOf } from './offer-charge.actions.server.ts'
import type { OfferBuyer, OpenedOffer } from './open-offer.actions.server.ts'
import { openOrReuseOffer } from './open-offer.actions.server.ts'
import type { OfferShipTo } from './ship-to-form.rules.ts'

/** The caller: signed in or not, with the guest cookie and the client's IP address. */
type OfferCaller = {
  viewer: Pick<Viewer, 'id' | 'email' | 'isLimited'> | null
  /** The token in the guest cookie; null if there is none. */
  token: string | null
  address: string
}

/** What the caller expects of the offer. Only compared: a mismatch is refused. */
type OfferClaims = {
  /** Must be rates of this offer, in any order. */
  stripeShippingIds?: readonly string[]
  priceProductId?: string | undefined
  californiaTaxId?: string | undefined
}

export type OfferWish = {
  productId: string
  quantity: number
  /**
   * Already validated. Null makes the payment page collect it, unless `asksShipTo`: then our form
   * does.
   */
  shipTo: OfferShipTo | null
  asksShipTo?: boolean
  claims?: OfferClaims
  /** The captcha's solution, where one is asked for at checkout. */
  captchaSolution?: string | undefined
}

export type WhyNotOffered =
  | Extract<OpenedOffer, { reason: string }>['reason']
  | 'no-such-offer'
  | 'ship-to-required'
  | 'captcha'
  | 'disagrees'
  | 'too-many-tries'
  | 'already-paid'
  | 'provider-away'
  | 'provider-refused'

/**
 * Rate limit: pages a guest may open per hour and IP address, since each holds stock for half an
 * hour.
 */
const maxPerHour = 30

/**
 * Leads from an offer to the provider's payment page (or to its payment link, if configured), for
 * guests and users alike; the card is only authorised there. An equal request of the same buyer
 * gives the same page; a changed one closes the older page first.
 */
export async function startOffer(
  services: Services,
  caller: OfferCaller,
  { productId, quantity, shipTo, asksShipTo = false, claims = {}, captchaSolution }: OfferWish,
): Promise<Outcome<WhyNotOffered, { url: string }>> {
  const offer = await offerSelling(services, productId)
  if (!offer) return { ok: false, reason: 'no-such-offer' }
  if (await disagrees(services, offer, { productId, quantity }, claims))
    return { ok: false, reason: 'disagrees' }
  const link = services.settings.paymentLinks[offer]
  if (link) return { ok: true, url: link }
  if (asksShipTo && !shipTo) return { ok: false, reason: 'ship-to-required' }
  if (caller.viewer) demandConfirmed(caller.viewer)
  if (!(await passesCheckoutCaptcha(services, captchaSolution, caller.address))) {
    return { ok: false, reason: 'captcha' }
  }

  const limit = { minutes: 60, max: maxPerHour }
  const attempts = networkAttempts('offer', limit, caller.address)
  if (caller.viewer) attempts.push({ key: `offer:${caller.viewer.id}`, ...limit })
  if (!(await withinLimits(services, attempts))) {
    return { ok: false, reason: 'too-many-tries' }
  }
  const buyer = buyerOf(caller)
  return retryOnConflict(
    services,
    () => openOrReuseOffer(services, buyer, { offer, productId, quantity, shipTo }),
    (opened) => requestOfferPage(services, opened),
  )
}

/** The offer that sells a wine: also one that staff chose for it. */
async function offerSelling({ db }: Services, productId: string): Promise<OfferName | null> {
  const offer = offerOf(productId)
  if (offer) return offer
  return (await isOfferedWine(db, productId)) ? 'offering' : null
}

/** Without a cookie each request counts as a buyer of its own. */
const buyerOf = ({ viewer, token, address }: OfferCaller): OfferBuyer => ({
  address,
  key: viewer ? `user:${viewer.id}` : `guest:${token ?? randomUUID()}`,
  userId: viewer?.id ?? null,
  email: viewer?.email ?? null,
})

async function disagrees(
  services: Services,
  offer: OfferName,
  { productId, quantity }: Pick<OfferWish, 'productId' | 'quantity'>,
  { stripeShippingIds = [], priceProductId, californiaTaxId }: OfferClaims,
): Promise<boolean> {
  const { settings } = services
  const rates = ratesOf(settings, offer, quantity)?.map(([, id]) => id)
  if (!rates || stripeShippingIds.some((id) => !rates.includes(id))) return true
  if (priceProductId !== undefined) {
    const priceIds = await readPriceIds(services, [productId])
    if (priceProductId !== priceIds[productId]) return true
  }
  return californiaTaxId !== undefined && californiaTaxId !== settings.taxRateId
}
