import type { Queryable, Transaction } from '#data/connection.server.ts'
import { resolveFlagOf } from '#data/orders/order-flags.ts'
import { insertEvents } from '#data/shipping/shipment-events.ts'
import { shipmentsOf } from '#data/shipping/shipments.ts'
import { refundCopy } from '#domain/copy/admin-orders.ts'
import type { RefundedBox } from '#domain/shipping/refunded-box.ts'
import { isUnderWay } from '#domain/shipping/shipment.ts'

/** Whether a box of an order was handed over and is neither delivered nor back. */
export const hasBoxUnderWay = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await shipmentsOf(db, orderId)).some(({ state }) => isUnderWay(state))

/**
 * Notes what happens to the boxes on their way of an order that is refunded in full: one that its
 * buyer keeps needs no review any more, every other keeps its flag. Under the lock of the order.
 */
export async function settleBoxes(
  tx: Transaction,
  { id: orderId }: { id: string },
  { box, at }: { box: RefundedBox; at: Date },
): Promise<void> {
  for (const { id: source, state } of await shipmentsOf(tx, orderId)) {
    if (!isUnderWay(state)) continue
    const text = refundCopy.boxes[box]
    await insertEvents(tx, [{ shipmentId: source, at, source: 'staff', kind: 'note', text }])
    const reason = 'refund-after-handover'
    if (box === 'stays') await resolveFlagOf(tx, { orderId, reason, source })
  }
}
