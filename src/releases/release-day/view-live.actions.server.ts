import type {
  AllocatedUnits,
  MinuteFigures,
  RecentOrder,
  WaveFigures,
} from './release-figures.store.server.ts'
import {
  allocatedUnits,
  recentOrders,
  salesByMinute,
  waveFigures,
} from './release-figures.store.server.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import { staffReleaseById } from '../release/staff-releases.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

/** Minutes of which the orders are listed. */
const recentMinutes = 5

/** Minutes that the chart shows at most. */
const chartedMinutes = 240

export type ViewedLive = Outcome<
  'not-staff' | 'gone',
  {
    release: StaffRelease
    allocated: AllocatedUnits[]
    waves: WaveFigures[]
    sales: MinuteFigures[]
    orders: RecentOrder[]
    at: Date
  }
>

/** The figures of a release at this moment. Only for staff. */
export async function viewReleaseLive(
  { db, clock }: Services,
  viewer: Staff,
  id: string,
): Promise<ViewedLive> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  const release = await staffReleaseById(db, id)
  if (!release) return { ok: false, reason: 'gone' }
  const at = clock()
  // From the opening; of a long release the last hours, and after its end the last it had.
  const until = Math.min(at.getTime(), release.fields.closesAt.getTime())
  const since = Math.max(release.fields.opensAt.getTime(), until - chartedMinutes * 60_000)
  const [allocated, waves, sales, orders] = await Promise.all([
    allocatedUnits(db, id),
    waveFigures(db, id),
    salesByMinute(db, id, new Date(Math.min(since, at.getTime()))),
    recentOrders(db, id, recentMinutes),
  ])
  return { ok: true, release, allocated, waves, sales, orders, at }
}
