import { networkAttempts, withinLimits } from '#accounts/sign-in/rate-limits.actions.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { buyerStatement, buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { shipToRules } from '#catalogue/destinations/ship-to.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { needsAddress, shippingTier } from '#catalogue/destinations/shipping.rules.ts'
import { whyNotByStateText } from '#catalogue/destinations/state-rules/state-rules.copy.ts'
import type {
  ForbiddenVerdict,
  StateProblem,
} from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { forbids } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import type { StateSale } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { lineTax } from '#catalogue/destinations/tax.rules.ts'
import type { KeptOfTyped, Typed } from '#catalogue/destinations/typed-fields.rules.ts'
import { readTyped } from '#catalogue/destinations/typed-fields.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import type { Product } from '#catalogue/wines/catalogue.rules.ts'
import { whyNotAdd } from '#catalogue/wines/catalogue.rules.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { addressIn } from '#platform/address/address.rules.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services, ShopSettings } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { Cart } from './cart/cart.rules.ts'
import { chargeOf, itemCount, lineTotal, quantityOf, totalsOf, unitsOf } from './cart/cart.rules.ts'
import type { CheckoutSnapshot } from './cart/carts.store.server.ts'
import { checkoutSnapshotOf } from './cart/carts.store.server.ts'
import type { WhyNotOpened } from './checkout.rules.ts'
import { holdMinutes, leavesTime, whyNotCheckout, whyNotOpened } from './checkout.rules.ts'
import type { Checkout } from './checkouts.store.server.ts'
import { arePricesRight } from './compare-prices.actions.server.ts'
import { checkoutStarts, newBuyerHolds, shortHolds, unconfirmedHolds } from './hold-limits.rules.ts'
import { holderNetworkOf } from './holder-network.actions.server.ts'
import type { NewCheckoutLine } from './new-checkouts.store.server.ts'
import { insertCheckout } from './new-checkouts.store.server.ts'
import { shownDestinations } from './view-ship-to.actions.server.ts'

/** What the caller expects of the purchase. Only compared: a mismatch is refused. */
export type CheckoutClaims = {
  productId?: string | undefined
  /** Cases in all. */
  quantity?: number | undefined
  stripeShippingId?: string | undefined
  priceProductId?: string | undefined
  californiaTaxId?: string | undefined
  /** The expected total charge. */
  amount?: Cents | undefined
  /** Where the page said that the wine goes, in one line. */
  shipTo?: string | undefined
}

/** How a cart is paid: on the provider's page, or by card on ours. */
type CartChannel = 'cart' | 'card'

type CheckoutRequest = {
  claims: CheckoutClaims
  channel: CartChannel
  /** The client's IP address. */
  address: string
  /** What the buyer typed beside the cart; ignored where it is picked up. */
  typed: Typed
}

type OpenedCheckout =
  | { checkout: Checkout; user: User; lines: NewCheckoutLine[] | null }
  | { superseded: Checkout }
  | { reason: WhyNotOpened }
  | { reason: StateProblem; sentence: string }

/** Attempts under contention: one of the concurrent requests gets through per attempt. */
const maxAttempts = 100

/**
 * Checks cart and address and records a checkout that holds its stock; or returns the open checkout
 * of an equal request; or the open checkout that this one replaces. Optimistic locking on the
 * cart's version: of two concurrent requests of one user the later reads again and finds the result
 * of the first.
 */
export async function openOrReuseCheckout(
  services: Services,
  viewer: Pick<Viewer, 'id'>,
  request: CheckoutRequest,
): Promise<OpenedCheckout> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const snapshot = await checkoutSnapshotOf(services.db, viewer.id, startsSince(services.clock()))
    if (!snapshot) throw new Error('The signed-in user has no record')
    const opened = await openFrom(services, snapshot, request)
    if (opened !== 'cart-moved') return opened
  }
  throw new Error('Cart version conflict on every attempt')
}

