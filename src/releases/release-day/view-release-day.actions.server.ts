import type { Processes } from '#platform/processes/process-report.rules.ts'
import { sumReports } from '#platform/processes/process-report.rules.ts'
import type { Services } from '#platform/services/services.ts'
import type { ViewedLine } from '#waiting-room/steer-line.actions.server.ts'
import { viewLine } from '#waiting-room/steer-line.actions.server.ts'

import type { ReleaseWine, StaffRelease } from '../release/staff-releases.store.server.ts'
import { staffReleaseById } from '../release/staff-releases.store.server.ts'
import type { ReleaseDayWarning } from './release-day.rules.ts'
import { warningsOf } from './release-day.rules.ts'
import type { ReleaseSales, ServiceFigures } from './release-day.store.server.ts'
import { releaseSales, serviceFigures } from './release-day.store.server.ts'
import type { WaveFigures } from './release-figures.store.server.ts'
import { waveFigures } from './release-figures.store.server.ts'

export type ReleaseDay = {
  id: string
  name: string
  phase: StaffRelease['phase']
  version: number
  pauseReason: string
  closesAt: Date
  wines: Pick<ReleaseWine, 'id' | 'title' | 'subtitle' | 'stock' | 'held' | 'sold' | 'promised'>[]
  waves: { id: string; name: string; opensAt: Date; figures: Omit<WaveFigures, 'waveId'> }[]
  sales: ReleaseSales
  service: Omit<ServiceFigures, 'processes'> & { processes: Processes }
  line: ViewedLine | null
  warnings: ReleaseDayWarning[]
  at: Date
}

/** Time to live of a reading that all screens of a process share, in milliseconds. */
const sharedFor = 2_000

const readings = new WeakMap<object, Map<string, { at: number; day: Promise<ReleaseDay | null> }>>()

/** A release at this moment, for a screen that people watch while it sells; null when there is none. */
export function viewReleaseDay(services: Services, id: string): Promise<ReleaseDay | null> {
  const now = services.clock().getTime()
  const known = readings.get(services.db) ?? new Map<string, never>()
  readings.set(services.db, known)
  for (const [each, { at }] of known) if (Math.abs(now - at) >= sharedFor) known.delete(each)
  const shared = known.get(id)
  if (shared) return shared.day
  const day = readDay(services, id)
  known.set(id, { at: now, day })
  // A failed reading is not cached.
  day.catch(() => known.delete(id))
  return day
}

async function readDay({ db, clock }: Services, id: string): Promise<ReleaseDay | null> {
  const release = await staffReleaseById(db, id)
  if (!release) return null
  const { phase, version, pauseReason, fields } = release
  const [found, sales, { processes: reports, ...figures }, line] = await Promise.all([
    waveFigures(db, id),
    releaseSales(db, id, fields.opensAt),
    serviceFigures(db),
    viewLine(db),
  ])
  const processes = sumReports(reports)
  return {
    id,
    name: fields.name,
    phase,
    version,
    pauseReason,
    closesAt: fields.closesAt,
    wines: release.wines.map(({ id: wine, title, subtitle, stock, held, sold, promised }) => ({
      id: wine,
      title,
      subtitle,
      stock,
      held,
      sold,
      promised,
    })),
    waves: fields.waves.map(({ id: wave, name, opensAt }) => {
      const { waveId: _, ...counts } = found.find(({ waveId }) => waveId === wave) ?? {
        waveId: wave,
        invited: 0,
        visited: 0,
        bought: 0,
        units: 0,
      }
      return { id: wave, name, opensAt, figures: counts }
    }),
    sales,
    service: { ...figures, processes },
    line,
    warnings: warningsOf({
      phase,
      ordersInFiveMinutes: sales.lastFiveMinutes,
      paymentPagesOpen: figures.paymentPagesOpen,
      receiptsWaiting: figures.receiptsWaiting,
      processes,
    }),
    at: clock(),
  }
}
