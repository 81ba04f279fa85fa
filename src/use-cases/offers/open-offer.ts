import type { Checkout } from '#data/checkouts.ts'
import { openOfferOf } from '#data/checkouts.ts'
import type { NewCheckoutLine } from '#data/new-checkouts.ts'
import { insertOfferCheckout } from '#data/new-checkouts.ts'
import { productById } from '#data/products.ts'
import type { ShipToRecord } from '#data/schema/trade.ts'
import type { Product } from '#domain/catalogue.ts'
import { buyerStatement, holdMinutes, leavesTime } from '#domain/checkout.ts'
import type { OfferShipTo } from '#domain/forms/offer-ship-to.ts'
import type { OfferName } from '#domain/offers.ts'
import { offers } from '#domain/offers.ts'
import type { ShipToProblem } from '#domain/ship-to.ts'
import { shipToRules, whyNotShipTo } from '#domain/ship-to.ts'
import { lineTax } from '#domain/tax.ts'

import { descriptionOf } from '#use-cases/checkout/open-checkout.ts'
import type { Parts } from '#use-cases/parts.ts'

/** Who buys: signed in, or known by a cookie alone. */
export type OfferBuyer = { key: string; userId: string | null; email: string | null }

export type OpenedOffer =
  | { checkout: Checkout; lines: NewCheckoutLine[] | null }
  | { superseded: Checkout }
  | { reason: ShipToProblem | 'sold-out' | 'release-closed' }

type Wish = { offer: OfferName; quantity: number; shipTo: OfferShipTo | null }

/** Of those who ask for one buyer at the same moment one gets through in each round. */
const mostRounds = 20

/**
 * Checks address and wine, and records a checkout that holds its stock, or finds the buyer's open
 * one of the very same offer, or names the one that this replaces. Of two requests of one buyer the
 * later finds what the other left. Without `shipTo` the payment page asks where it goes, and the
 * check follows.
 */
export async function openOrReuseOffer(
  parts: Parts,
  buyer: OfferBuyer,
  wish: Wish,
): Promise<OpenedOffer> {
  for (let round = 0; round < mostRounds; round++) {
    const opened = await open(parts, buyer, wish)
    if (opened !== 'taken') return opened
  }
  throw new Error('The offer was opened by others all the time')
}

async function open(
  { db, clock, settings }: Parts,
  buyer: OfferBuyer,
  { offer, quantity, shipTo }: Wish,
): Promise<OpenedOffer | 'taken'> {
  const now = clock()
  const problem = shipTo && !shipTo.isPickup ? whyNotShipTo(shipTo, now) : null
  if (problem) return { reason: problem }

  const wine = await productById(db, offers[offer].productId)
  if (!wine || wine.releaseState !== 'on-sale') return { reason: 'release-closed' }
  const record = shipTo && shipToRecordOf(shipTo)
  const email = shipTo?.email ?? buyer.email
  const fingerprint = JSON.stringify([
    wine.id,
    wine.price,
    quantity,
    settings.taxRateId,
    shipTo?.isPickup ?? null,
    email,
    record,
  ])
  const foundOpen = async (): Promise<OpenedOffer | null> => {
    const already = await openOfferOf(db, buyer.key, offer)
    if (!already) return null
    const same = already.fingerprint === fingerprint && leavesTime(already, now)
    return same ? { checkout: already, lines: null } : { superseded: already }
  }
  const already = await foundOpen()
  if (already) return already

  const line = offerLine(wine, quantity, settings.taxPercent)
  const subtotal = line.unitPriceCents * quantity
  const checkout = await insertOfferCheckout(
    db,
    {
      userId: buyer.userId,
      buyerKey: buyer.key,
      email,
      channel: offer,
      fingerprint,
      // Otherwise chosen on the payment page.
      shippingMethod: shipTo?.isPickup ? 'pickup' : null,
      subtotalCents: subtotal,
      shippingCents: 0,
      taxCents: line.taxCents,
      totalCents: subtotal + line.taxCents,
      shipTo: record,
      startedAt: now,
      expiresAt: new Date(now.getTime() + holdMinutes * 60_000),
    },
    line,
  )
  if (checkout === 'taken') return checkout
  // The last of it may be what the same buyer's other click holds.
  if (checkout === 'sold-out') return (await foundOpen()) ?? { reason: 'sold-out' }
  return { checkout, lines: [line] }
}

const offerLine = (wine: Product, quantity: number, taxPercent: number): NewCheckoutLine => ({
  productId: wine.id,
  description: descriptionOf(wine),
  quantity,
  unitPriceCents: wine.price,
  taxCents: lineTax(wine.price * quantity, taxPercent),
})

const shipToRecordOf = (shipTo: OfferShipTo): ShipToRecord => ({
  name: shipTo.name,
  phone: shipTo.phone,
  birthdate: shipTo.birthdate,
  address: shipTo.address,
  addressExtra: shipTo.addressExtra,
  city: shipTo.city,
  state: shipTo.state,
  zipCode: shipTo.zipCode,
  rules: shipToRules,
  statement: buyerStatement,
})
