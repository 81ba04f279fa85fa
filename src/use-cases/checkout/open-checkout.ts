import type { CheckoutGround } from '#data/carts.ts'
import { checkoutGroundOf } from '#data/carts.ts'
import type { Checkout } from '#data/checkouts.ts'
import type { NewCheckoutLine } from '#data/new-checkouts.ts'
import { insertCheckout } from '#data/new-checkouts.ts'
import type { User, Viewer } from '#data/people.ts'
import { productById } from '#data/products.ts'
import type { Queryable } from '#data/connection.server.ts'
import type { ShipToRecord } from '#data/schema/trade.ts'
import type { Cart } from '#domain/cart.ts'
import { itemCount, lineTotal, totalsOf } from '#domain/cart.ts'
import type { Product } from '#domain/catalogue.ts'
import { isShort, whyNotAdd } from '#domain/catalogue.ts'
import type { WhyNotCheckout } from '#domain/checkout.ts'
import { buyerStatement, holdMinutes, leavesTime, whyNotCheckout } from '#domain/checkout.ts'
import type { Cents } from '#domain/money.ts'
import { shipToRules } from '#domain/ship-to.ts'
import { shippingTier } from '#domain/shipping.ts'
import { lineTax } from '#domain/tax.ts'

import type { Parts, ShopSettings } from '#use-cases/parts.ts'

export type WhyNotOpened = WhyNotCheckout | 'sold-out' | 'few-left' | 'release-closed' | 'disagrees'

/** What the caller believes of the purchase. Never obeyed: what disagrees is refused. */
export type CheckoutClaims = {
  productId?: string | undefined
  /** Cases in all. */
  quantity?: number | undefined
  stripeShippingId?: string | undefined
  priceProductId?: string | undefined
  californiaTaxId?: string | undefined
  /** What is to be paid in all. */
  amount?: Cents | undefined
}

/** How a cart is paid: on the provider's page, or by card in ours. */
export type CartChannel = 'cart' | 'card'

type Asked = { claims: CheckoutClaims; channel: CartChannel }

export type OpenedCheckout =
  | { checkout: Checkout; user: User; lines: NewCheckoutLine[] | null }
  | { superseded: Checkout }
  | { reason: WhyNotOpened }

/** Of those who start a checkout from one cart at the same moment one gets through in each round. */
const mostRounds = 100

/**
 * Checks cart and address and records a checkout that holds its stock, or finds the open one when
 * the very same thing was asked before, or names the open one that this cart, or this way to
 * pay it, replaces. Of two requests of one member the later looks again and finds what the other
 * left.
 */
export async function openOrReuseCheckout(
  parts: Parts,
  viewer: Pick<Viewer, 'id'>,
  asked: Asked,
): Promise<OpenedCheckout> {
  for (let round = 0; round < mostRounds; round++) {
    const ground = await checkoutGroundOf(parts.db, viewer.id)
    if (!ground) throw new Error('The signed-in person has no record')
    const opened = await openFrom(parts, ground, asked)
    if (opened !== 'cart-moved') return opened
  }
  throw new Error('The cart was changed by others all the time')
}

async function openFrom(
  { db, clock, settings }: Parts,
  { cart, version, user, wines, open }: CheckoutGround,
  { claims, channel }: Asked,
): Promise<OpenedCheckout | 'cart-moved'> {
  const now = clock()
  const whyNot = whyNotCheckout(cart, user, now)
  if (whyNot) return { reason: whyNot }
  if (disagrees(claims, cart, settings)) return { reason: 'disagrees' }

  const fingerprint = fingerprintOf(cart, user, settings.taxRateId)
  if (open) {
    const same =
      open.channel === channel && open.fingerprint === fingerprint && leavesTime(open, now)
    return same ? { checkout: open, user, lines: null } : { superseded: open }
  }

  if (wines.some((wine) => wine.releaseState !== 'on-sale')) return { reason: 'release-closed' }
  const totals = totalsOf(cart, settings.taxPercent)
  const lines = cart.lines.map((line) => ({
    productId: line.productId,
    description: descriptionOf(productIn(wines, line.productId)),
    quantity: line.quantity,
    unitPriceCents: line.unitPrice,
    taxCents: lineTax(lineTotal(line), settings.taxPercent),
  }))
  const checkout = await insertCheckout(
    db,
    {
      userId: user.id,
      channel,
      fingerprint,
      shippingMethod: cart.shipping,
      subtotalCents: totals.subtotal,
      shippingCents: totals.shipping ?? 0,
      taxCents: totals.tax,
      totalCents: totals.total,
      shipTo: shipToRecordOf(user),
      startedAt: now,
      expiresAt: new Date(now.getTime() + holdMinutes * 60_000),
    },
    lines,
    { userId: user.id, version },
  )
  if (checkout === 'cart-moved') return checkout
  return checkout === 'sold-out' ? { reason: await whyShort(db, lines) } : { checkout, user, lines }
}

/**
 * What could not be held is sold out, unless some are left and only too few for this cart. Looked at
 * anew: what was gone may be free again just now, and a second press gets it.
 */
async function whyShort(
  db: Queryable,
  lines: readonly NewCheckoutLine[],
): Promise<'sold-out' | 'few-left'> {
  const wines = await Promise.all(lines.map((line) => productById(db, line.productId)))
  const isGone = wines.some((wine) => !wine || whyNotAdd(wine) === 'sold-out')
  const areFew = wines.some((wine, index) => wine && isShort(wine, lines[index]!.quantity))
  return !isGone && areFew ? 'few-left' : 'sold-out'
}

function disagrees(claims: CheckoutClaims, cart: Cart, settings: ShopSettings): boolean {
  const tier = shippingTier(itemCount(cart))
  const truth = {
    productId: cart.lines.map((line) => line.productId),
    quantity: [itemCount(cart)],
    stripeShippingId: cart.shipping && tier ? [settings.rateIds[cart.shipping][tier]] : [],
    priceProductId: cart.lines.map((line) => settings.priceIds[line.productId]),
    californiaTaxId: [settings.taxRateId],
    amount: [totalsOf(cart, settings.taxPercent).total],
  } satisfies Record<keyof CheckoutClaims, unknown[]>
  return Object.entries(claims).some(
    ([name, value]) =>
      value !== undefined && !(truth[name as keyof CheckoutClaims] as unknown[]).includes(value),
  )
}

function productIn(products: readonly Product[], id: string): Product {
  const product = products.find((candidate) => candidate.id === id)
  if (!product) throw new Error(`A cart holds ${id}, which the shop does not list`)
  return product
}

/** What an order line reads, years later: `2022 Malbec, case of 3 × 750 ml`. */
export const descriptionOf = (product: Product): string => `${product.title}, ${product.subtitle}`

/** Two equal fingerprints ask for the very same payment page. */
const fingerprintOf = (cart: Cart, user: User, taxRateId: string): string =>
  JSON.stringify([
    cart.lines.map((line) => [line.productId, line.quantity, line.unitPrice]),
    cart.shipping,
    taxRateId,
    shipToRecordOf(user),
  ])

const shipToRecordOf = (user: User): ShipToRecord => ({
  name: `${user.firstName} ${user.lastName}`.trim(),
  phone: user.phone,
  birthdate: user.birthdate,
  address: user.address,
  addressExtra: user.addressExtra,
  city: user.city,
  state: user.state,
  zipCode: user.zipCode,
  rules: shipToRules,
  statement: buyerStatement,
})
