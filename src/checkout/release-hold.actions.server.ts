import { returnStock } from '#catalogue/wines/products.store.server.ts'
import type { Services } from '#platform/services/services.ts'

import { endHold } from './checkouts.store.server.ts'

/** Ends an open checkout and releases its stock; of concurrent calls one does it. */
export async function releaseHold(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  checkoutId: string,
  to: 'expired' | 'cancelled',
): Promise<void> {
  await db.transaction(async (tx) => {
    const lines = await endHold(tx, checkoutId, to, clock())
    if (lines.length > 0) await returnStock(tx, checkoutId, lines)
  })
}
