import { randomUUID } from 'node:crypto'

import { countAttempt } from '#data/attempts.ts'
import type { Viewer } from '#data/people.ts'
import type { OfferShipTo } from '#domain/forms/offer-ship-to.ts'
import { addressBlock } from '#domain/network-address.ts'
import type { OfferName } from '#domain/offers.ts'
import { offerOf, offers } from '#domain/offers.ts'

import { askForPage } from '#use-cases/checkout/ask-for-page.ts'
import { withOneCheckout } from '#use-cases/checkout/with-one-checkout.ts'
import { offerAtProvider, ratesOf } from './offer-at-provider.ts'
import type { OfferBuyer, OpenedOffer } from './open-offer.ts'
import { openOrReuseOffer } from './open-offer.ts'
import type { Parts } from '#use-cases/parts.ts'

/** Who asks: signed in or not, by which cookie, and from where. */
export type OfferCaller = {
  viewer: Pick<Viewer, 'id' | 'email'> | null
  /** The guest's cookie; null where there is none. */
  token: string | null
  address: string
}

/** What the caller believes of the offer. Never obeyed: what disagrees is refused. */
export type OfferClaims = {
  /** Must be rates of this offer, in any order. */
  stripeShippingIds?: readonly string[]
  priceProductId?: string | undefined
  californiaTaxId?: string | undefined
}

export type OfferWish = {
  productId: string
  quantity: number
  /** Checked already; null has the payment page ask, unless `asksShipTo`: then we ask first. */
  shipTo: OfferShipTo | null
  asksShipTo?: boolean
  claims?: OfferClaims
}

export type WhyNotOffered =
  | Extract<OpenedOffer, { reason: string }>['reason']
  | 'no-such-offer'
  | 'ask-ship-to'
  | 'disagrees'
  | 'too-many-tries'
  | 'already-paid'
  | 'provider-away'
  | 'provider-refused'

export type StartedOffer = { ok: true; url: string } | { ok: false; reason: WhyNotOffered }

/** Pages a guest may open in an hour from one address: each holds wine for half an hour. */
const anHour = 30

/**
 * From an offer to the provider's payment page, for guests and members alike; the card is only
 * authorised there. Where a payment link is configured, that. The same wish of the same buyer gives
 * the same page, a changed one closes the older page first: nobody pays twice.
 */
export async function startOffer(
  parts: Parts,
  caller: OfferCaller,
  { productId, quantity, shipTo, asksShipTo = false, claims = {} }: OfferWish,
): Promise<StartedOffer> {
  const offer = offerOf(productId)
  if (!offer) return { ok: false, reason: 'no-such-offer' }
  if (disagrees(parts, offer, quantity, claims)) return { ok: false, reason: 'disagrees' }
  const link = parts.settings.paymentLinks[offer]
  if (link) return { ok: true, url: link }
  if (asksShipTo && !shipTo) return { ok: false, reason: 'ask-ship-to' }

  const from = `offer:${addressBlock(caller.address)}`
  if (!(await countAttempt(parts.db, from, 60, anHour))) {
    return { ok: false, reason: 'too-many-tries' }
  }
  const buyer = buyerOf(caller)
  return withOneCheckout(
    parts,
    () => openOrReuseOffer(parts, buyer, { offer, quantity, shipTo }),
    (opened) => askForPage(parts, opened.checkout, () => offerAtProvider(parts, opened)),
  )
}

/** Where nothing tells one guest from another, each wish is one's own. */
const buyerOf = ({ viewer, token }: OfferCaller): OfferBuyer => ({
  key: viewer ? `user:${viewer.id}` : `guest:${token ?? randomUUID()}`,
  userId: viewer?.id ?? null,
  email: viewer?.email ?? null,
})

function disagrees(
  { settings }: Parts,
  offer: OfferName,
  quantity: number,
  { stripeShippingIds = [], priceProductId, californiaTaxId }: OfferClaims,
): boolean {
  const rates = ratesOf(settings, offer, quantity)?.map(([, id]) => id)
  if (!rates || stripeShippingIds.some((id) => !rates.includes(id))) return true
  const priceId = settings.priceIds[offers[offer].productId]
  if (priceProductId !== undefined && priceProductId !== priceId) return true
  return californiaTaxId !== undefined && californiaTaxId !== settings.taxRateId
}
