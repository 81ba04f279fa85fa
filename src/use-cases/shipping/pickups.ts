import { writeAuditEntry } from '#data/admin/audit-log.ts'
import type { Queryable, Transaction } from '#data/connection.server.ts'
import { raiseFlag } from '#data/orders/order-flags.ts'
import type { Order } from '#data/orders/orders.ts'
import { lockOrder } from '#data/orders/orders.ts'
import {
  closePickup,
  deleteOpenPickups,
  insertPickups,
  openPlaces,
  pickupsOf,
  takenSlots,
} from '#data/shipping/pickups.ts'
import { insertEvents } from '#data/shipping/shipment-events.ts'
import type { Shipment } from '#data/shipping/shipments.ts'
import {
  lockShipment,
  moveShipment,
  shipmentByNumber,
  shipmentsOf,
} from '#data/shipping/shipments.ts'
import { isUniqueViolation } from '#data/unique-violation.ts'
import { may } from '#domain/admin/access.ts'
import { shopDates } from '#domain/dates.ts'
import type { DocumentKind } from '#domain/shipping/pickup.ts'
import { slotsOf } from '#domain/shipping/pickup-slots.ts'
import { mayMove } from '#domain/shipping/shipment.ts'

import type { Staff } from '#use-cases/admin/record-log.ts'
import { byStaff } from '#use-cases/admin/record-log.ts'
import type { Services } from '#use-cases/services.ts'
import { mailedOrder } from './news-mails.ts'
import type { BuyerOfOrder } from './order-of-buyer.ts'
import { orderOfBuyer } from './order-of-buyer.ts'
import { aboutOrder, queueShipmentMails } from './shipment-mails.ts'
import { shipmentSubject } from './staff-subjects.ts'

/** A free appointment at a place. */
export type FreeSlot = { placeId: string; place: string; address: string; from: Date; until: Date }

/** Every free appointment of the next weeks, the earliest first. */
export async function freeSlots(services: Services, db: Queryable): Promise<FreeSlot[]> {
  const { clock, settings } = services
  const now = clock()
  const today = shopDates(settings.timeZone).isoDay(now)
  const places = await openPlaces(db)
  const slots = places.flatMap((place) =>
    slotsOf(place.hours, today, settings.timeZone).map((slot) => ({
      placeId: place.id,
      place: place.name,
      address: place.address,
      ...slot,
    })),
  )
  const last = slots.reduce((latest, { from }) => (from > latest ? from : latest), now)
  const taken = await takenSlots(db, now, new Date(last.getTime() + 1))
  const isTaken = new Set(taken.map(({ placeId, from }) => `${placeId} ${from.getTime()}`))
  return slots
    .filter(({ placeId, from }) => !isTaken.has(`${placeId} ${from.getTime()}`))
    .toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

export type ViewedSlots =
  | { ok: true; shipment: Pick<Shipment, 'number' | 'state'>; slots: FreeSlot[] }
  | { ok: false; reason: 'gone' }

/** The free appointments for one of the buyer's pickups. */
export async function viewSlots(
  services: Services,
  buyer: BuyerOfOrder,
  number: number,
): Promise<ViewedSlots> {
  const found = await pickupOf(services, buyer, number)
  if (!found) return { ok: false, reason: 'gone' }
  const { number: its, state } = found.shipment
  const slots = await freeSlots(services, services.db)
  return { ok: true, shipment: { number: its, state }, slots }
}

async function pickupOf(
  services: Services,
  buyer: BuyerOfOrder,
  number: number,
): Promise<{ order: Order; shipment: Shipment } | null> {
  const order = await orderOfBuyer(services, buyer)
  const all = order ? await shipmentsOf(services.db, order.id) : []
  const shipment = all.find((one) => one.number === number && one.method === 'pickup')
  return order && shipment ? { order, shipment } : null
}

export type AgreedSlot = { ok: true } | { ok: false; reason: 'gone' | 'taken' | 'late' }

/**
 * The buyer chooses an appointment; another one takes the place of the first. `taken`: somebody else
 * has it, or it is no longer offered.
 */
export async function agreeSlot(
  services: Services,
  buyer: BuyerOfOrder,
  { number, placeId, from }: { number: number; placeId: string; from: Date },
): Promise<AgreedSlot> {
  const found = await pickupOf(services, buyer, number)
  if (!found) return { ok: false, reason: 'gone' }
  const { order, shipment: known } = found
  const { db } = services
  const slot = (await freeSlots(services, db)).find(
    (one) => one.placeId === placeId && one.from.getTime() === from.getTime(),
  )
  if (!slot) return { ok: false, reason: 'taken' }
  try {
    return await db.transaction(async (tx): Promise<AgreedSlot> => {
      const shipment = (await lockShipment(tx, known.id))!
      const isAgreed = shipment.state === 'agreed'
      if (!isAgreed && !mayMove(shipment.state, 'agreed', 'customer')) {
        return { ok: false, reason: 'late' }
      }
      await agree(services, tx, { order, shipment, slot })
      return { ok: true }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'pickups_slot')) return { ok: false, reason: 'taken' }
    throw error
  }
}

async function agree(
  services: Services,
  tx: Transaction,
  { order, shipment, slot }: { order: Order; shipment: Shipment; slot: FreeSlot },
): Promise<void> {
  const { id: shipmentId } = shipment
  const { placeId, from, until, place, address } = slot
  const dates = shopDates(services.settings.timeZone)
  await deleteOpenPickups(tx, shipmentId)
  await insertPickups(tx, [{ shipmentId, placeId, from, until, state: 'agreed' }])
  if (shipment.state !== 'agreed') await moveShipment(tx, shipment, 'agreed', 'customer')
  const when = `${dates.weekday(from)}, ${dates.time(from)} to ${dates.time(until)}`
  await insertEvents(tx, [
    {
      shipmentId,
      at: services.clock(),
      source: 'customer',
      kind: 'slot-agreed',
      place,
      text: when,
    },
  ])
  await queueShipmentMails(tx, [
    {
      shipmentId,
      cause: `${placeId} ${from.toISOString()}`,
      mail: {
        kind: 'pickup-agreed',
        recipient: order.email,
        props: { ...aboutOrder(services, mailedOrder(order)), place, address, when },
      },
    },
  ])
}

export type CollectedPickup =
  | { ok: true }
  | { ok: false; reason: 'not-staff' | 'gone' | 'state' | 'not-checked' }

/**
 * Marks a pickup as collected, once staff have seen a card of an adult with the name of the order.
 * Only the kind of the document is kept. Only for staff.
 */
export async function markCollected(
  { db, clock }: Services,
  viewer: Staff,
  request: { number: number; document: DocumentKind; isChecked: boolean },
): Promise<CollectedPickup> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { number, document, isChecked } = request
  if (!isChecked) return { ok: false, reason: 'not-checked' }
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  return db.transaction(async (tx): Promise<CollectedPickup> => {
    const shipment = (await lockShipment(tx, found.id))!
    const at = clock()
    const changes = { deliveredAt: at }
    if (!(await moveShipment(tx, shipment, 'collected', 'staff', changes))) {
      return { ok: false, reason: 'state' }
    }
    await closePickup(tx, shipment.id, { state: 'collected', checkedBy: viewer.email, document })
    await insertEvents(tx, [{ shipmentId: shipment.id, at, source: 'staff', kind: 'collected' }])
    await writeAuditEntry(tx, {
      ...byStaff(viewer),
      action: 'pickup-collected',
      ...shipmentSubject(shipment),
      before: { state: shipment.state },
      after: { state: 'collected', document },
    })
    return { ok: true }
  })
}

