import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { providerCallCounts } from '#payments/stripe-calls.adapter.server.ts'
import { reportEvery } from '#platform/processes/process-report.rules.ts'
import { removeReport, writeReport } from '#platform/processes/process-reports.store.server.ts'

import type { App } from '../services.ts'

/** How often the delay of the event loop is measured, in milliseconds: each measure includes it. */
const resolution = 20

/** The delay of the event loop since the last call, at p99 in milliseconds. */
export function loopDelaySinceLast(
  delay: Pick<ReturnType<typeof monitorEventLoopDelay>, 'percentile' | 'reset'>,
): number {
  const nanoseconds = delay.percentile(99)
  delay.reset()
  return Math.max(0, Math.round(nanoseconds / 1e6) - resolution)
}

export type Reporting = { stop(): Promise<void> }

/**
 * Writes the figures of this process to the database every few seconds: the screen of a release day shows
 * all processes. While the database is unreachable the report becomes overdue.
 */
export function startReporting(app: App): Reporting {
  const { recent, services } = app
  const id = randomUUID()
  const startedAt = services.clock()
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  let counted = providerCallCounts.unavailable
  let running: Promise<void> | null = null

  async function report(): Promise<void> {
    recent.add('provider', providerCallCounts.unavailable - counted)
    counted = providerCallCounts.unavailable
    const slowest = recent.slowest()
    const loopDelay = loopDelaySinceLast(delay)
    const processes = await writeReport(services.db, {
      id,
      startedAt,
      notReady: await services.whyNotReady(),
      slowestRoute: slowest?.route ?? null,
      slowestP95: slowest?.p95 ?? null,
      loopDelay,
      connectionsWaitedFor: app.pool.waitingCount,
      providerFailures: recent.count('provider'),
      serverErrors: recent.count('server-errors'),
    })
    app.waitingRoom.shareWith(processes)
  }
  const tick = () => {
    running ??= report()
      .catch(() => {})
      .finally(() => {
        running = null
      })
  }
  tick()
  const timer = setInterval(tick, reportEvery * 1_000)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      delay.disable()
      await running
      await removeReport(services.db, id).catch(() => {})
    },
  }
}
