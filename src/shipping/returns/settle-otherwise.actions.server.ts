import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import { lockOrder } from '#orders/order/orders.store.server.ts'
import { openReshipmentOf } from './reshipments.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import {
  lockShipment,
  shipmentByNumber,
  updateShipment,
} from '../shipments/shipments.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { maxEventText } from '../tracking/events.rules.ts'

import { shipmentSubject } from '#platform/audit/audit-subjects.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { closeReshipment } from './start-reshipment.actions.server.ts'
import { whyNotNow } from '../shipments/shipment-actions.actions.server.ts'

/**
 * Settles a returned, lost or damaged box by what was agreed outside the shop, such as a check for an
 * order without a payment here: its task ends, and its buyer is offered nothing more. No money and no
 * stock moves. Only for staff.
 */
export async function settleOtherwise(
  services: Services,
  viewer: Staff,
  { number, agreed }: { number: number; agreed: string },
): Promise<Outcome<'not-staff' | 'gone' | 'state' | 'no-reason' | 'payment-open'>> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const text = agreed.trim()
  if (!text || text.length > maxEventText) return { ok: false, reason: 'no-reason' }
  const { db, clock } = services
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  if (whyNotNow('settle', found)) return { ok: false, reason: 'state' }
  if (!(await closeReshipment(services, found.id))) return { ok: false, reason: 'payment-open' }
  return db.transaction(async (tx) => {
    const order = (await lockOrder(tx, found.orderId))!
    const shipment = (await lockShipment(tx, found.id))!
    if (whyNotNow('settle', shipment)) return { ok: false, reason: 'state' }
    if (await openReshipmentOf(tx, shipment.id)) return { ok: false, reason: 'payment-open' }
    const at = clock()
    const { id: source } = shipment
    await insertEvent(tx, { shipmentId: source, at, source: 'staff', kind: 'settled', text })
    await resolveFlagOf(tx, { orderId: order.id, reason: 'return-unanswered', source })
    await updateShipment(tx, source, { settledAt: at })
    await writeAuditEntry(tx, viewer, 'return-settled', shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { done: text },
    })
    return { ok: true }
  })
}
