import { checkoutLinesOf, moveCheckout } from '#data/checkout/checkouts.ts'
import { returnStock } from '#data/catalogue/products.ts'

import type { Services } from '#use-cases/services.ts'

/** Ends an open checkout and releases its stock; of concurrent calls one does it. */
export async function releaseHold(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  checkoutId: string,
  to: 'expired' | 'cancelled',
): Promise<void> {
  await db.transaction(async (tx) => {
    const moved = await moveCheckout(tx, checkoutId, 'open', to, clock())
    if (!moved || moved.channel === 'reshipment') return
    await returnStock(tx, checkoutId, await checkoutLinesOf(tx, checkoutId))
  })
}
