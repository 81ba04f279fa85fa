import { wineRows } from '#catalogue/wines/products.store.server.ts'
import { newestReleases } from '#releases/release/staff-releases.store.server.ts'
import { may } from '#platform/access/access.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'

type Named = { id: string; name: string }

/**
 * The wines and the newest releases by which the list of orders can be filtered. Only for staff.
 */
export async function orderWines(
  { db }: Services,
  viewer: Staff,
): Promise<Outcome<'not-staff', { wines: Named[]; releases: Named[] }>> {
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const [wines, releases] = await Promise.all([wineRows(db), newestReleases(db)])
  return {
    ok: true,
    releases,
    wines: wines.map(({ id, title, subtitle }) => ({ id, name: `${title} ${subtitle}`.trim() })),
  }
}
