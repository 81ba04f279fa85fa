import { userById } from '#accounts/users/users.store.server.ts'
import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import type { ShipToProblem } from '#catalogue/destinations/ship-to.rules.ts'
import { shipToRules, whyNotShipTo } from '#catalogue/destinations/ship-to.rules.ts'
import { lineTax } from '#catalogue/destinations/tax.rules.ts'
import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { offers } from '#catalogue/offers/offers.rules.ts'
import { withTotal } from '#catalogue/prices/amounts.rules.ts'
import { readPriceIds } from '#catalogue/prices/prices.actions.server.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { hasFreeStock, offeredProduct } from '#catalogue/wines/products.store.server.ts'
import { addressIn } from '#platform/address/address.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import { holdMinutes, leavesTime } from '../checkout.rules.ts'
import type { Checkout } from '../checkouts.store.server.ts'
import { openOfferOf } from '../checkouts.store.server.ts'
import { arePricesRight } from '../compare-prices.actions.server.ts'
import { holderNetworkOf } from '../holder-network.actions.server.ts'
import type { NewCheckoutLine } from '../new-checkouts.store.server.ts'
import { insertOfferCheckout } from '../new-checkouts.store.server.ts'
import { descriptionOf } from '../open-checkout.actions.server.ts'
import type { OfferShipTo } from './ship-to-form.rules.ts'

/** The buyer: signed in, or identified by the guest cookie. */
export type OfferBuyer = {
  key: string
  userId: string | null
  email: string | null
  /** The client's IP address. */
  address: string
}

export type OpenedOffer =
  | { checkout: Checkout; lines: NewCheckoutLine[] | null }
  | { superseded: Checkout }
  | {
      reason:
        | ShipToProblem
        | 'sold-out'
        | 'release-closed'
        | 'release-paused'
        | 'release-coming'
        | 'confirm-first'
        | 'network-holds'
        | 'price-differs'
    }

type Wish = { offer: OfferName; productId: string; quantity: number; shipTo: OfferShipTo | null }

/**
 * Attempts under contention: one of the concurrent requests of a buyer gets through per attempt.
 */
const maxAttempts = 20

/**
 * Checks address and wine and records a checkout that holds its stock; or returns the buyer's open
 * checkout of an equal request; or the one that this replaces. Of two concurrent requests of one
 * buyer the later finds the result of the first. Without `shipTo` the payment page collects the
 * address, and the check follows.
 */
export async function openOrReuseOffer(
  services: Services,
  buyer: OfferBuyer,
  wish: Wish,
): Promise<OpenedOffer> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const opened = await open(services, buyer, wish)
    if (opened !== 'taken') return opened
  }
  throw new Error('Offer checkout conflict on every attempt')
}

async function open(
  services: Services,
  buyer: OfferBuyer,
  { offer, productId, quantity, shipTo }: Wish,
): Promise<OpenedOffer | 'taken'> {
  const { db, clock, settings } = services
  const now = clock()
  const problem = shipTo && !shipTo.isPickup ? whyNotShipTo(shipTo, shopToday(services)) : null
  if (problem) return { reason: problem }

  const wine = await offeredProduct(db, offers[offer])
  if (wine?.release?.phase === 'paused') return { reason: 'release-paused' }
  if (wine?.releaseState === 'announced') return { reason: 'release-coming' }
  if (!wine || wine.id !== productId || wine.releaseState !== 'on-sale')
    return { reason: 'release-closed' }
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
  const priceIds = await readPriceIds(services, [wine.id])
  if (!(await arePricesRight(services, [line], priceIds))) return { reason: 'price-differs' }
  // A guest counts as a buyer without a confirmed email.
  const user = buyer.userId && wine.available !== null ? await userById(db, buyer.userId) : null
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
      ...withTotal({ subtotalCents: line.unitPriceCents * quantity, taxCents: line.taxCents }),
      shipTo: record && {
        ...record,
        statementShown: { channel: offer, at: now.toISOString() },
      },
      holderNetwork: holderNetworkOf(user, buyer.address, [wine]),
      isConfirmed: user?.emailVerified ?? false,
      startedAt: now,
      expiresAt: new Date(now.getTime() + holdMinutes * 60_000),
    },
    line,
  )
  if (checkout === 'taken') return checkout
  // The last unit may be held by a concurrent request of the same buyer.
  if (checkout === 'sold-out') return (await foundOpen()) ?? { reason: 'sold-out' }
  if (checkout === 'hold-limit') {
    const own = await foundOpen()
    if (own) return own
    if (!(await hasFreeStock(db, [line]))) return { reason: 'sold-out' }
    return { reason: user?.emailVerified ? 'network-holds' : 'confirm-first' }
  }
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
  ...addressIn(shipTo),
  rules: shipToRules,
  statement: shipTo.isPickup ? buyerStatements.pickup : buyerStatements.delivery,
})
