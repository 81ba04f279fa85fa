import { z } from 'zod'

import { maxSource } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { filled } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction, staffPreview } from '#platform/action/staff-action.server.ts'
import { shopToday } from '#platform/services/shop-today.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { addDays } from '#shipping/readiness/dispatch-days.rules.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'

import { stateSubject } from '../log.copy.ts'
import { demandServed, stateOfPath } from './served-state.ts'
import { earliestEnd } from './state-rule.rules.ts'
import type { StateRule } from './state-rules.store.server.ts'
import {
  dayOfState,
  endVersion,
  insertVersion,
  lockRulesOf,
  versionById,
  versionInForce,
} from './state-rules.store.server.ts'
import { reachedBySuspension } from './states.store.server.ts'

const needs = 'manage-compliance'

const suspendForm = z.object({
  state: stateOfPath,
  reason: filled(maxSource, `A reason of at most ${maxSource} characters, please.`),
})

const suspendedAlready = ({ state, confirmedBy }: StateRule) =>
  refuse(`${confirmedBy} suspended ${stateName(state)} already.`)

/** What a suspension would reach, before it is done. */
export const previewSuspension = staffPreview({
  needs,
  form: suspendForm,
  async show(services, { state }) {
    const { db, clock } = services
    demandServed(state, shopToday(services))
    const rule = await versionInForce(db, state, await dayOfState(db, state, clock()))
    return rule?.isSuspended ? suspendedAlready(rule) : reachedBySuspension(db, state, clock())
  },
})

/** Suspends a state from now on, by a version above the others, until it is resumed. */
export const suspendState = staffAction({
  needs,
  log: 'state-suspended',
  form: suspendForm,
  once: versionById,
  async run({ tx, viewer, today: shopDay, now, formKey: id, audit }, { state, reason }) {
    demandServed(state, shopDay)
    await lockRulesOf(tx, state)
    const from = await dayOfState(tx, state, now)
    const rule = await versionInForce(tx, state, from)
    if (rule?.isSuspended) return suspendedAlready(rule)
    const made = await insertVersion(tx, {
      ...{ id, state, from, isSuspended: true, source: reason },
      ...{ addedBy: viewer.email, confirmedBy: viewer.email, confirmedAt: now },
    })
    audit(stateSubject(state), { after: { reason } })
    return made
  },
  afterwards: (services) => recomputeReadiness(services),
  say: ({ state }) => `${stateName(state)} is suspended.`,
})

/** Ends a suspension at once. `id` is that of the suspension that was shown. */
export const resumeState = staffAction({
  needs,
  log: 'state-resumed',
  form: z.object({ state: stateOfPath, id: z.guid() }),
  async run({ tx, viewer, today: shopDay, now, audit }, { state, id }) {
    demandServed(state, shopDay)
    await lockRulesOf(tx, state)
    const today = await dayOfState(tx, state, now)
    const rule = await versionInForce(tx, state, today)
    if (!rule?.isSuspended || rule.id !== id) {
      return refuse(`This suspension of ${stateName(state)} was ended in the meantime.`)
    }
    const until = earliestEnd(rule.from, today)
    await endVersion(tx, id, until)
    // It holds for the rest of its first day: what is below it goes above it until then.
    if (until > today) {
      const below = await versionInForce(tx, state, today, { below: true })
      const { version: _version, id: _id, addedAt: _addedAt, ...same } = below ?? noRule(state)
      await insertVersion(tx, {
        ...{ ...same, from: today, until: addDays(today, 1) },
        ...{ addedBy: viewer.email, confirmedBy: viewer.email, confirmedAt: now },
      })
    }
    audit(stateSubject(state), { before: { reason: rule.source } })
    return { state }
  },
  afterwards: (services) => recomputeReadiness(services),
  say: ({ state }) => `${stateName(state)} is resumed.`,
})

const noRule = (state: string): Partial<StateRule> & { state: string; source: string } => ({
  ...{ state, source: 'No rule was in force before the suspension.' },
})
