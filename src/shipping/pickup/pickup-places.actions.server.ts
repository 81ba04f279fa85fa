import { z } from 'zod'

import { checked, text, version } from '#platform/action/form-fields.ts'
import { refuse, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'

import { shippingSubject } from '../log.copy.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { maxPickupPlaces, maxSlotsPerDay, readStartTimes } from './pickup.rules.ts'
import { allPlaces, insertPlace, placeById, updatePlace } from './pickups.store.server.ts'

const textFrom = (least: number, most: number, sentence: string) =>
  z.string(sentence).trim().min(least, sentence).max(most, sentence)

const startTimesField = () =>
  text(400).transform((typed, { addIssue }): string[] => {
    const read = readStartTimes(typed)
    if (!read) {
      addIssue(`Hours such as 16:00, each once and at most ${maxSlotsPerDay} a day, please`)
    }
    return read ?? []
  })

/** Saves a place where orders are picked up, or adds one. Appointments that are agreed stay. */
export const savePickupPlace = staffAction({
  needs: 'ship-orders',
  log: 'pickup-places-saved',
  form: z.object({
    place: text(),
    version: version(),
    name: textFrom(2, 60, 'A name of 2 to 60 letters, please'),
    address: textFrom(5, 200, 'An address of 5 to 200 letters, please'),
    open: checked(),
    'starts-0': startTimesField(),
    'starts-1': startTimesField(),
    'starts-2': startTimesField(),
    'starts-3': startTimesField(),
    'starts-4': startTimesField(),
    'starts-5': startTimesField(),
    'starts-6': startTimesField(),
  }),
  record: (tx, { place }) => placeById(tx, place),
  async run(
    { tx, record, audit },
    { place: _, version: _version, name, address, open, ...starts },
  ) {
    const all = await allPlaces(tx)
    const taken = refuse('Another place has this name.', { field: 'name' })
    if (all.some((one) => one.name === name && one.id !== record?.id)) return taken
    if (!record && all.length >= maxPickupPlaces) {
      return refuse(`There are ${maxPickupPlaces} places already.`)
    }
    const startTimes = Object.fromEntries(
      Object.entries(starts).flatMap(([field, times]) =>
        times.length > 0 ? [[field.replace('starts-', ''), times]] : [],
      ),
    )
    const fields = { name, address, startTimes, isOpen: open }
    const saved = record ? await updatePlace(tx, record, fields) : await insertPlace(tx, fields)
    if (!saved) return record ? savedElsewhere() : taken
    audit(shippingSubject, {
      before: record && {
        place: record.name,
        address: record.address,
        startTimes: record.startTimes,
        isOpen: record.isOpen,
      },
      after: { place: name, address, startTimes, isOpen: open },
    })
  },
  // Pickup orders that wait for a place may be ready now; their customers are emailed.
  async afterwards(services) {
    await recomputeReadiness(services)
  },
  say: () => 'The place is saved.',
})
