import { holdById, lockHandovers, waiveHold } from './holds.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { lockShipment } from '../shipments/shipments.store.server.ts'
import { choiceCopy } from '../whereabouts/where-it-is.copy.ts'

import type { Outcome, Services } from '#platform/services/services.ts'
import type { BuyerOfOrder } from '../whereabouts/order-of-buyer.actions.server.ts'
import { shipmentOfBuyer } from '../whereabouts/order-of-buyer.actions.server.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'

/**
 * Releases the buyer's shipment from a weather hold at their own risk; the event keeps the wording that
 * they accepted. `late`: it is no longer held for the weather.
 */
export async function sendAtRisk(
  services: Services,
  buyer: BuyerOfOrder,
  { shipmentId, isAccepted }: { shipmentId: string; isAccepted: boolean },
): Promise<Outcome<'gone' | 'missing' | 'late'>> {
  const own = await shipmentOfBuyer(services, buyer, shipmentId)
  if (!own) return { ok: false, reason: 'gone' }
  const { db, clock } = services
  if (!isAccepted) return { ok: false, reason: 'missing' }
  const isWaived = await db.transaction(async (tx) => {
    await lockHandovers(tx)
    const shipment = (await lockShipment(tx, shipmentId))!
    const hold = shipment.heldBy === null ? null : await holdById(tx, shipment.heldBy)
    if (shipment.state !== 'waiting' || hold?.reason !== 'weather' || hold.endedAt) return false
    const at = clock()
    await waiveHold(tx, { groupId: hold.groupId, shipmentId: shipment.id, at })
    await insertEvent(tx, {
      shipmentId: shipment.id,
      at,
      source: 'customer',
      kind: 'sent-at-risk',
      text: choiceCopy.weather.wording,
    })
    return true
  })
  if (!isWaived) return { ok: false, reason: 'late' }
  await recomputeReadiness(services, { ids: [shipmentId] })
  return { ok: true }
}
