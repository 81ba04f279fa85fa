import { z } from 'zod'

import { byCarried } from '#catalogue/destinations/shipping.rules.ts'
import {
  chosen,
  day,
  text,
  version,
  wholeNumber,
  wholeNumberFrom,
} from '#platform/action/form-fields.ts'
import { notThere, refuse, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction, staffPreview } from '#platform/action/staff-action.server.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'

import { shippingSubject } from '../log.copy.ts'
import { usualProfile } from '../profiles/shipper-profile.rules.ts'
import { allProfiles, insertProfile } from '../profiles/shipper-profiles.store.server.ts'
import type { Weekday } from '../readiness/dispatch-days.rules.ts'
import { dispatchEveryDay } from '../readiness/dispatch-days.rules.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import {
  countMissingShipments,
  insertMissingShipments,
} from '../shipments/new-shipments.store.server.ts'
import { readDay } from '../tracking/tracking-file.rules.ts'
import {
  insertShippingSettings,
  shippingSettingsOf,
  updateShippingSettings,
} from './shipping-settings.store.server.ts'

/** Turns fulfilment on: from now on each order gets a shipment. */
export const beginShipping = staffAction({
  needs: 'ship-orders',
  log: 'shipping-begun',
  form: z.object({}),
  async run({ tx, viewer, now: begunAt, audit, unchanged }) {
    const settings = { begunAt, begunBy: viewer.email, dispatch: dispatchEveryDay }
    const isNew = await insertShippingSettings(tx, settings)
    if (!isNew) unchanged()
    else {
      if ((await allProfiles(tx)).length === 0) await insertProfile(tx, { ...usualProfile })
      audit(shippingSubject, { after: { begunAt: begunAt.toISOString() } })
    }
    return { isNew }
  },
  say: () => 'The shop ships from here now.',
})

const weekdays = () =>
  chosen().transform((typed) =>
    typed
      .map(Number)
      .filter((one): one is Weekday => Number.isInteger(one) && one >= 0 && one <= 6),
  )

const maxHolidays = 60

const holidays = text().transform((typed, { addIssue }): string[] => {
  const days = typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(readDay)
  const read = days.filter((one) => one !== undefined)
  if (days.length > maxHolidays || read.length < days.length) {
    addIssue('Dates such as 2026-11-26, one per line.')
  }
  return read.toSorted()
})

/** Saves the dispatch days and the ZIP code that boxes are sent from. */
export const saveShippingSettings = staffAction({
  needs: 'ship-orders',
  log: 'shipping-settings-saved',
  form: z.object({
    version: version(),
    ...byCarried(weekdays),
    holidays,
    daysBefore: wholeNumberFrom(0, 14, 'A whole number from 0 to 14.'),
    senderZip: text().refine(
      (typed) => /^(\d{5})?$/.test(typed),
      'Five digits, or leave it empty.',
    ),
  }),
  record: (tx) => shippingSettingsOf(tx),
  async run({ tx, record, audit }, { version: _version, senderZip, ...dispatch }) {
    if (!record) return notThere()
    const changes = { dispatch, senderZip }
    if (!(await updateShippingSettings(tx, record.version, changes))) return savedElsewhere()
    audit(shippingSubject, {
      before: { dispatch: record.dispatch, senderZip: record.senderZip },
      after: changes,
    })
  },
  say: () => 'Saved.',
})

/** How many orders a day would take in; nothing is written. */
export const countOrders = staffPreview({
  needs: 'ship-orders',
  form: z.object({ since: day() }),
  async show({ db, clock, settings }, typed) {
    const from = beginningOf(typed.since, settings.timeZone)
    if (!from) return refuse('That is not a day.', { field: 'since' })
    if (from > clock()) return refuse('That day is in the future.', { field: 'since' })
    return { since: typed.since, count: await countMissingShipments(db, from) }
  },
})

/** Makes a shipment for each paid order since then that has none: as many as staff were shown. */
export const takeInOrders = staffAction({
  needs: 'ship-orders',
  log: 'orders-taken-in',
  form: z.object({ since: day(), counted: wholeNumber().optional() }),
  async run({ tx, now, midnight, audit, unchanged }, { counted, ...typed }) {
    const from = midnight(typed.since)
    if (from > now) return refuse('That day is in the future.', { field: 'since' })
    if (!(await shippingSettingsOf(tx))) return notThere()
    const count = await insertMissingShipments(tx, from, now)
    if (counted !== undefined && count > counted) {
      return refuse('There are more orders now. Nothing was taken in; please count them again.')
    }
    if (count === 0) unchanged()
    else audit(shippingSubject, { after: { since: from.toISOString(), orders: count } })
    return { count }
  },
  async afterwards(services, { count }) {
    if (count > 0) await recomputeReadiness(services)
  },
  say: ({ count }) => `${plural(count, 'order')} ${count === 1 ? 'was' : 'were'} taken in.`,
})