export type MissedPickup = { ok: true } | { ok: false; reason: 'not-staff' | 'gone' | 'state' }

/**
 * Marks a pickup as missed: two other appointments are proposed and the buyer is asked to choose
 * again; after a second time staff are told to call. Only for staff.
 */
export async function markMissed(
  services: Services,
  viewer: Staff,
  number: number,
): Promise<MissedPickup> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const { db } = services
  const found = await shipmentByNumber(db, number)
  if (!found) return { ok: false, reason: 'gone' }
  const proposals = (await freeSlots(services, db)).slice(0, 2)
  return db.transaction(async (tx): Promise<MissedPickup> => {
    const order = (await lockOrder(tx, found.orderId))!
    const shipment = (await lockShipment(tx, found.id))!
    if (!(await moveShipment(tx, shipment, 'missed', 'staff'))) {
      return { ok: false, reason: 'state' }
    }
    const { id: shipmentId } = shipment
    const at = services.clock()
    await closePickup(tx, shipmentId, { state: 'missed', checkedBy: viewer.email, document: null })
    await moveShipment(tx, { id: shipmentId, state: 'missed' }, 'ready', 'staff')
    await insertPickups(
      tx,
      proposals.map(({ placeId, from, until }) => ({
        shipmentId,
        placeId,
        from,
        until,
        state: 'proposed' as const,
      })),
    )
    const missed = (await pickupsOf(tx, [shipmentId])).filter(({ state }) => state === 'missed')
    await insertEvents(tx, [{ shipmentId, at, source: 'staff', kind: 'missed' }])
    if (missed.length > 1) {
      const source = `${shipmentId} ${missed.length}`
      await raiseFlag(tx, order.id, 'pickup-missed', { source })
    }
    await queueShipmentMails(tx, [
      {
        shipmentId,
        cause: `missed ${missed.length}`,
        mail: {
          kind: 'pickup-ready',
          recipient: order.email,
          props: aboutOrder(services, mailedOrder(order)),
        },
      },
    ])
    await writeAuditEntry(tx, {
      ...byStaff(viewer),
      action: 'pickup-missed',
      ...shipmentSubject(shipment),
      before: { state: 'agreed' },
      after: { state: 'missed', proposals: proposals.map(({ from }) => from.toISOString()) },
    })
    return { ok: true }
  })
}
