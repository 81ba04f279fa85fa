import { isOverOrderLimit } from '#orders/approvals/order-limit.actions.server.ts'
import { raiseFlag, resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import { queueRefund } from '#orders/refunds/make-refund.actions.server.ts'
import { insertRefund, refundsOf } from '#orders/refunds/refunds.store.server.ts'
import { refundableCents } from '#payments/after-sale.rules.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Outcome, Services } from '#platform/services/services.ts'

import { openPlaces } from '../pickup/pickups.store.server.ts'
import { isStillOwed, isWhollyRefunded } from '../readiness/is-still-owed.actions.server.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { copyShipment } from '../shipments/new-shipments.store.server.ts'
import { stageOf } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { lockShipment, updateShipment } from '../shipments/shipments.store.server.ts'
import { returnRefundReason } from '../shipments/shipping.copy.ts'
import { areApart } from '../tracking/events.rules.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import type { BuyerOfOrder } from '../whereabouts/order-of-buyer.actions.server.ts'
import { shipmentOfBuyer } from '../whereabouts/order-of-buyer.actions.server.ts'
import { openReshipmentOf } from './reshipments.store.server.ts'
import { insertReturnRefund } from './reshipments.store.server.ts'
import { wineOf } from './returned-wine.actions.server.ts'
import { closeReshipment } from './start-reshipment.actions.server.ts'

type ChosenReturn = Outcome<'gone' | 'settled' | 'payment-open'>

/**
 * Records the buyer's choice for a returned box: to collect it, or to have the wine and its tax refunded
 * without the shipping once it is received, while the wine is still owed. An open payment page for sending it again is
 * closed first.
 */
export async function chooseReturn(
  services: Services,
  buyer: BuyerOfOrder,
  { shipmentId: id, choice }: { shipmentId: string; choice: 'collect' | 'refund' },
): Promise<ChosenReturn> {
  const { db, clock } = services
  const own = await shipmentOfBuyer(services, buyer, id)
  if (!own) return { ok: false, reason: 'gone' }
  const { order, shipment: found } = own
  if (!(await closeReshipment(services, found.id))) return { ok: false, reason: 'payment-open' }
  const chosen = await db.transaction(async (tx): Promise<ChosenReturn> => {
    const locked = (await lockOrder(tx, order.id))!
    const shipment = (await lockShipment(tx, found.id))!
    if (stageOf(shipment.state) !== 'back' || shipment.settledAt || shipment.returnChoice) {
      return { ok: false, reason: 'settled' }
    }
    // Not before staff have said what is in which of its parcels.
    if (areApart(await parcelsOf(tx, [shipment.id]))) return { ok: false, reason: 'settled' }
    if (choice === 'collect' && shipment.receivedAt) return { ok: false, reason: 'settled' }
    if (!(await isStillOwed(tx, locked, shipment))) return { ok: false, reason: 'settled' }
    if (await openReshipmentOf(tx, shipment.id)) return { ok: false, reason: 'payment-open' }
    const at = clock()
    const { id: shipmentId } = shipment
    const kind = choice === 'collect' ? 'chose-collect' : 'chose-refund'
    await insertEvent(tx, { shipmentId, at, source: 'customer', kind })
    if (choice === 'collect') {
      await copyShipment(tx, shipment, 'reshipment', at, { method: 'pickup', shipTo: null })
      // Without a pickup place, staff arrange the time.
      if ((await openPlaces(tx)).length === 0) {
        await raiseFlag(tx, locked.id, 'collect-returned', { source: shipmentId })
      }
    } else if (shipment.receivedAt) await refundReturned(services, tx, locked, shipment)
    const reason = 'return-unanswered'
    await resolveFlagOf(tx, { orderId: locked.id, reason, source: shipmentId })
    const isSettled = choice === 'collect' || shipment.receivedAt !== null
    await updateShipment(tx, shipmentId, {
      returnChoice: choice,
      chosenAt: at,
      ...(isSettled && { settledAt: at }),
    })
    return { ok: true }
  })
  if (chosen.ok) await recomputeReadiness(services, { orderId: order.id })
  return chosen
}

/**
 * Refunds a returned box whose buyer chose that, once it is received; its order is locked. Staff make the refund, by
 * the flag of the order, where it needs a second person, or where part of the order was refunded by hand.
 */
export async function refundReturned(
  services: Services,
  tx: Transaction,
  order: Order,
  shipment: Shipment,
): Promise<void> {
  const isRefunded =
    (await isWhollyRefunded(tx, order)) ||
    ((await isAutomatic(services, tx, order, shipment)) && (await refundWine(tx, order, shipment)))
  if (!isRefunded) await raiseFlag(tx, order.id, 'return-refund-waits', { source: shipment.id })
  await updateShipment(tx, shipment.id, { settledAt: services.clock() })
}

async function isAutomatic(
  services: Services,
  tx: Transaction,
  order: Order,
  shipment: Shipment,
): Promise<boolean> {
  // What staff refunded may have been for this box.
  const refunds = await refundsOf(tx, order.id)
  const isByHand = refunds.some(
    ({ state, requestKey }) => state !== 'failed' && requestKey.startsWith('staff:'),
  )
  const { wineCents, taxCents } = await wineOf(tx, order.id, [shipment.id], refunds)
  return !isByHand && !(await isOverOrderLimit(services, tx, order, wineCents + taxCents))
}

/** Requests the refund of a returned box's wine and tax. False when less than that is left. */
async function refundWine(tx: Transaction, order: Order, shipment: Shipment): Promise<boolean> {
  const refunds = await refundsOf(tx, order.id)
  const { wineCents, taxCents, wines } = await wineOf(tx, order.id, [shipment.id], refunds)
  const left = refundableCents(order.totalCents, refunds)
  if (wineCents + taxCents > left) return false
  const refund = await insertRefund(tx, {
    orderId: order.id,
    requestKey: `return:${shipment.id}`,
    cause: 'staff',
    amountCents: wineCents + taxCents,
    purpose: { wines, shippingCents: 0, goodwillCents: 0 },
    reason: returnRefundReason(wineCents, taxCents),
    requestedBy: order.email,
  })
  if (!refund) return false
  await insertReturnRefund(tx, {
    refundId: refund.id,
    shipmentId: shipment.id,
    wineCents,
    taxCents,
  })
  await queueRefund(tx, refund.id)
  return true
}
