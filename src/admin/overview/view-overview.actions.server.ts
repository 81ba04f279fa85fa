import { overviewFigures } from './overview.store.server.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { OverviewFigures } from './overview.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/** Time to live of the figures in one process, in milliseconds. */
const cachedFor = 2_000

type Cached = { readAt: number; figures: Promise<OverviewFigures> }
const cached = new WeakMap<Database, Cached>()

/** The figures of the overview, at most two seconds old. Only for staff. */
export async function viewOverview(
  { db, settings }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { figures: OverviewFigures }>> {
  if (!may(viewer, 'see-overview')) return { ok: false, reason: 'not-staff' }
  const now = performance.now()
  const known = cached.get(db)
  if (known && now - known.readAt < cachedFor) return { ok: true, figures: await known.figures }
  const figures = overviewFigures(db, settings.timeZone)
  cached.set(db, { readAt: now, figures })
  figures.catch(() => cached.delete(db))
  return { ok: true, figures: await figures }
}
