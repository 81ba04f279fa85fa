import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import {
  changeWine,
  listLast,
  lockStaffWine,
  leaveEndedRelease,
  releaseDeciding,
} from './staff-wines.store.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { ReleaseState } from './catalogue.rules.ts'

import { wineSubject } from '../log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'

import { priceStanding } from './view-wine.actions.server.ts'

type SetWineState = Outcome<
  'not-staff' | 'gone' | 'in-release' | 'no-price' | 'saved-elsewhere',
  { title: string }
>

/**
 * Sets a wine on sale, announces or closes it, if it is in no release and its version is unchanged.
 * On sale needs a price at the provider. Carts keep the lines of a closed wine; checkout refuses
 * them. Only for staff.
 */
export async function setWineState(
  services: Services,
  viewer: Staff,
  id: string,
  { to, version }: { to: ReleaseState; version: number },
): Promise<SetWineState> {
  if (!may(viewer, 'manage-releases')) return { ok: false, reason: 'not-staff' }
  return services.db.transaction(async (tx): Promise<SetWineState> => {
    const wine = await lockStaffWine(tx, id)
    if (!wine) return { ok: false, reason: 'gone' }
    if (wine.releaseState === to) return { ok: true, title: wine.title }
    if (wine.version !== version) return { ok: false, reason: 'saved-elsewhere' }
    if (await releaseDeciding(tx, id)) return { ok: false, reason: 'in-release' }
    const hasPrice = priceStanding(services, wine) !== 'pending'
    if (to === 'on-sale' && !hasPrice) {
      await queueJob(tx, 'create-price', { productId: id }, `price:${id}`)
      return { ok: false, reason: 'no-price' }
    }
    await changeWine(tx, id, { releaseState: to })
    if (to !== 'closed') {
      await leaveEndedRelease(tx, id)
      await listLast(tx, id)
    }
    await writeAuditEntry(tx, viewer, 'wine-state-set', wineSubject(wine), {
      before: { releaseState: wine.releaseState },
      after: { releaseState: to },
    })
    return { ok: true, title: wine.title }
  })
}
