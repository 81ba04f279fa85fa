import { userById } from '#accounts/users/users.store.server.ts'
import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import { stateVerdictIfAsked } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import type { OfferRefusal } from '#catalogue/offers/offers.rules.ts'
import { whyForbidden } from '#catalogue/offers/offers.rules.ts'
import { eachAmount } from '#catalogue/prices/amounts.rules.ts'
import type { Channel } from '#catalogue/tables.ts'
import { channels } from '#catalogue/tables.ts'
import { returnStock, sellFreeStock } from '#catalogue/wines/products.store.server.ts'
import type { FlagReason } from '#orders/flags/flag-reasons.copy.ts'
import { raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import { orderMails } from '#orders/order/order-mails.actions.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { insertOrder, newOrder } from '#orders/order/orders.store.server.ts'
import { queueFullRefund } from '#orders/refunds/make-refund.actions.server.ts'
import type { PaymentStatus } from '#payments/card-payments.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'

import type { RecordedOrder, Checkout, PaymentSnapshot } from './checkouts.store.server.ts'
import { forbidSince, moveToPaid, paymentSnapshotOf } from './checkouts.store.server.ts'
import type { SettledCharge } from './offers/offer-charge.actions.server.ts'
import { saleOfCheckout } from './offers/offer-charge.actions.server.ts'
import type { BookedPayment } from './recorded-payment.actions.server.ts'

/** A captured payment; one made on a payment page also has a session. */
type PaidPayment = PaymentStatus & { sessionId: string | null } & Pick<
    PaymentSession,
    'paymentLinkId'
  >

type InsertedOrder = {
  order: Order
  isServed: boolean
  isShort: boolean
  verdict: Checkout['verdict']
}

/**
 * Records what was paid in one transaction: checkout paid, stock sold, order written, cart reduced,
 * emails queued. The order's total is what was paid: more than it costs is served and flagged, less
 * is never served but refunded whole. Of concurrent calls the first writes the order, the others
 * return it.
 */
export async function bookPayment(
  services: Services,
  payment: PaidPayment,
  snapshot: PaymentSnapshot,
  charge: SettledCharge | null,
): Promise<BookedPayment> {
  const { db, log } = services
  const recorded = await db.transaction((tx) => writeOrder(services, tx, payment, snapshot, charge))
  if (recorded) {
    const { order, verdict, ...outcome } = recorded
    log.info({ order: order.id, number: order.number }, 'payment recorded')
    return { ...recordedResult({ verdict }, { ...order, ...outcome }), isNew: true }
  }
  const winner = await paymentSnapshotOf(db, { checkoutId: snapshot.checkout.id })
  if (winner?.order) return recordedResult(winner.checkout, winner.order)
  // Its hold ended between the two: now it is late money, which looks for its units again.
  if (winner && winner.checkout.state !== snapshot.checkout.state) {
    return bookPayment(services, payment, winner, charge)
  }
  throw new Error(`Paid ${payment.sessionId ?? payment.paymentIntentId} has no order of its own`)
}

/** The result for a payment that already has an order. */
export const recordedResult = (
  { verdict }: Pick<Checkout, 'verdict'>,
  order: RecordedOrder,
): BookedPayment => ({
  state: 'paid',
  orderId: order.id,
  userId: order.userId,
  isNew: false,
  notServed: order.isServed ? null : whyNotServed(verdict, order),
})

const whyNotServed = (verdict: Checkout['verdict'], { isShort }: RecordedOrder): OfferRefusal =>
  whyForbidden(verdict) ?? (isShort ? 'amount-short' : 'stock-gone')

/** The order of a payment, or null when a concurrent call has written it. */
async function writeOrder(
  services: Services,
  tx: Transaction,
  payment: PaidPayment,
  { checkout, lines, shipsFrom }: PaymentSnapshot,
  charge: SettledCharge | null,
): Promise<InsertedOrder | null> {
  const now = services.clock()
  const isHeld = checkout.state === 'open'
  const snapshot = { checkout, lines }
  // Before any other lock.
  const counts = isHeld && !charge?.isElsewhere
  const since = counts ? null : await forbiddenSince(tx, snapshot, payment, { charge, now })
  const owner = await moveToPaid(tx, checkout, now)
  if (!owner) return null

  if (since) await forbidSince(tx, checkout.id, since)
  const verdict = since ?? charge?.verdict ?? null
  // Captured although it may not be served: by a payment link, or manually at the provider.
  const isForbidden = whyForbidden(verdict) !== null
  const figures = charge ?? checkout
  const isShort = payment.amountTotal < figures.totalCents
  const mayServe = !isForbidden && !isShort
  if (!mayServe && isHeld) await returnStock(tx, checkout.id, lines)
  // A sale of a payment link was begun at the provider, whatever the release's hours.
  const mustBeOpen = payment.paymentLinkId !== null && payment.paymentLinkId !== undefined
  const isServed =
    mayServe && (isHeld || (await sellFreeStock(tx, checkout.id, lines, { mustBeOpen })))
  const order = newOrder({
    number: owner.orderNumber,
    userId: owner.userId,
    checkoutId: checkout.id,
    channel: channelOf(checkout),
    sessionId: payment.sessionId,
    paymentIntentId: payment.paymentIntentId,
    email: payment.email ?? checkout.email ?? (await emailOf(tx, owner)),
    name: figures.shipTo?.name || payment.name || '',
    shippingMethod: figures.shippingMethod,
    shipTo: figures.shipTo,
    ...eachAmount((amount) => checkout[amount]),
    shippingCents: figures.shippingCents,
    totalCents: payment.amountTotal,
    isRehearsal: checkout.isRehearsal,
    // A refunded order shows no thank-you page.
    thankedAt: isServed ? null : now,
    createdAt: now,
  })
  await insertOrder(
    tx,
    order,
    // An order that is not served does not change the stock.
    lines.map(({ checkoutId: _checkoutId, ...line }) => ({
      ...line,
      returned: isServed ? 0 : line.quantity,
    })),
    {
      sellHeld: isHeld && isServed,
      emails: isServed ? orderMails(order, { lines, shipsFrom }, services) : [],
      shipment: isServed ? (written) => services.fulfilment.shipmentOf(now, written) : null,
    },
  )
  const flag = flagOf({
    isServed,
    isForbidden,
    isShort,
    isWhole: payment.amountTotal === figures.totalCents,
    isElsewhere: charge?.isElsewhere ?? false,
  })
  if (flag) await raiseFlag(tx, order.id, flag)
  if (!isServed) await queueFullRefund(tx, order, flag)
  // Events about its refunds that came before this order existed were ignored: read its refunds
  // now.
  if (payment.paymentLinkId && payment.paymentIntentId) {
    await queueJob(tx, 'record-after-sale', { paymentId: payment.paymentIntentId })
  }
  return { order, isServed, isShort, verdict }
}

/**
 * Why the law forbids what was to be served, or null. A sale whose hold has ended, or that never had one, and one that
 * was paid for another address, count for no other there until the order is written: others may have been sold since.
 */
async function forbiddenSince(
  tx: Transaction,
  { checkout, lines }: Pick<PaymentSnapshot, 'checkout' | 'lines'>,
  payment: PaidPayment,
  { charge, now }: { charge: SettledCharge | null; now: Date },
) {
  const { shipTo, shippingMethod } = charge ?? checkout
  if ((charge && charge.verdict !== 'serve') || !shipTo) return null
  if (shippingMethod && !needsAddress(shippingMethod)) return null
  const sale = saleOfCheckout(checkout, lines, { shipTo, email: payment.email ?? checkout.email })
  return (await stateVerdictIfAsked(tx, sale, now, { locks: true }))?.problem ?? null
}

/** The other channels make no order. */
function channelOf({ id, channel }: Checkout): Channel {
  if (!isOneOf(channels, channel)) throw new Error(`Checkout ${id} has no wine to order`)
  return channel
}

/** The order's email; card checkouts have none of their own, so the user's is used. */
const emailOf = async (tx: Transaction, { userId }: Pick<Checkout, 'userId'>): Promise<string> =>
  (userId && (await userById(tx, userId))?.email) || ''

type Status = {
  isServed: boolean
  isForbidden: boolean
  isShort: boolean
  isWhole: boolean
  isElsewhere: boolean
}

/** Why the order needs review, or null. */
function flagOf({
  isServed,
  isForbidden,
  isShort,
  isWhole,
  isElsewhere,
}: Status): FlagReason | null {
  if (isForbidden) return 'address-not-served'
  if (isShort) return 'amount-short'
  if (!isServed) return 'stock-gone'
  if (!isWhole) return 'amount-differs'
  return isElsewhere ? 'address-differs' : null
}