async function openFrom(
  services: Services,
  snapshot: CheckoutSnapshot,
  { claims, channel, address, typed }: CheckoutRequest,
): Promise<OpenedCheckout | 'cart-moved'> {
  const { db, clock, settings } = services
  const { cart, version, user, wines, priceIds, hasAllocations, open, openUnits, recent } = snapshot
  const now = clock()
  const known = { ...settings, priceIds: { ...settings.priceIds, ...priceIds } }
  if (disagrees(claims, cart, user, known)) return { reason: 'disagrees' }
  const whyNot = whyNotCheckout(cart, user, shopToday(services))
  if (whyNot) return { reason: whyNot }
  const read = readTyped(cart.shipping === 'pickup' ? {} : typed)
  if (!read.ok) return { reason: read.reason }

  const shipTo = shipToRecordOf(user, cart.shipping, read.kept)
  const fingerprint = fingerprintOf(cart, shipTo, settings.taxRateId)
  const sale = snapshot.hasStateRules ? saleOf(snapshot, shipTo) : null
  if (open) {
    // The page that is open stays as it is.
    const verdict = sale && (await stateVerdict(db, sale, now))
    if (verdict && forbids(verdict)) return whyForbidden(verdict, cart, user)
    const same =
      open.channel === channel && open.fingerprint === fingerprint && leavesTime(open, now)
    if (same) return { checkout: open, user, lines: null }
    // What it holds could not be held again: it stays as it is, and can still be paid.
    const closedNow = wines
      .map((wine) => whyNotReplaced(wine, quantityOf(cart, wine.id), openUnits[wine.id] ?? 0))
      .find((why) => why)
    if (closedNow) return { reason: closedNow }
    // Ending it now would start the buyer's waiting time for the next hold.
    if (mustWaitAfter(open, user, now)) return { reason: 'confirm-first' }
  }

  if (recent.starts >= checkoutStarts.max) return { reason: 'often-started' }
  const holderNetwork = holderNetworkOf(user, address, wines, hasAllocations)
  const expiresAt = holdUntil(holderNetwork, recent, now)
  if (!leavesTime({ expiresAt }, now)) return { reason: 'held-enough' }
  if (open) {
    const changes = networkAttempts('checkout-changes', changesPerNetwork, address)
    if (!(await withinLimits(services, changes))) return { reason: 'often-started' }
    return { superseded: open }
  }

  const stopped = wines.map(whyStopped).find((why) => why !== null)
  if (stopped) return { reason: stopped }
  const lines = cart.lines.map((line) => ({
    productId: line.productId,
    description: descriptionOf(productIn(wines, line.productId)),
    quantity: line.quantity,
    unitPriceCents: line.unitPrice,
    taxCents: lineTax(lineTotal(line), settings.taxPercent),
  }))
  if (!(await arePricesRight(services, lines, priceIds))) return { reason: 'price-differs' }
  const checkout = await insertCheckout(
    db,
    {
      userId: user.id,
      channel,
      fingerprint,
      shippingMethod: cart.shipping,
      ...chargeOf(totalsOf(cart, settings.taxPercent)),
      shipTo: {
        ...shipTo,
        statementShown: { channel, at: now.toISOString() },
      },
      holderNetwork,
      isConfirmed: user.emailVerified,
      shortUntil: shortHoldUntil(recent, now),
      isRehearsal: wines.some((wine) => wine.release?.isRehearsal),
      startedAt: now,
      expiresAt,
      sale,
    },
    lines,
    { userId: user.id, version, hasAllocations },
  )
  if (checkout === 'cart-moved') return checkout
  if (checkout === 'hold-limit') {
    const why = user.emailVerified ? 'network-holds' : 'confirm-first'
    return { reason: (await whyShort(db, user.id, now)) ?? why }
  }
  if (checkout === 'sold-out') return { reason: (await whyShort(db, user.id, now)) ?? 'sold-out' }
  if ('forbidden' in checkout) return whyForbidden(checkout.forbidden, cart, user)
  return { checkout, user, lines }
}

/** What is asked of the law; a pickup is never asked about. */
const saleOf = (
  { cart, user, open }: Pick<CheckoutSnapshot, 'cart' | 'user' | 'open'>,
  shipTo: ShipToRecord,
): StateSale | null =>
  cart.shipping !== null && needsAddress(cart.shipping)
    ? {
        shipTo,
        userId: user.id,
        email: user.email,
        units: unitsOf(cart),
        ...(open && { checkoutId: open.id }),
      }
    : null

const whyForbidden = (verdict: ForbiddenVerdict, cart: Cart, { state }: Pick<User, 'state'>) => ({
  reason: verdict.problem,
  sentence: whyNotByStateText(verdict, { state, cases: itemCount(cart) }),
})

const startsSince = (now: Date) => new Date(now.getTime() - checkoutStarts.minutes * 60_000)

/** Changes of an open checkout from one network; each costs calls to the payment provider. */
const changesPerNetwork = { minutes: 60, max: 200 }

/** When a new hold ends: a new buyer's that was renewed twice ends with the last of them. */
function holdUntil(
  holderNetwork: string | null,
  { starts, until }: CheckoutSnapshot['recent'],
  now: Date,
): Date {
  const whole = new Date(now.getTime() + holdMinutes * 60_000)
  const isRenewable = holderNetwork === null || starts <= newBuyerHolds.renewals
  return isRenewable || until === null ? whole : new Date(until)
}

