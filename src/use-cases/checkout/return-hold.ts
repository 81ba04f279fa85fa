import { checkoutLinesOf, moveCheckout } from '#data/checkouts.ts'
import { returnStock } from '#data/products.ts'

import type { Parts } from '#use-cases/parts.ts'

/** Ends an open checkout and gives its stock back, once, whoever else tries the same. */
export async function returnHold(
  { db }: Pick<Parts, 'db'>,
  checkoutId: string,
  to: 'expired' | 'cancelled',
): Promise<void> {
  await db.transaction(async (tx) => {
    const moved = await moveCheckout(tx, checkoutId, 'open', to)
    if (moved) await returnStock(tx, await checkoutLinesOf(tx, checkoutId))
  })
}
