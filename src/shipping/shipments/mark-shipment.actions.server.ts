import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import { returnSold } from '#orders/refunds/refunds.store.server.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import { openReshipmentOf } from '../returns/reshipments.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import {
  lockShipment,
  shipmentByNumber,
  shipmentLinesOf,
  updateShipment,
} from './shipments.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import { shipmentSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { closeReshipment } from '../returns/start-reshipment.actions.server.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { whyNotNow } from './shipment-actions.actions.server.ts'

export type Mark = 'lost' | 'damaged' | 'returned'

const maxReason = 200

/** Marks a box as lost, damaged or returned, with a reason. Only for staff. */
export async function markShipment(
  services: Services,
  viewer: Staff,
  { number, mark, reason }: { number: number; mark: Mark; reason: string },
): Promise<Outcome<'not-staff' | 'gone' | 'no-reason' | 'state'>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const text = reason.trim()
  if (!text || text.length > maxReason) return { ok: false, reason: 'no-reason' }
  const { db, clock } = services
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  return db.transaction(async (tx) => {
    await lockOrder(tx, found.orderId)
    const shipment = (await lockShipment(tx, found.id))!
    const parcels = await parcelsOf(tx, [shipment.id])
    if (whyNotNow(`mark-${mark}`, shipment, parcels)) {
      return { ok: false, reason: 'state' }
    }
    const event = { at: clock(), source: 'staff' as const, kind: mark, text }
    await recordNews(services, tx, shipment.id, { events: [event] })
    await writeAuditEntry(tx, viewer, 'shipment-marked', shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: mark, reason: text },
    })
    return { ok: true }
  })
}

/** Records that a returned box was received, and returns its wine to stock. Only for staff. */
export async function receiveBack(
  services: Services,
  viewer: Staff,
  number: number,
): Promise<Outcome<'not-staff' | 'gone' | 'state' | 'payment-open'>> {
  const { db, clock } = services
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  if (!(await closeReshipment(services, found.id))) return { ok: false, reason: 'payment-open' }
  return db.transaction(async (tx) => {
    await lockOrder(tx, found.orderId)
    if (await openReshipmentOf(tx, found.id)) return { ok: false, reason: 'payment-open' }
    const lines = await shipmentLinesOf(tx, [found.id])
    // Wines are locked before shipments.
    const units = lines.map(({ productId, units: quantity }) => ({ productId, quantity }))
    const at = clock()
    const before = (await shipmentByNumber(tx, number))!
    if (whyNotNow('receive-back', before)) return { ok: false, reason: 'state' }
    await returnSold(tx, found.orderId, units)
    const shipment = (await lockShipment(tx, found.id))!
    await updateShipment(tx, shipment.id, { receivedAt: at })
    await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'received-back' })
    await writeAuditEntry(tx, viewer, 'return-received', shipmentSubject(shipment), {
      before: { isReceived: false },
      after: {
        isReceived: true,
        units: Object.fromEntries(units.map((u) => [u.productId, u.quantity])),
      },
    })
    return { ok: true }
  })
}
