import type { VoidedOffer } from '../unpaid-checkouts.store.server.ts'
import { voidedOffersSince } from '../unpaid-checkouts.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { unpaidRetentionDays } from '../checkout.rules.ts'

import type { Services, Staff } from '#platform/services/services.ts'
import { refusalOf } from './settle-authorised.actions.server.ts'

export type ListedVoided =
  | {
      ok: true
      offers: (VoidedOffer & { reason: ReturnType<typeof refusalOf> })[]
      hasMore: boolean
    }
  | { ok: false }

const maxVoided = 100
const day = 24 * 60 * 60_000

/**
 * Offers that were not served and whose payments were voided, newest first, a hundred at most,
 * until their personal data is erased. Only for staff.
 */
export async function listVoidedOffers(
  { db, clock }: Services,
  viewer: Staff,
): Promise<ListedVoided> {
  if (!may(viewer, 'handle-orders')) return { ok: false }
  const since = new Date(clock().getTime() - unpaidRetentionDays * day)
  const found = await voidedOffersSince(db, since, maxVoided + 1)
  const offers = found.slice(0, maxVoided).map((offer) => ({ ...offer, reason: refusalOf(offer) }))
  return { ok: true, offers, hasMore: found.length > maxVoided }
}