/** When a short hold ends: with the last hold of the past hour, if there was one. Null when that is too soon. */
function shortHoldUntil({ until }: CheckoutSnapshot['recent'], now: Date): Date | null {
  const whole = new Date(now.getTime() + shortHolds.minutes * 60_000)
  const expiresAt = until === null || new Date(until) > whole ? whole : new Date(until)
  return leavesTime({ expiresAt }, now) ? expiresAt : null
}

const mustWaitAfter = (open: Checkout, user: User, now: Date): boolean =>
  open.holderNetwork !== null &&
  !user.emailVerified &&
  now.getTime() - open.startedAt.getTime() > unconfirmedHolds.waitMinutes * 60_000

/** Why a wine in a cart is not sold to this buyer now, whatever its stock; null when it is. */
function whyStopped(wine: Product): WhyNotOpened | null {
  const why = whyNotAdd(wine)
  return why === null || why === 'sold-out' ? null : whyNotOpened(why)
}

/** Why a wine could not be held again in place of the `held` units of the buyer's open checkout, or null. */
function whyNotReplaced(wine: Product, wanted: number, held: number): WhyNotOpened | null {
  const why = whyStopped(wine)
  // Ending that checkout returns its units, to the allocation too.
  const isUsedUp = held === 0 || (wine.release?.own?.usable ?? 0) + held < wanted
  if (why !== null && (why !== 'allocation-used' || isUsedUp)) return why
  if (wine.available === null || wine.available + held >= wanted) return null
  return wine.available + held === 0 ? 'sold-out' : 'few-left'
}

/**
 * Why the cart could not be held: its release was stopped meanwhile, or stock or allocation are too
 * low. Null when there is enough now: it may have been returned in the meantime.
 */
async function whyShort(db: Queryable, userId: string, now: Date): Promise<WhyNotOpened | null> {
  const snapshot = await checkoutSnapshotOf(db, userId, startsSince(now))
  if (!snapshot) return null
  const { cart, wines } = snapshot
  const whys = wines.map((wine) => whyNotAdd(wine, quantityOf(cart, wine.id)))
  const why = whys.find((one) => one !== null)
  return why ? whyNotOpened(why) : null
}

/** Whether a claim is not so. What an empty cart, or one without a method, leaves open is not compared. */
function disagrees(
  claims: CheckoutClaims,
  cart: Cart,
  user: User,
  settings: Pick<ShopSettings, 'priceIds' | 'rateIds' | 'taxRateId' | 'taxPercent'>,
): boolean {
  const tier = shippingTier(itemCount(cart))
  const isFilled = cart.lines.length > 0
  const rates = cart.shipping && settings.rateIds[cart.shipping]
  const truth: Record<keyof CheckoutClaims, unknown[] | null> = {
    productId: isFilled ? cart.lines.map((line) => line.productId) : null,
    quantity: isFilled ? [itemCount(cart)] : null,
    stripeShippingId: rates ? [tier && rates[tier]] : null,
    priceProductId: isFilled ? cart.lines.map((line) => settings.priceIds[line.productId]) : null,
    californiaTaxId: [settings.taxRateId],
    shipTo: rates && cart.shipping !== 'pickup' ? shownDestinations(user) : null,
    amount: isFilled && rates ? [totalsOf(cart, settings.taxPercent).charged] : null,
  }
  return Object.entries(claims).some(
    ([name, value]) =>
      value !== undefined && truth[name as keyof CheckoutClaims]?.includes(value) === false,
  )
}

function productIn(products: readonly Product[], id: string): Product {
  const product = products.find((candidate) => candidate.id === id)
  if (!product) throw new Error(`The cart has ${id}, which the shop does not list`)
  return product
}

/** Description of an order line, saved with it: `2022 Malbec, case of 3 × 750 ml`. */
export const descriptionOf = (product: Product): string => `${product.title}, ${product.subtitle}`

/** Equal fingerprints request the same payment page. */
const fingerprintOf = (cart: Cart, shipTo: ShipToRecord, taxRateId: string): string =>
  JSON.stringify([
    cart.lines.map((line) => [line.productId, line.quantity, line.unitPrice]),
    cart.shipping,
    taxRateId,
    shipTo,
  ])

const shipToRecordOf = (
  user: User,
  method: ShippingMethod | null,
  kept: KeptOfTyped,
): ShipToRecord => ({
  name: `${user.firstName} ${user.lastName}`.trim(),
  phone: user.phone,
  birthdate: user.birthdate,
  ...addressIn(user),
  rules: shipToRules,
  statement: kept.gift ? buyerStatements.gift : buyerStatement(method),
  ...kept,
})
