import type { Services } from '#platform/services/services.ts'

import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import {
  allocatedUnits,
  recentOrders,
  salesByMinute,
  waveFigures,
} from './release-figures.store.server.ts'

/** Minutes of which the orders are listed. */
const recentMinutes = 5

/** Minutes that the chart shows at most. */
const chartedMinutes = 240

export type ViewedLive = Awaited<ReturnType<typeof viewReleaseLive>>

/** The figures of a release at this moment. */
export async function viewReleaseLive({ db, clock }: Services, release: StaffRelease) {
  const { id } = release
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
  return { release, allocated, waves, sales, orders, at }
}
