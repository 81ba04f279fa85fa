import { holdById, lockHandovers, waiveHold } from '#data/shipping/holds.ts'
import { insertEvents } from '#data/shipping/shipment-events.ts'
import { lockShipment, shipmentsOf } from '#data/shipping/shipments.ts'

import type { Services } from '#use-cases/services.ts'
import type { BuyerOfOrder } from './order-of-buyer.ts'
import { orderOfBuyer } from './order-of-buyer.ts'
import { recomputeReadiness } from './recompute-readiness.ts'

export type SentAtRisk = { ok: true } | { ok: false; reason: 'gone' | 'not-held' }

/**
 * The buyer wants a shipment sent that is held for the weather. The wording that they agreed to is
 * stored with the event. `not-held`: it no longer waits for the weather.
 */
export async function sendAtRisk(
  services: Services,
  buyer: BuyerOfOrder,
  { number, wording }: { number: number; wording: string },
): Promise<SentAtRisk> {
  const { db, clock } = services
  const order = await orderOfBuyer(services, buyer)
  const found = order && (await shipmentsOf(db, order.id)).find((one) => one.number === number)
  if (!found) return { ok: false, reason: 'gone' }
  const isWaived = await db.transaction(async (tx) => {
    await lockHandovers(tx)
    const shipment = (await lockShipment(tx, found.id))!
    const hold = shipment.heldBy && (await holdById(tx, shipment.heldBy))
    if (!hold || hold.reason !== 'weather' || hold.endedAt !== null) return false
    const at = clock()
    await waiveHold(tx, { groupId: hold.groupId, shipmentId: shipment.id, at })
    await insertEvents(tx, [
      { shipmentId: shipment.id, at, source: 'customer', kind: 'sent-at-risk', text: wording },
    ])
    return true
  })
  if (!isWaived) return { ok: false, reason: 'not-held' }
  await recomputeReadiness(services, { ids: [found.id] })
  return { ok: true }
}
