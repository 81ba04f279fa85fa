import { countAttempt } from '#mail/attempts.store.server.ts'
import { ProviderUnavailable } from '#payments/payments.ts'
import type { Services } from '#platform/services/services.ts'
import { networkOf } from '#platform/text/network-address.rules.ts'

import { isPaymentId, recordPayment, snapshotOfPayment } from './record-payment.actions.server.ts'
import type { RecordedPayment } from './recorded-payment.actions.server.ts'

type ReturnedBuyer = RecordedPayment | { state: 'being-confirmed' }

/**
 * Lookups at the provider per client network of ids that no checkout has: a payment link's session,
 * or one whose response was lost. Anyone can invent such ids.
 */
const unknownIds = { minutes: 60, max: 10 }

/**
 * How often each process asks the provider about one payment that is not settled, however often its buyer
 * loads the page. Counted in memory: a purchase has no statement more for it.
 */
const lookUps = { minutes: 10, max: 10, remembered: 10_000 }

const lookedUp = new WeakMap<Services['db'], Map<string, { since: number; times: number }>>()

export function mayLookUp({ db, clock }: Pick<Services, 'db' | 'clock'>, id: string): boolean {
  const counts = lookedUp.get(db) ?? new Map<string, { since: number; times: number }>()
  lookedUp.set(db, counts)
  if (counts.size > lookUps.remembered) counts.clear()
  const now = clock().getTime()
  const count = counts.get(id)
  if (!count || now - count.since >= lookUps.minutes * 60_000) {
    counts.set(id, { since: now, times: 1 })
    return true
  }
  count.times += 1
  return count.times <= lookUps.max
}

/**
 * Records the payment that a buyer returns from. `being-confirmed` when the provider is
 * unavailable: the webhook or the reconciliation job records the order. `unknown` also for ids not
 * in the ledger once the client network has used up its lookups.
 */
export async function returnFromPayment(
  services: Services,
  id: string,
  address: string,
): Promise<ReturnedBuyer> {
  const { db, log } = services
  if (!isPaymentId(id)) return { state: 'unknown' }
  const snapshot = await snapshotOfPayment(services, id)
  if (!snapshot) {
    const key = `unknown-payment:${networkOf(address)}`
    if (!(await countAttempt(db, key, unknownIds.minutes, unknownIds.max))) {
      log.warn({}, 'too many unknown payment ids, not looked up')
      return { state: 'unknown' }
    }
  }
  const isSettled = snapshot && (snapshot.order || snapshot.checkout.state === 'paid')
  if (snapshot && !isSettled && !mayLookUp(services, id)) return { state: 'open' }
  try {
    return await recordPayment(services, id, { snapshot })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ err: error }, 'payment provider unavailable, payment not recorded yet')
    return { state: 'being-confirmed' }
  }
}
