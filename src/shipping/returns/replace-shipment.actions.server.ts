import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import { copyShipment } from '../shipments/new-shipments.store.server.ts'
import { takeFromStock } from './replacement-stock.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import {
  lockShipment,
  shipmentByNumber,
  shipmentLinesOf,
  updateShipment,
} from '../shipments/shipments.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import { shipmentSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { whyNotNow } from '../shipments/shipment-actions.actions.server.ts'

type ReplacedShipment = Outcome<'not-staff' | 'gone' | 'state' | 'no-stock'>

/**
 * Makes a replacement shipment for a lost or damaged box, from free stock only. `no-stock`: too little
 * is free, and the order can be refunded instead. Only for staff.
 */
export async function replaceShipment(
  services: Services,
  viewer: Staff,
  number: number,
): Promise<ReplacedShipment> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { db, clock } = services
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  const done = await db.transaction(async (tx): Promise<ReplacedShipment> => {
    await lockOrder(tx, found.orderId)
    const before = (await shipmentByNumber(tx, number))!
    if (whyNotNow('replace', before)) return { ok: false, reason: 'state' }
    const lines = await shipmentLinesOf(tx, [found.id])
    const units = lines.map(({ productId, units: quantity }) => ({ productId, quantity }))
    // Wines are locked before shipments; a unique index prevents a second replacement.
    if (!(await takeFromStock(tx, units))) return { ok: false, reason: 'no-stock' }
    const shipment = (await lockShipment(tx, found.id))!
    const at = clock()
    await copyShipment(tx, shipment, 'replacement', at)
    await updateShipment(tx, shipment.id, { settledAt: at })
    await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'replaced' })
    await writeAuditEntry(tx, viewer, 'shipment-replaced', shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { units: Object.fromEntries(units.map((one) => [one.productId, one.quantity])) },
    })
    return { ok: true }
  })
  if (done.ok) await recomputeReadiness(services, { orderId: found.orderId })
  return done
}
