import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { lockStaffWine, offerWine } from '../wines/staff-wines.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { offers } from '../offers/offers.rules.ts'

import { wineSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

import { priceStanding } from '../wines/view-wine.actions.server.ts'

/** Chooses the case that `/offering` sells, which needs a price at the provider. Only for staff. */
export async function setOfferedWine(
  services: Services,
  viewer: Staff,
  id: string,
): Promise<Outcome<'not-staff' | 'gone' | 'no-price' | 'not-a-case', { title: string }>> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  if (id === offers.offer1.productId) return { ok: false, reason: 'not-a-case' }
  return services.db.transaction(async (tx) => {
    const wine = await lockStaffWine(tx, id)
    if (!wine) return { ok: false, reason: 'gone' }
    if (priceStanding(services, wine) === 'pending') return { ok: false, reason: 'no-price' }
    const isSeeded = id === offers.offering.productId
    const before = await offerWine(tx, isSeeded ? null : id)
    if (before === (isSeeded ? null : id)) return { ok: true, title: wine.title }
    await writeAuditEntry(tx, viewer, 'wine-offered', wineSubject(wine), {
      before: { offering: before ?? offers.offering.productId },
      after: { offering: id },
    })
    return { ok: true, title: wine.title }
  })
}
