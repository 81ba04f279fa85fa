import { expect, test } from 'vitest'

import type { ModuleFigures, Running } from '#platform/figures/figures.server.ts'

const quiet = { providerFailures: 0, serverErrors: 0, loopDelay: 0, connectionsWaitedFor: 0 }

/** The shop when the database has been away for so long. */
export const away = (minutesAway: number): Running => ({ processes: quiet, minutesAway })

/** The shop with these of its processes' counts. */
export const busy = (processes: Partial<typeof quiet>): Running => ({
  processes: { ...quiet, ...processes },
  minutesAway: 0,
})

type Moment = { figures?: object; running?: Running }

/** Tests when each alarm of a module is raised: written down are what is still well and what no longer is. */
export function testAlarms(
  { alarms = {} }: ModuleFigures,
  limits: Readonly<Record<string, { well: Moment[]; bad: Moment[] }>>,
): void {
  test('each alarm has its limits here', () => {
    expect(Object.keys(limits).toSorted()).toEqual(Object.keys(alarms).toSorted())
  })

  test.each(Object.entries(limits))('%s is raised beyond its limit alone', (cause, limit) => {
    const answers = (moments: readonly Moment[]) =>
      moments.map(({ figures = {}, running = away(0) }) =>
        alarms[cause]!.isBad(figures as never, running),
      )
    expect(answers(limit.well)).toEqual(limit.well.map(() => false))
    expect(answers(limit.bad)).toEqual(limit.bad.map(() => true))
  })
}
