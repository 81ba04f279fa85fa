import { z } from 'zod'

import {
  countedBy,
  countedIn,
  limitMl,
  maxSource,
} from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { checked, day, dayOrNone, filled, oneOf, text } from '#platform/action/form-fields.ts'
import { notThere, refuse, savedElsewhere } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { numericDay } from '#platform/text/dates.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'

import { stateSubject } from '../log.copy.ts'
import { ruleText, volumeText } from './rule-words.copy.ts'
import { demandServed, stateOfPath } from './served-state.ts'
import { earliestEnd, typedMl, volumeUnits } from './state-rule.rules.ts'
import type { StateRule } from './state-rules.store.server.ts'
import {
  confirmVersion,
  dayOfState,
  endVersion,
  insertVersion,
  lockRulesOf,
  overlapping,
  versionById,
  versionInForce,
} from './state-rules.store.server.ts'

const needs = 'manage-compliance'

const longestNote = 500
const source = filled(
  maxSource,
  `Where the law says so, in at most ${maxSource} characters, please.`,
)

const wrongVolume = `Please type from ${limitMl.least} ml to ${volumeText(limitMl.most)}, or leave it empty.`

const ruleForm = z
  .object({
    state: stateOfPath,
    from: day(),
    until: dayOrNone(),
    limit: text(),
    limitUnit: oneOf(volumeUnits).default('bottles'),
    countedBy: oneOf(['', ...countedBy]).default(''),
    countedIn: oneOf(['', ...countedIn]).default(''),
    largest: text(),
    largestUnit: oneOf(volumeUnits).default('bottles'),
    needsBirthdate: checked(),
    note: text(longestNote, `At most ${longestNote} characters.`),
    source,
  })
  .transform(({ limit, limitUnit, largest, largestUnit, ...rest }, { addIssue }) => {
    const refused = (field: string, message: string) =>
      addIssue({ code: 'custom', path: [field], message })
    const volume = (field: string, typed: string, unit: (typeof volumeUnits)[number]) => {
      const ml = typedMl(typed, unit)
      if (ml !== 'wrong') return ml
      refused(field, wrongVolume)
      return null
    }
    if (rest.until !== null && rest.until <= rest.from) {
      refused('until', 'It has to end after it begins.')
    }
    const ml = volume('limit', limit, limitUnit)
    if (limit !== '' && rest.countedBy === '') refused('countedBy', 'Whose wine counts together?')
    if (limit !== '' && rest.countedIn === '') refused('countedIn', 'In what time does it count?')
    return {
      ...rest,
      limitMl: ml,
      countedBy: ml === null || rest.countedBy === '' ? null : rest.countedBy,
      countedIn: ml === null || rest.countedIn === '' ? null : rest.countedIn,
      largestOrderMl: volume('largest', largest, largestUnit),
    }
  })

/** What an entry of the log notes of a version. */
const noted = (rule: StateRule) => ({
  version: rule.version,
  rule: ruleText(rule),
  from: rule.from,
  holdsUntil: rule.until,
  note: rule.note,
  source: rule.source,
})

/** Proposes a version of a state's rule, which does nothing until it is confirmed. */
export const proposeRule = staffAction({
  needs,
  log: 'state-rule-proposed',
  form: ruleForm,
  once: versionById,
  async run({ tx, viewer, today, formKey: id, audit }, input) {
    demandServed(input.state, today)
    await lockRulesOf(tx, input.state)
    const made = await insertVersion(tx, { ...input, id, addedBy: viewer.email })
    audit(stateSubject(made.state), { after: noted(made) })
    return made
  },
  say: ({ version }) => `Version ${version} is proposed. It does nothing until it is confirmed.`,
})

/** Confirms one version: from then on, or from its first day, it decides. */
export const confirmRule = staffAction({
  needs,
  log: 'state-rule-confirmed',
  form: z.object({ state: stateOfPath, id: z.guid() }),
  async run({ tx, viewer, today: shopDay, now: at, audit, unchanged }, input) {
    demandServed(input.state, shopDay)
    await lockRulesOf(tx, input.state)
    const rule = await versionById(tx, input.id)
    if (rule?.state !== input.state) return notThere()
    if (rule.confirmedBy === viewer.email) {
      unchanged()
      return rule
    }
    if (rule.confirmedBy !== null) {
      return refuse(`${rule.confirmedBy} confirmed version ${rule.version} already.`)
    }
    const today = await dayOfState(tx, rule.state, at)
    if (rule.until !== null && rule.until <= today) {
      return refuse(`Version ${rule.version} is over. Please propose another.`)
    }
    const other = await overlapping(tx, rule, { ...rule, today })
    if (other) return refuse(overlaps(other))
    const before = await versionInForce(tx, rule.state, today)
    const confirmed = (await confirmVersion(tx, rule.id, { by: viewer.email, at }))!
    // A version with a higher number would end it.
    if (before?.isSuspended && before.version < rule.version) {
      await endVersion(tx, before.id, earliestEnd(before.from, today))
      await insertVersion(tx, {
        ...{ state: rule.state, isSuspended: true, from: today, source: before.source },
        ...{ addedBy: before.addedBy, confirmedBy: before.confirmedBy, confirmedAt: at },
      })
    }
    audit(stateSubject(rule.state), { after: noted(rule) })
    return confirmed
  },
  afterwards: (services) => recomputeReadiness(services),
  say: ({ state: of, version, confirmedBy }) =>
    `Version ${version} for ${stateName(of)} is confirmed by ${confirmedBy}.`,
})

const overlaps = ({ version, until }: StateRule) =>
  `Version ${version} holds ${until === null ? 'without an end' : `until ${numericDay(until)}`}, so both would be in force. End it first, or propose a version that begins when it ends.`

/** Sets the day from which a confirmed version no longer holds. `was` is the one that was shown. */
export const endRule = staffAction({
  needs,
  log: 'state-rule-ended',
  form: z.object({ state: stateOfPath, id: z.guid(), was: dayOrNone(), until: day() }),
  async run({ tx, today: shopDay, now, audit, unchanged }, input) {
    demandServed(input.state, shopDay)
    await lockRulesOf(tx, input.state)
    const rule = await versionById(tx, input.id)
    if (rule?.state !== input.state || rule.confirmedAt === null || rule.isSuspended)
      return notThere()
    const { until } = input
    const done = { version: rule.version, state: rule.state, until }
    if (rule.until === until) {
      unchanged()
      return done
    }
    if (rule.until !== input.was) return savedElsewhere()
    const today = await dayOfState(tx, rule.state, now)
    if (rule.until !== null && rule.until <= today) {
      return refuse(`Version ${rule.version} is over.`)
    }
    const earliest = earliestEnd(rule.from, today)
    if (until < earliest) {
      return refuse(`It can end on ${numericDay(earliest)} or later.`, { field: 'until' })
    }
    const other = await overlapping(tx, rule, { from: rule.from, until, today })
    if (other) return refuse(`Version ${other.version} begins before that.`, { field: 'until' })
    await endVersion(tx, rule.id, until)
    audit(stateSubject(rule.state), {
      before: { version: rule.version, holdsUntil: rule.until },
      after: { version: rule.version, holdsUntil: until },
    })
    return done
  },
  afterwards: (services) => recomputeReadiness(services),
  say: ({ version, until }) => `Version ${version} holds until ${numericDay(until)}.`,
})
