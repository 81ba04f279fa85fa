import { wineRows } from '#data/catalogue/products.ts'
import { may } from '#domain/admin/access.ts'

import type { Staff } from '#use-cases/admin/record-log.ts'
import type { Services } from '#use-cases/services.ts'

export type OrderWines =
  | { ok: true; wines: { id: string; name: string }[] }
  | { ok: false; reason: 'not-staff' }

/** The wines by which the list of orders can be filtered. Only for staff. */
export async function orderWines(
  { db }: Services,
  viewer: Pick<Staff, 'role' | 'duties'>,
): Promise<OrderWines> {
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const wines = await wineRows(db)
  return {
    ok: true,
    wines: wines.map(({ id, title, subtitle }) => ({ id, name: `${title} ${subtitle}`.trim() })),
  }
}
