import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { openFlagsOf, raiseFlag, resolveFlagOf } from '#orders/flags/order-flags.store.server.ts'
import type { Order } from '#orders/order/orders.store.server.ts'
import { lockOrder, orderById } from '#orders/order/orders.store.server.ts'
import { closePickup, insertPickups, pickupsOf } from './pickups.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import {
  lockShipment,
  moveShipment,
  shipmentByNumber,
} from '../shipments/shipments.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { documentName } from '../whereabouts/where-it-is.copy.ts'
import { isDocumentKind } from './pickup.rules.ts'
import { blocksShipping } from '../readiness/readiness.rules.ts'

import { shipmentSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import type { OfferedSlot } from './choose-pickup.actions.server.ts'
import { offeredSlots } from './choose-pickup.actions.server.ts'
import { queueShipmentMails, shipmentMail } from '../emails/shipment-mails.actions.server.ts'

export type WhyNotMarked = 'not-staff' | 'gone' | 'state' | 'unchecked' | 'flagged' | 'early'

type MarkedPickup = Outcome<WhyNotMarked>

/**
 * Records that a shipment was collected by a person whose document staff have checked. `unchecked`:
 * without that confirmation or the kind of document; `flagged`: a flag holds the order back. Only for
 * staff.
 */
export async function markCollected(
  { db, clock }: Services,
  viewer: Staff,
  { number, isChecked, document }: { number: number; isChecked: boolean; document: string },
): Promise<MarkedPickup> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  if (!isChecked || !isDocumentKind(document)) return { ok: false, reason: 'unchecked' }
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  return db.transaction(async (tx): Promise<MarkedPickup> => {
    await lockOrder(tx, found.orderId)
    const shipment = (await lockShipment(tx, found.id))!
    // The same form sent twice.
    if (shipment.state === 'collected') return { ok: true }
    if (await hasBlockingFlag(tx, found.orderId)) return { ok: false, reason: 'flagged' }
    const at = clock()
    const changes = { deliveredAt: at, settledAt: at }
    const isMoved = await moveShipment(tx, shipment, 'collected', 'staff', changes)
    if (!isMoved) return { ok: false, reason: 'state' }
    await closePickup(tx, shipment.id, { state: 'collected', checkedBy: viewer.email, document })
    await insertEvent(tx, {
      shipmentId: shipment.id,
      at,
      source: 'staff',
      kind: 'collected',
      text: `Card shown, 21 or older, name matches (${documentName[document]})`,
    })
    await writeAuditEntry(tx, viewer, 'pickup-collected', shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'collected', document },
    })
    return { ok: true }
  })
}

const hasBlockingFlag = async (tx: Transaction, orderId: string): Promise<boolean> =>
  (await openFlagsOf(tx, orderId)).some(({ reason }) => blocksShipping(reason))

/** Times that are proposed after a missed pickup. */
const proposals = 2

/**
 * Records a missed pickup. After the first one the buyer is emailed two other times; after the second,
 * and while a flag holds the order back, the order is flagged for staff to call. `early`: before the
 * appointment. Only for staff.
 */
export async function markMissed(
  services: Services,
  viewer: Staff,
  { number }: { number: number },
): Promise<MarkedPickup> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { db, clock } = services
  const found = await shipmentByNumber(db, number)
  const order = found && (await orderById(db, found.orderId))
  if (!found || !order) return { ok: false, reason: 'gone' }
  const offered = (await offeredSlots(services)).slice(0, proposals)
  return db.transaction(async (tx): Promise<MarkedPickup> => {
    await lockOrder(tx, order.id)
    const shipment = (await lockShipment(tx, found.id))!
    if (shipment.state !== 'agreed') {
      return shipment.state === 'missed' || shipment.state === 'ready'
        ? { ok: true }
        : { ok: false, reason: 'state' }
    }
    const appointments = await pickupsOf(tx, [shipment.id])
    const agreed = appointments.find(({ state }) => state === 'agreed')
    const at = clock()
    if (agreed && at < agreed.from) return { ok: false, reason: 'early' }
    await moveShipment(tx, shipment, 'missed', 'staff')
    await closePickup(tx, shipment.id, { state: 'missed', checkedBy: viewer.email, document: null })
    await insertEvent(tx, { shipmentId: shipment.id, at, source: 'staff', kind: 'missed' })
    await writeAuditEntry(tx, viewer, 'pickup-missed', shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'missed' },
    })
    const isFirst = !appointments.some(({ state }) => state === 'missed')
    const isKeptBack = await hasBlockingFlag(tx, order.id)
    if (isFirst && !isKeptBack && offered.length > 0)
      await propose(services, tx, { shipment, order, offered })
    else await raiseFlag(tx, order.id, 'pickup-missed', { source: shipment.id })
    return { ok: true }
  })
}

/**
 * Emails the buyer two other times for a missed pickup, once staff have spoken to them, and resolves its
 * flag. `no-slots`: no place has a free time; `flagged`: another flag holds the order back. Only for
 * staff.
 */
export async function proposePickup(
  services: Services,
  viewer: Staff,
  { number }: { number: number },
): Promise<MarkedPickup | { ok: false; reason: 'no-slots' }> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { db } = services
  const found = await shipmentByNumber(db, number)
  const order = found && (await orderById(db, found.orderId))
  if (!found || !order) return { ok: false, reason: 'gone' }
  const offered = (await offeredSlots(services)).slice(0, proposals)
  if (offered.length === 0) return { ok: false, reason: 'no-slots' }
  return db.transaction(async (tx): Promise<MarkedPickup> => {
    await lockOrder(tx, order.id)
    const shipment = (await lockShipment(tx, found.id))!
    if (shipment.state === 'ready') return { ok: true }
    if (shipment.state !== 'missed') return { ok: false, reason: 'state' }
    const flags = await openFlagsOf(tx, order.id)
    const others = flags.filter(
      (flag) => flag.reason !== 'pickup-missed' || flag.source !== found.id,
    )
    if (others.some(({ reason }) => blocksShipping(reason))) return { ok: false, reason: 'flagged' }
    await resolveFlagOf(tx, { orderId: order.id, reason: 'pickup-missed', source: found.id })
    await propose(services, tx, { shipment, order, offered })
    await writeAuditEntry(tx, viewer, 'pickup-proposed', shipmentSubject(shipment), {
      before: { state: shipment.state },
      after: { state: 'ready' },
    })
    return { ok: true }
  })
}

type Proposal = { shipment: Shipment; order: Order; offered: readonly OfferedSlot[] }

async function propose(
  services: Services,
  tx: Transaction,
  { shipment, order, offered }: Proposal,
): Promise<void> {
  await insertPickups(
    tx,
    offered.map(({ placeId, from, until }) => ({
      shipmentId: shipment.id,
      placeId,
      from,
      until,
      state: 'proposed' as const,
    })),
  )
  await moveShipment(tx, { ...shipment, state: 'missed' }, 'ready', 'staff')
  await insertEvent(tx, {
    shipmentId: shipment.id,
    at: services.clock(),
    source: 'shop',
    kind: 'slot-proposed',
  })
  const about = { order, shipmentId: shipment.id, cause: `missed ${shipment.version}` }
  await queueShipmentMails(tx, [shipmentMail(services, 'pickup-ready', about, {})])
}
