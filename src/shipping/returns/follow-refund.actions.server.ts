import { raiseFlag, resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import type { RefundedBox } from '#orders/refunds/refunded-box.rules.ts'
import { refundedBoxText } from '#orders/refunds/refunds.copy.ts'
import { refundsOf } from '#orders/refunds/refunds.store.server.ts'
import { refundableCents } from '#payments/after-sale.rules.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { deleteOpenPickups } from '../pickup/pickups.store.server.ts'
import { insertShipmentOf } from '../shipments/new-shipments.store.server.ts'
import { isBeforeHandover, isUnderWay } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import {
  dropReturnedUnits,
  lockShipments,
  moveShipment,
  shipmentsOf,
} from '../shipments/shipments.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'

/**
 * Brings an order's shipments in line with its refunds; the order has to be locked. A full refund
 * cancels shipments before handover and flags the order for the others; refunded units leave their
 * shipment. Requested refunds count; a failed one gives the order a shipment again.
 */
export async function followRefunds(
  tx: Transaction,
  order: Pick<Order, 'id' | 'totalCents'>,
  now: Date,
): Promise<void> {
  const known = await shipmentsOf(tx, order.id)
  if (known.length === 0) return
  const shipments = await lockShipments(
    tx,
    known.map(({ id }) => id),
  )
  const refunds = await refundsOf(tx, order.id)
  if (refundableCents(order.totalCents, refunds) > 0) {
    for (const empty of await dropReturnedUnits(tx, order.id)) await cancel(tx, empty, now)
    // After a refund that failed it may have units to ship and no shipment.
    await insertShipmentOf(tx, order.id, now)
    return
  }
  for (const shipment of shipments) {
    if (isBeforeHandover(shipment.state)) await cancel(tx, shipment, now)
    else if (isUnderWay(shipment.state)) {
      await raiseFlag(tx, order.id, 'refund-after-handover', { source: shipment.id, once: true })
    }
  }
}

/** A shipment that was handed over meanwhile stays, and the order is flagged. */
async function cancel(tx: Transaction, shipment: Shipment, at: Date): Promise<void> {
  const { id: shipmentId, orderId } = shipment
  if (await moveShipment(tx, shipment, 'cancelled', 'refund')) {
    await deleteOpenPickups(tx, shipmentId)
    await insertEvent(tx, { shipmentId, at, source: 'shop', kind: 'cancelled', text: 'Refunded' })
    // Of one that was taken out of its handover.
    await resolveFlagOf(tx, { orderId, reason: 'refund-after-handover', source: shipmentId })
    return
  }
  const current = (await shipmentsOf(tx, orderId)).find(({ id }) => id === shipmentId)
  if (!current) return
  if (isBeforeHandover(current.state)) await cancel(tx, current, at)
  else if (isUnderWay(current.state)) {
    await raiseFlag(tx, orderId, 'refund-after-handover', { source: shipmentId, once: true })
  }
}

/** Whether a box of an order was handed over and is neither delivered nor returned. */
export const hasBoxUnderWay = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await shipmentsOf(db, orderId)).some(({ state }) => isUnderWay(state))

/**
 * Records what happens to boxes on their way of an order that is refunded in full; the order has to be
 * locked. The flag of a box that its buyer keeps is resolved, the others stay.
 */
export async function settleBoxes(
  tx: Transaction,
  { id: orderId }: { id: string },
  { box, at }: { box: RefundedBox; at: Date },
): Promise<void> {
  for (const { id: source, state } of await shipmentsOf(tx, orderId)) {
    if (!isUnderWay(state)) continue
    const text = refundedBoxText[box]
    await insertEvent(tx, { shipmentId: source, at, source: 'staff', kind: 'note', text })
    const reason = 'refund-after-handover'
    if (box === 'stays') await resolveFlagOf(tx, { orderId, reason, source })
  }
}
