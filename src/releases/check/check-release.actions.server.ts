import { latestReconciliations } from '#accounting/reconciliation/reconciliation.store.server.ts'
import { neutralPicture, pictureInPreparation } from '#catalogue/pictures/picture.rules.ts'
import { approvalOf } from '#orders/approvals/approvals.actions.server.ts'
import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import { allocatedUnits, invitedPeople } from '../release-day/release-figures.store.server.ts'
import { campaignOf } from '../release/release-campaign.store.server.ts'
import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import type { CheckLine } from './release-check.rules.ts'
import { checkLines, freeOf } from './release-check.rules.ts'

/** What the check reads from external services, before the transaction. */
type OutsideFacts = { isMailReachable: boolean; whyNotReady: string | null }

export async function outsideFacts({ mail, whyNotReady }: Services): Promise<OutsideFacts> {
  const [isMailReachable, why] = await Promise.all([mail.isReachable(), whyNotReady()])
  return { isMailReachable, whyNotReady: why }
}

/** The lines of the check, each computed now. */
export async function computeCheck(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  db: Queryable,
  release: StaffRelease,
  outside: OutsideFacts,
): Promise<CheckLine[]> {
  const now = clock()
  const allocated = await allocatedUnits(db, release.id)
  const people = await invitedPeople(db, release.id, shopToday({ settings, clock }))
  const [latest] = await latestReconciliations(db, 1)
  const { kind, promise, closesAt } = release.fields
  return checkLines(
    {
      kind,
      promise,
      closesAt,
      people,
      ...outside,
      campaign: await campaignOf(db, release.id),
      isReconciled: latest ? !latest.hasFailed && latest.differenceCount === 0 : null,
      wines: release.wines.map((wine) => ({
        id: wine.id,
        title: `${wine.title}, ${wine.subtitle}`,
        isPriced: wine.priceId !== null || settings.priceIds[wine.id] !== undefined,
        hasPicture: ![neutralPicture, pictureInPreparation].includes(wine.image),
        hasSheet: wine.specSheet !== null,
        stock: wine.stock,
        free: freeOf(release.state, wine),
        // Bought and held units are deducted from the stock already.
        allocated: allocated.find(({ productId }) => productId === wine.id)?.left ?? 0,
      })),
    },
    now,
  )
}

/**
 * The check of a release before it is scheduled, and the request to end it early that waits for
 * approval, or its outcome.
 */
export async function viewReleaseCheck(services: Services, viewer: Staff, release: StaffRelease) {
  const outside = await outsideFacts(services)
  return {
    lines: await computeCheck(services, services.db, release, outside),
    approval: await approvalOf(services, viewer, 'end-release', release.id),
    endNeedsApproval: (await approvalRulesNow(services.db)).endsRelease,
  }
}
