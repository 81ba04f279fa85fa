import { eraseUnpaidBefore } from '#data/unpaid-checkouts.ts'
import { unpaidKeptDays } from '#domain/checkout.ts'

import type { Parts } from '#use-cases/parts.ts'

const day = 24 * 60 * 60_000

/**
 * Erases who wanted to buy, and where it was to go, from checkouts that ended unpaid so many days
 * ago: abandoned, replaced, or voided. What was paid keeps it, as its order does.
 */
export async function eraseUnpaid({ db, clock, log }: Parts): Promise<void> {
  const before = new Date(clock().getTime() - unpaidKeptDays * day)
  const count = await eraseUnpaidBefore(db, before)
  if (count > 0) log.info({ count }, 'buyers of unpaid checkouts forgotten')
}
