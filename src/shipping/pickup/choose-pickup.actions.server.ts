import type { Queryable } from '#platform/database/connection.server.ts'
import type { Outcome, Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import { queueShipmentMails, shipmentMail } from '../emails/shipment-mails.actions.server.ts'
import type { Shipment } from '../shipments/shipments.store.server.ts'
import { lockShipment, moveShipment, updateShipment } from '../shipments/shipments.store.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import type { BuyerOfOrder } from '../whereabouts/order-of-buyer.actions.server.ts'
import { shipmentOfBuyer } from '../whereabouts/order-of-buyer.actions.server.ts'
import type { PickupSlot } from './pickup.rules.ts'
import { freeSlots, slotDays, slotKey } from './pickup.rules.ts'
import {
  allPlaces,
  insertAgreedPickup,
  openPlaces,
  pickupsOf,
  takenSlots,
} from './pickups.store.server.ts'

/** A free appointment, with its key for a form and the place's name. */
export type OfferedSlot = PickupSlot & { key: string; place: string }

/** The free slots of the next weeks, earliest first. */
export async function offeredSlots(
  db: Queryable,
  { clock, settings: { timeZone } }: Pick<Services, 'clock' | 'settings'>,
): Promise<OfferedSlot[]> {
  const now = clock()
  const places = await openPlaces(db)
  if (places.length === 0) return []
  const end = new Date(now.getTime() + (slotDays + 2) * 24 * 60 * 60_000)
  const taken = await takenSlots(db, now, end)
  const { isoDay } = shopDates(timeZone)
  const nameOf = new Map(places.map(({ id, name }) => [id, name]))
  return freeSlots(places, taken, { now, timeZone, isoDay }).map((slot) => ({
    ...slot,
    key: slotKey(slot),
    place: nameOf.get(slot.placeId)!,
  }))
}

/**
 * Books a pickup appointment for the buyer, or moves it. `taken`: that time is not free any more, mostly as another
 * buyer has booked it; `late`: the shipment cannot be collected, or not any more.
 */
export async function choosePickup(
  services: Services,
  buyer: BuyerOfOrder,
  { shipmentId, slot: key }: { shipmentId: string; slot: string },
): Promise<Outcome<'gone' | 'missing' | 'taken' | 'late'>> {
  const own = await shipmentOfBuyer(services, buyer, shipmentId)
  if (!own) return { ok: false, reason: 'gone' }
  const { order, shipment } = own
  const { db, clock, settings } = services
  if (!key) return { ok: false, reason: 'missing' }
  const dates = shopDates(settings.timeZone)
  return db.transaction(async (tx) => {
    const locked = (await lockShipment(tx, shipment.id))!
    if (!mayChooseSlot(locked)) return { ok: false, reason: 'late' }
    const appointments = await pickupsOf(tx, [locked.id])
    // The same form sent twice.
    if (appointments.some((one) => one.state === 'agreed' && slotKey(one) === key))
      return { ok: true }
    const slot = (await offeredSlots(tx, services)).find((one) => one.key === key)
    if (!slot) return { ok: false, reason: 'taken' }
    const place = (await allPlaces(tx)).find(({ id }) => id === slot.placeId)!
    const { placeId, from, until } = slot
    const agreed = { shipmentId: locked.id, placeId, from, until }
    if (!(await insertAgreedPickup(tx, agreed))) return { ok: false, reason: 'taken' }
    if (locked.state === 'ready') await moveShipment(tx, locked, 'agreed', 'customer')
    else await updateShipment(tx, locked.id, {})
    const at = clock()
    await insertEvent(tx, {
      shipmentId: locked.id,
      at,
      source: 'customer',
      kind: 'slot-agreed',
      text: `${dates.longMoment(from)}, ${place.name}`,
    })
    // Agreeing on the same time again after another one causes an email again.
    const cause = `${from.toISOString()} ${locked.version}`
    await queueShipmentMails(tx, [
      shipmentMail(
        services,
        'pickup-agreed',
        { order, shipmentId, cause },
        {
          place: place.name,
          address: place.address,
          when: `${dates.weekday(from)} at ${dates.time(from)}`,
        },
      ),
    ])
    return { ok: true }
  })
}

/** Whether its buyer may choose a time, or another one. */
export const mayChooseSlot = ({ method, state }: Pick<Shipment, 'method' | 'state'>) =>
  method === 'pickup' && (state === 'ready' || state === 'agreed')
