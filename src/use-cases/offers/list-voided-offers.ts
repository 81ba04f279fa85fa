import type { VoidedOffer } from '#data/unpaid-checkouts.ts'
import { voidedOffersSince } from '#data/unpaid-checkouts.ts'
import { may } from '#domain/access.ts'
import { unpaidKeptDays } from '#domain/checkout.ts'

import type { Staff } from '#use-cases/desk/record-log.ts'
import type { Parts } from '#use-cases/parts.ts'
import { refusalOf } from './refusal-of.ts'

export type ListedVoided =
  | {
      ok: true
      offers: (VoidedOffer & { reason: ReturnType<typeof refusalOf> })[]
      hasMore: boolean
    }
  | { ok: false }

/** Offers that are listed at most. */
const mostVoided = 100
const day = 24 * 60 * 60_000

/**
 * Offers that were not served and whose payments were let go, newest first, a hundred at most: as
 * long as it is kept whose they were. Only for staff.
 */
export async function listVoidedOffers(
  { db, clock }: Parts,
  viewer: Pick<Staff, 'role'>,
): Promise<ListedVoided> {
  if (!may(viewer.role, 'handle-orders')) return { ok: false }
  const since = new Date(clock().getTime() - unpaidKeptDays * day)
  const found = await voidedOffersSince(db, since, mostVoided + 1)
  const offers = found.slice(0, mostVoided).map((offer) => ({ ...offer, reason: refusalOf(offer) }))
  return { ok: true, offers, hasMore: found.length > mostVoided }
}
