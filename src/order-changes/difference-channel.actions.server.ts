import { shipToRules, whyNotShipTo } from '#catalogue/destinations/ship-to.rules.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import type { ShipToRecord } from '#catalogue/tables.ts'
import type { CheckoutChannel } from '#checkout/checkout-channel.ts'
import { hostedPage } from '#checkout/checkout-channel.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import { moveCheckout } from '#checkout/checkouts.store.server.ts'
import type { RecordedPayment } from '#checkout/recorded-payment.actions.server.ts'
import { raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import { whyLawForbidsPaid } from '#orders/order/law-of-order.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import { addressIn } from '#platform/address/address.rules.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'
import type { Shipment } from '#shipping/shipments/shipments.store.server.ts'
import {
  lockShipments,
  shipmentsOf,
  updateShipment,
} from '#shipping/shipments/shipments.store.server.ts'

import { methodOptions, paidInAll } from './change-money.rules.ts'
import type { Changed } from './change-order.actions.server.ts'
import { writeChange } from './change-order.actions.server.ts'
import { bookDifferencePaid, differenceOf, paidDifferencesOf } from './differences.store.server.ts'
import { endBuyersHolds } from './hold.store.server.ts'
import { paidOrderOf } from './paid-order.actions.server.ts'
import {
  isDifferenceServed,
  keyOfDifference,
  makeNow,
  refundDifferences,
} from './refund-differences.actions.server.ts'
import type { OwnOrder } from './view-changes.actions.server.ts'
import { changeFacts, whyNoChangeBy } from './view-changes.actions.server.ts'

/** What a dearer shipping method costs more: paid on the provider's page, without wine and without an order. */
export const differenceChannel: CheckoutChannel = {
  ...hostedPage,
  compared: ['total'],
  find: ({ payments }, { id, startedAt }) => payments.findOfferSession(id, startedAt),
  settle: async (services, session, { checkout }) =>
    session.paid ? bookDifference(services, session, checkout) : { state: 'open' },
  recorded: bookedDifference,
}

type Paid = Pick<PaymentSession, 'amountTotal' | 'paymentIntentId'>

/**
 * Records a paid difference with the change that it is for. Idempotent. If that can't be made any more, because
 * the shipment has left or the order was changed meanwhile, all of it is refunded.
 */
async function bookDifference(
  services: Services,
  session: Paid,
  checkout: Checkout,
): Promise<RecordedPayment> {
  const { db, log } = services
  const booked = await db.transaction((tx) => book(services, tx, session, checkout))
  if (!booked) return bookedDifference(services, checkout)
  log.info({ order: booked.orderId, checkout: checkout.id }, 'shipping difference recorded')
  if (booked.isServed) await recomputeReadiness(services, { orderId: booked.orderId })
  else await makeNow(services, checkout.id)
  return { state: 'booked', ...booked }
}

/** The result for a difference that was recorded already: one that was served may be refunded since. */
async function bookedDifference(
  { db }: Pick<Services, 'db'>,
  { id }: Pick<Checkout, 'id'>,
): Promise<RecordedPayment> {
  const row = await differenceOf(db, id)
  if (!row) throw new Error(`Checkout ${id} has no difference`)
  const { orderId } = row
  return { state: 'booked', orderId, isServed: await isDifferenceServed(db, orderId, id) }
}

async function book(
  services: Services,
  tx: Transaction,
  { amountTotal, paymentIntentId }: Paid,
  checkout: Checkout,
): Promise<{ orderId: string; isServed: boolean } | null> {
  const paidAt = services.clock()
  const method = checkout.shippingMethod!
  const row = await differenceOf(tx, checkout.id)
  // Of an order that was to be collected: the page counted for nobody while it was open.
  const byLaw =
    row && checkout.shipTo && method !== 'pickup'
      ? await whyLawForbidsPaid(tx, row.orderId, { to: addressIn(checkout.shipTo), at: paidAt })
      : null
  const moved = await moveCheckout(tx, checkout.id, checkout.state, 'paid', paidAt)
  if (!moved || !row) return null
  const order = (await lockOrder(tx, row.orderId))!
  const ids = (await shipmentsOf(tx, order.id)).map(({ id }) => id)
  const facts = await changeFacts(tx, order, await lockShipments(tx, ids))
  // What staff asked for may be paid under the rules by which they asked.
  const whyNot = whyNoChangeBy(row, facts)
  // Before the payment is one of those that count.
  const cents =
    whyNot === null || whyNot === 'too-many'
      ? await differenceNow(services, tx, order, facts.shipments, method)
      : null
  const shipTo = facts.shipments[0]?.method === 'pickup' ? checkout.shipTo : null
  // The address of an unpaid checkout is erased after a while.
  const mayGo =
    facts.shipments[0]?.method !== 'pickup' ||
    (shipTo !== null && !byLaw && whyNotShipTo(shipTo, shopToday(services)) === null)
  const isServed = cents === amountTotal && mayGo
  await bookDifferencePaid(tx, checkout.id, { paidAt, paidCents: amountTotal, paymentIntentId })
  if (isServed) {
    await writeMethod(services, tx, {
      own: { order, by: row.by, page: '' },
      shipments: facts.shipments,
      at: paidAt,
      method,
      shipTo,
      cents: amountTotal,
      requestKey: keyOfDifference(checkout.id),
    })
  } else {
    await raiseFlag(tx, order.id, 'difference-not-served', { source: checkout.id })
    const rest = (await paidDifferencesOf(tx, order.id)).filter(
      ({ checkoutId }) => checkoutId === checkout.id,
    )
    await refundDifferences(tx, rest, amountTotal)
  }
  return { orderId: order.id, isServed }
}

/** What the method costs more than the present one, or null where it is not offered. */
async function differenceNow(
  services: Services,
  tx: Transaction,
  order: Order,
  shipments: readonly Shipment[],
  method: ShippingMethod,
): Promise<Cents | null> {
  const options = methodOptions(await paidOrderOf(services, tx, order, shipments))
  return options.find((option) => option.method === method)?.cents ?? null
}

type NewMethod = {
  own: OwnOrder
  shipments: readonly Shipment[]
  at: Date
  method: ShippingMethod
  /** Where it goes that was collected until now. */
  shipTo: ShipToRecord | null
  /** Paid for it, or refunded below zero. */
  cents: Cents
  /** Why staff give a dearer one free of charge. */
  reason?: string
  requestKey: string
}

/** Changes the method of an order, whose shipments are locked. */
export async function writeMethod(
  services: Services,
  tx: Transaction,
  { own, shipments, at, method, shipTo, cents, reason, requestKey }: NewMethod,
): Promise<Changed> {
  const to = method === 'pickup' ? nowhere : shipTo && placeOf(shipTo, at)
  for (const { id } of shipments) await updateShipment(tx, id, { method, ...to })
  if (method === 'pickup') await endBuyersHolds(tx, shipments, { by: 'Buyer', at })
  const before = { method: shipments[0]!.method, cents: 0 }
  const after = { method, cents, ...(reason !== undefined && { reason }) }
  const change = { at, requestKey, kind: 'method', before, after } as const
  const total = paidInAll(await paidOrderOf(services, tx, own.order, shipments))
  return writeChange(services, tx, { own, shipments }, change, {
    why: reason,
    money: [
      cents > 0 && `You paid ${formatAmount(cents)} more.`,
      cents < 0 && `We refund ${formatAmount(-cents)} to the card you paid with.`,
      cents === 0
        ? 'The price stays the same.'
        : `Your order comes to ${formatAmount(total + Math.min(0, cents))} now.`,
    ]
      .filter(Boolean)
      .join(' '),
  })
}

/** What its buyer set for the delivery ends with it: no page of a pickup could change that. */
const nowhere = { shipTo: null, toState: '', toZip: '', notBefore: null }

const placeOf = (shipTo: ShipToRecord, at: Date) => ({
  shipTo: {
    ...shipTo,
    rules: shipToRules,
    statementShown: { channel: 'order-page' as const, at: at.toISOString() },
  },
  toState: shipTo.state,
  toZip: shipTo.zipCode,
})
