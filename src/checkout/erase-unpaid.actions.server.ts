import type { Services } from '#platform/services/services.ts'

import { unpaidRetentionDays } from './checkout.rules.ts'
import { eraseUnpaidBefore } from './unpaid-checkouts.store.server.ts'

const day = 24 * 60 * 60_000

/**
 * Erases the personal data of checkouts that ended unpaid `unpaidRetentionDays` ago: abandoned,
 * replaced, or voided. Paid checkouts keep it, as their orders do.
 */
export async function eraseUnpaid(services: Services): Promise<void> {
  const { clock, log } = services
  const before = new Date(clock().getTime() - unpaidRetentionDays * day)
  const count = await eraseUnpaidBefore(services, before)
  if (count > 0) log.info({ count }, 'personal data of unpaid checkouts erased')
}
