import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { PickupPlace } from './pickups.store.server.ts'
import { allPlaces, insertPlace, placeById, updatePlace } from './pickups.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { maxPickupPlaces } from './pickup.rules.ts'
import { readHours } from './pickup-slots.rules.ts'

import { shippingSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'

export type ViewedPlaces = Outcome<'not-staff', { places: PickupPlace[] }>

/** Where orders are picked up, and when. Only for staff. */
export async function viewPickupPlaces({ db }: Services, viewer: Staff): Promise<ViewedPlaces> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  return { ok: true, places: await allPlaces(db) }
}

/** A place as staff type it: hours by weekday, as `16:00, 16:30`. */
export type TypedPlace = {
  name: string
  address: string
  hours: Readonly<Record<string, string>>
  isOpen: boolean
}

export type WhyNoPlace = 'name' | 'address' | 'hours' | 'too-many' | 'name-taken'

type SavedPlace = Outcome<'not-staff' | 'gone' | WhyNoPlace | 'saved-elsewhere'>

const weekdays = ['0', '1', '2', '3', '4', '5', '6'] as const

type ReadPlace = Outcome<WhyNoPlace, { fields: Omit<PickupPlace, 'id' | 'version'> }>

function readPlace(typed: TypedPlace): ReadPlace {
  const name = typed.name.trim()
  const address = typed.address.trim()
  if (name.length < 2 || name.length > 60) return { ok: false, reason: 'name' }
  if (address.length < 5 || address.length > 200) return { ok: false, reason: 'address' }
  const hours: Record<string, string[]> = {}
  for (const day of weekdays) {
    const read = readHours(typed.hours[day] ?? '')
    if (read === null) return { ok: false, reason: 'hours' }
    if (read.length > 0) hours[day] = read
  }
  return { ok: true, fields: { name, address, hours, isOpen: typed.isOpen } }
}

/**
 * Saves a place where orders are picked up, or adds one (`place` null). `saved-elsewhere`: another
 * staff user saved it meanwhile. Appointments that are agreed stay. Only for staff.
 */
export async function savePickupPlace(
  services: Services,
  viewer: Staff,
  place: Pick<PickupPlace, 'id' | 'version'> | null,
  typed: TypedPlace,
): Promise<SavedPlace> {
  if (!may(viewer, 'ship-orders')) return { ok: false, reason: 'not-staff' }
  const read = readPlace(typed)
  if (!read.ok) return read
  const { fields } = read
  const saved = await services.db.transaction(async (tx): Promise<SavedPlace> => {
    const all = await allPlaces(tx)
    const before = place && (await placeById(tx, place.id))
    if (place && !before) return { ok: false, reason: 'gone' }
    if (all.some(({ id, name }) => name === fields.name && id !== place?.id)) {
      return { ok: false, reason: 'name-taken' }
    }
    if (!place && all.length >= maxPickupPlaces) return { ok: false, reason: 'too-many' }
    const written = place ? await updatePlace(tx, place, fields) : await insertPlace(tx, fields)
    if (!written) return { ok: false, reason: place ? 'saved-elsewhere' : 'name-taken' }
    await writeAuditEntry(tx, viewer, 'pickup-places-saved', shippingSubject, {
      before: before ? { place: before.name, hours: before.hours, isOpen: before.isOpen } : null,
      after: { place: fields.name, hours: fields.hours, isOpen: fields.isOpen },
    })
    return { ok: true }
  })
  // Pickup orders that wait for a place may be ready now; their customers are emailed.
  if (saved.ok) await recomputeReadiness(services)
  return saved
}
