import { wineRows } from '#data/catalogue/products.ts'
import { newestReleases } from '#data/releases/staff-releases.ts'
import { may } from '#domain/admin/access.ts'

import type { Outcome, Services, Staff } from '#use-cases/services.ts'

type Named = { id: string; name: string }

type OrderWines = Outcome<'not-staff', { wines: Named[]; releases: Named[] }>

/** The wines and the newest releases by which the list of orders can be filtered. Only for staff. */
export async function orderWines({ db }: Services, viewer: Staff): Promise<OrderWines> {
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const [wines, releases] = await Promise.all([wineRows(db), newestReleases(db)])
  return {
    ok: true,
    releases,
    wines: wines.map(({ id, title, subtitle }) => ({ id, name: `${title} ${subtitle}`.trim() })),
  }
}
