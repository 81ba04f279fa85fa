import { sql } from 'drizzle-orm'

import { lockWines, unitsTable } from '#catalogue/wines/products.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Transaction } from '#platform/database/connection.server.ts'

/**
 * Takes units of a replacement from the free pool by lowering the stock; sold units stay sold. False, and
 * nothing is written, when a wine has too few free units.
 */
export async function takeFromStock(
  tx: Transaction,
  units: readonly { productId: string; quantity: number }[],
): Promise<boolean> {
  await lockWines(tx, units, 1)
  const short = await tx.execute(sql`
    select 1 from ${products} as wine join ${unitsTable(units)} on units.product_id = wine.id
    where wine.stock is not null
      and wine.held + wine.sold + wine.promised + units.quantity > wine.stock`)
  if (short.rows.length > 0) return false
  await tx.execute(sql`
    update ${products} set stock = stock - units.quantity
    from ${unitsTable(units)} where id = units.product_id and stock is not null`)
  return true
}
