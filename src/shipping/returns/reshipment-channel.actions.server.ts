import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import type { StateProblem } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import type { CheckoutChannel } from '#checkout/checkout-channel.ts'
import { hostedPage } from '#checkout/checkout-channel.ts'
import type { Checkout } from '#checkout/checkouts.store.server.ts'
import { moveCheckout } from '#checkout/checkouts.store.server.ts'
import type { RecordedPayment } from '#checkout/recorded-payment.actions.server.ts'
import { raiseFlag, resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import { whyLawForbidsPaid } from '#orders/order/law-of-order.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import { addressIn } from '#platform/address/address.rules.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import { queueShipmentMails, shipmentMail } from '../emails/shipment-mails.actions.server.ts'
import { isStillOwed } from '../readiness/is-still-owed.actions.server.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { copyShipment } from '../shipments/new-shipments.store.server.ts'
import { whyNotNow } from '../shipments/shipment-actions.actions.server.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { lockShipment, updateShipment } from '../shipments/shipments.store.server.ts'
import { unitsSentTo } from '../shipments/units-to-state.store.server.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import type { Reshipment } from './reshipments.store.server.ts'
import {
  bookReshipmentPaid,
  eraseUnpaidReshipments,
  reshipmentOf,
} from './reshipments.store.server.ts'

/** The shipping of a returned box once more: paid on the provider's page, without wine and without an order. */
export const reshipmentChannel: CheckoutChannel = {
  ...hostedPage,
  // The provider's subtotal is its line, which is the shipping.
  compared: ['total'],
  find: ({ payments }, { id, startedAt }) => payments.findOfferSession(id, startedAt),
  settle: async (services, session, { checkout }) =>
    session.paid ? bookReshipment(services, session, checkout) : { state: 'open' },
  recorded: bookedReshipment,
  erase: eraseUnpaidReshipments,
}

/**
 * Records the paid reshipment of a returned box, which gets a second shipment; the stock stays as it is.
 * Idempotent. If it can't be sent any more, because the wine was refunded or the payment disputed
 * meanwhile, a job refunds it.
 */
async function bookReshipment(
  services: Services,
  session: Pick<PaymentSession, 'amountTotal' | 'paymentIntentId'>,
  checkout: Checkout,
): Promise<RecordedPayment> {
  const { db, log } = services
  const booked = await db.transaction((tx) => book(services, tx, session, checkout))
  if (!booked) return bookedReshipment(services, checkout)
  log.info({ order: booked.orderId, checkout: checkout.id }, 'reshipment recorded')
  if (booked.isServed) await recomputeReadiness(services, { orderId: booked.orderId })
  return { state: 'booked', ...booked }
}

/** The result for a reshipment that was recorded already. */
async function bookedReshipment(
  { db }: Pick<Services, 'db'>,
  checkout: Pick<Checkout, 'id'>,
): Promise<RecordedPayment> {
  const row = await reshipmentOf(db, checkout.id)
  if (!row) throw new Error(`Checkout ${checkout.id} has no reshipment`)
  return { state: 'booked', orderId: row.orderId, isServed: row.refundWantedAt === null }
}

async function book(
  services: Services,
  tx: Transaction,
  { amountTotal, paymentIntentId }: Pick<PaymentSession, 'amountTotal' | 'paymentIntentId'>,
  checkout: Checkout,
): Promise<{ orderId: string; isServed: boolean } | null> {
  const paidAt = services.clock()
  const row = await reshipmentOf(tx, checkout.id)
  const byLaw = row && (await whyForbidden(tx, row, paidAt))
  const moved = await moveCheckout(tx, checkout.id, checkout.state, 'paid', paidAt)
  if (!moved || !row) return null
  const order = (await lockOrder(tx, row.orderId))!
  const shipment = (await lockShipment(tx, row.shipmentId))!
  // The address of an unpaid reshipment is erased after a while.
  const isWhole = amountTotal >= checkout.totalCents && Boolean(row.shipTo.address)
  const mayShip = whyNotNow('ship-again', shipment, await parcelsOf(tx, [shipment.id])) === null
  const isServed = isWhole && !byLaw && mayShip && (await isStillOwed(tx, order, shipment))
  await bookReshipmentPaid(tx, checkout.id, {
    paidAt,
    paidCents: amountTotal,
    paymentIntentId,
    isRefunded: !isServed,
  })
  if (isServed) await shipAgain(services, tx, { order, shipment, checkout, row, amountTotal })
  else {
    await raiseFlag(tx, order.id, 'reshipment-not-served', { source: checkout.id })
    await queueJob(tx, 'refund-reshipment', { checkoutId: checkout.id }, `refund:${checkout.id}`)
  }
  return { orderId: order.id, isServed }
}

/** What was allowed when the page was opened may be too much by now: an open page counts for nobody. */
async function whyForbidden(
  tx: Transaction,
  { orderId, shipmentId: id, shipTo }: Reshipment,
  at: Date,
): Promise<StateProblem | null> {
  const units = await unitsSentTo(tx, { orderId, state: shipTo.state, id })
  return whyLawForbidsPaid(tx, orderId, { to: addressIn(shipTo), at, units })
}

type Paid = {
  order: Order
  shipment: Shipment
  checkout: Checkout
  row: Reshipment
  amountTotal: number
}

async function shipAgain(services: Services, tx: Transaction, paid: Paid): Promise<void> {
  const { order, shipment, checkout, row, amountTotal } = paid
  const at = services.clock()
  const method = checkout.shippingMethod ?? shipment.method
  await copyShipment(tx, shipment, 'reshipment', at, { method, shipTo: row.shipTo })
  await updateShipment(tx, shipment.id, { returnChoice: 'again', chosenAt: at, settledAt: at })
  const reason = 'return-unanswered'
  await resolveFlagOf(tx, { orderId: order.id, reason, source: shipment.id })
  await insertEvent(tx, {
    shipmentId: shipment.id,
    at,
    source: 'customer',
    kind: 'chose-again',
    text: formatAmount(amountTotal),
  })
  await queueShipmentMails(tx, [
    shipmentMail(
      services,
      'order-reshipped',
      { order, shipmentId: shipment.id },
      {
        service: shippingMethodName[method],
        to: [row.shipTo.city, row.shipTo.state].filter(Boolean).join(', '),
        paid: formatAmount(amountTotal),
      },
    ),
  ])
}
