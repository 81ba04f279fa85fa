import { expect, test } from 'vitest'

import type { Running } from '#platform/figures/figures.server.ts'

import { modules } from './modules.server.ts'

const quiet = { providerFailures: 0, serverErrors: 0, loopDelay: 0, connectionsWaitedFor: 0 }
const away = (minutesAway: number): Running => ({ processes: quiet, minutesAway })
const busy = (processes: Partial<typeof quiet>): Running => ({
  processes: { ...quiet, ...processes },
  minutesAway: 0,
})

type Moment = { figures?: object; running?: Running }

/**
 * When each alarm is raised, written down here a second time: what is still well, what no longer is, and for how many
 * minutes that has to last.
 */
const limits: Record<string, { well: Moment[]; bad: Moment[]; after: number }> = {
  'emails-overdue': {
    well: [{ figures: { overdue: 600 } }],
    bad: [{ figures: { overdue: 601 } }],
    after: 0,
  },
  'events-unsettled': {
    well: [{ figures: { unsettledEvents: 0 } }],
    bad: [{ figures: { unsettledEvents: 1 } }],
    after: 10,
  },
  'provider-failing': {
    well: [{ running: busy({ providerFailures: 2 }) }],
    bad: [{ running: busy({ providerFailures: 3 }) }],
    after: 5,
  },
  'holds-unpaid': {
    well: [
      { figures: { holds: 9, ordersByChannel: {} } },
      { figures: { holds: 10, ordersByChannel: { cart: 0, offering: 1 } } },
    ],
    bad: [{ figures: { holds: 10, ordersByChannel: { cart: 0 } } }],
    after: 15,
  },
  'promises-overdue': {
    well: [{ figures: { promisedUnits: { running: 9, overdue: 0 } } }],
    bad: [{ figures: { promisedUnits: { running: 0, overdue: 1 } } }],
    after: 5,
  },
  'promises-differ': {
    well: [{ figures: { differing: { promised: 0, held: 0 } } }],
    bad: [
      { figures: { differing: { promised: 1, held: 0 } } },
      { figures: { differing: { promised: 0, held: 1 } } },
    ],
    after: 0,
  },
  'release-unbought': {
    well: [{ figures: { unbought: 0 } }],
    bad: [{ figures: { unbought: 1 } }],
    after: 0,
  },
  'carrier-silent': {
    well: [{ figures: { silence: null } }, { figures: { silence: 86_400 } }],
    bad: [{ figures: { silence: 86_401 } }],
    after: 0,
  },
  'carrier-nonsense': {
    well: [{ figures: { invalidResponses: 20 } }],
    bad: [{ figures: { invalidResponses: 21 } }],
    after: 0,
  },
  'campaign-silent': {
    well: [{ figures: { silence: 600 } }],
    bad: [{ figures: { silence: 601 } }],
    after: 0,
  },
  'database-away': { well: [{ running: away(2.9) }], bad: [{ running: away(3) }], after: 0 },
  'server-errors': {
    well: [{ running: busy({ serverErrors: 4 }) }],
    bad: [{ running: busy({ serverErrors: 5 }) }],
    after: 0,
  },
  'jobs-failed': {
    well: [{ figures: { jobs: { waiting: 9, running: 2, failed: 0 } } }],
    bad: [{ figures: { jobs: { waiting: 0, running: 0, failed: 1 } } }],
    after: 0,
  },
  'tasks-repaired': {
    well: [{ figures: { tasks: { open: 9, repaired: 0 } } }],
    bad: [{ figures: { tasks: { open: 0, repaired: 1 } } }],
    after: 0,
  },
  'process-busy': {
    well: [{ running: busy({ loopDelay: 1_000 }) }],
    bad: [{ running: busy({ loopDelay: 1_001 }) }],
    after: 1,
  },
  'connections-used-up': {
    well: [{ running: busy({ connectionsWaitedFor: 0 }) }],
    bad: [{ running: busy({ connectionsWaitedFor: 1 }) }],
    after: 1,
  },
}

const alarms = Object.fromEntries(
  modules.flatMap(({ figures }) => Object.entries(figures?.alarms ?? {})),
)

test('each alarm has its limits here', () => {
  expect(Object.keys(limits).toSorted()).toEqual(Object.keys(alarms).toSorted())
})

test.each(Object.entries(limits))(
  'the alarm %s is raised beyond its limit alone',
  (cause, limit) => {
    const { isBad, after = 0 } = alarms[cause]!
    const answers = (moments: readonly Moment[]) =>
      moments.map(({ figures = {}, running = away(0) }) => isBad(figures as never, running))
    expect(answers(limit.well)).toEqual(limit.well.map(() => false))
    expect(answers(limit.bad)).toEqual(limit.bad.map(() => true))
    expect(after).toBe(limit.after)
  },
)
