import { z } from 'zod'

import { maxSource } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { day, dayOrNone, filled, text } from '#platform/action/form-fields.ts'
import { notThere, refuse, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { numericDay } from '#platform/text/dates.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'

import { dryPlaceSubject } from '../log.copy.ts'
import { earliestEnd } from '../states/state-rule.rules.ts'
import { dayOfState } from '../states/state-rules.store.server.ts'
import { maxZips, readZips, stateOfZip } from './dry-place.rules.ts'
import {
  confirmDryPlace,
  deleteDryPlace,
  dryPlaceById,
  dryPlaceIn,
  endDryPlace,
  insertDryPlaces,
  lockDryPlaces,
} from './dry-places.store.server.ts'

const needs = 'manage-compliance'

const zips = text().transform((typed, { addIssue }): string[] => {
  const read = readZips(typed)
  if (!read.ok) addIssue(`“${read.wrong}” is no ZIP code of five digits.`)
  else if (read.zips.length === 0) addIssue('A ZIP code, please.')
  else if (read.zips.length > maxZips) addIssue(`At most ${maxZips} at once, please.`)
  return read.ok ? read.zips : []
})

/** What an entry of the log notes of one. */
const noted = ({
  from,
  until,
  source,
}: {
  from: string
  until: string | null
  source: string
}) => ({
  ...{ from, holdsUntil: until, source },
})

/** Proposes ZIP codes that get no wine, each of which does nothing until it is confirmed. */
export const addDryPlaces = staffAction({
  needs,
  log: 'dry-place-added',
  form: z
    .object({
      zips,
      from: day(),
      until: dayOrNone(),
      source: filled(
        maxSource,
        `Where the law says so, in at most ${maxSource} characters, please.`,
      ),
    })
    .refine(({ from, until }) => until === null || until > from, {
      path: ['until'],
      message: 'It has to end after it begins.',
    }),
  once: async (tx, formKey): Promise<{ count: number | null } | null> =>
    (await dryPlaceById(tx, formKey)) && { count: null },
  async run({ tx, viewer, today, now, formKey, audit }, { zips: typed, ...rest }) {
    const elsewhere = typed.find((zip) => stateOfZip(zip, today) === null)
    if (elsewhere) {
      return refuse(`${elsewhere} is in no state that the shop ships to.`, { field: 'zips' })
    }
    await lockDryPlaces(tx)
    const there = await dryPlaceIn(tx, typed, rest)
    if (there) return refuse(`${there.zip} is in the list already.`, { field: 'zips' })
    await insertDryPlaces(
      tx,
      typed.map((zip, index) => ({
        ...{ ...rest, zip, addedBy: viewer.email, addedAt: now },
        ...(index === 0 && { id: formKey }),
      })),
    )
    for (const zip of typed) audit(dryPlaceSubject(zip), { after: noted(rest) })
    return { count: typed.length }
  },
  say: ({ count }) =>
    count === null
      ? 'Saved.'
      : `${plural(count, 'ZIP code is', 'ZIP codes are')} proposed: nothing changes until ${count === 1 ? 'it is' : 'each is'} confirmed.`,
})

const form = z.object({ id: z.guid() })

/** Confirms one: from then on, or from its first day, nothing is sent there. */
export const confirmDry = staffAction({
  needs,
  log: 'dry-place-confirmed',
  form,
  async run({ tx, viewer, now: at, audit, unchanged }, { id }) {
    await lockDryPlaces(tx)
    const place = await dryPlaceById(tx, id)
    if (!place) return notThere()
    if (place.confirmedBy === viewer.email) {
      unchanged()
      return place
    }
    const confirmed = await confirmDryPlace(tx, id, { by: viewer.email, at })
    if (!confirmed) return refuse(`${place.confirmedBy} confirmed ${place.zip} already.`)
    audit(dryPlaceSubject(place.zip), { after: noted(place) })
    return confirmed
  },
  afterwards: (services) => recomputeReadiness(services),
  say: ({ zip, confirmedBy }) => `${zip} is confirmed by ${confirmedBy}.`,
})

/** Takes a proposal out of the list again. */
export const removeDry = staffAction({
  needs,
  log: 'dry-place-removed',
  form,
  async run({ tx, audit, unchanged }, { id }) {
    await lockDryPlaces(tx)
    const place = await dryPlaceById(tx, id)
    if (place?.confirmedBy) {
      return refuse(`${place.confirmedBy} confirmed ${place.zip} in the meantime.`)
    }
    if (place) {
      await deleteDryPlace(tx, id)
      audit(dryPlaceSubject(place.zip), { before: noted(place) })
    } else unchanged()
    return {}
  },
  say: () => 'It is removed.',
})

/** Sets the day from which wine may go there again. `was` is the one that was shown. */
export const endDry = staffAction({
  needs,
  log: 'dry-place-ended',
  form: form.extend({ was: dayOrNone(), until: day() }),
  async run({ tx, today: shopDay, now, audit, unchanged }, { id, was, until }) {
    await lockDryPlaces(tx)
    const place = await dryPlaceById(tx, id)
    if (!place?.confirmedAt) return notThere()
    const { zip, from } = place
    if (place.until === until) {
      unchanged()
      return { zip, until }
    }
    if (place.until !== was) return savedElsewhere()
    const today = await dayOfState(tx, stateOfZip(zip, shopDay) ?? '', now)
    if (place.until !== null && place.until <= today) return refuse(`${zip} is over.`)
    const earliest = earliestEnd(from, today)
    if (until < earliest) {
      return refuse(`It can end on ${numericDay(earliest)} or later.`, { field: 'until' })
    }
    const other = await dryPlaceIn(tx, [zip], { from, until }, id)
    if (other) return refuse(`${zip} is in the list again before that.`, { field: 'until' })
    await endDryPlace(tx, id, until)
    audit(dryPlaceSubject(zip), {
      before: { holdsUntil: place.until },
      after: { holdsUntil: until },
    })
    return { zip, until }
  },
  afterwards: (services) => recomputeReadiness(services),
  say: ({ zip, until }) => `${zip} is left out until ${numericDay(until)}.`,
})
