import type { Services } from '#platform/services/services.ts'

import { unpaidRetentionDays } from '../checkout.rules.ts'
import { voidedOffersSince } from '../unpaid-checkouts.store.server.ts'
import { refusalOf } from './settle-authorised.actions.server.ts'

const maxVoided = 100
const day = 24 * 60 * 60_000

/**
 * Offers that were not served and whose payments were voided, newest first, a hundred at most,
 * until their personal data is erased.
 */
export async function listVoidedOffers({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const since = new Date(clock().getTime() - unpaidRetentionDays * day)
  const found = await voidedOffersSince(db, since, maxVoided + 1)
  const offers = found.slice(0, maxVoided).map((offer) => ({ ...offer, reason: refusalOf(offer) }))
  return { offers, hasMore: found.length > maxVoided }
}
