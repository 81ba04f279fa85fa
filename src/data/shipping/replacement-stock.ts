import { sql } from 'drizzle-orm'

import type { Transaction } from '#data/connection.server.ts'
import { lockWines, unitsTable } from '#data/catalogue/products.ts'
import { products } from '#data/schema/trade.ts'

/**
 * Takes units for a replacement out of the free pool: the wine has fewer in all, and what was sold
 * stays sold. False when there is too little of one, or it is promised; then nothing is written.
 */
export async function takeFromStock(
  tx: Transaction,
  units: readonly { productId: string; quantity: number }[],
): Promise<boolean> {
  await lockWines(tx, units)
  const short = await tx.execute(sql`
    select 1 from (select * from ${products} where id = any(
      ${sql.param(units.map(({ productId }) => productId))}::text[]) for update) as wine
    join ${unitsTable(units)} on units.product_id = wine.id
    where wine.stock is not null
      and wine.held + wine.sold + wine.promised + units.quantity > wine.stock`)
  if (short.rows.length > 0) return false
  await tx.execute(sql`
    update ${products} set stock = stock - units.quantity
    from ${unitsTable(units)} where id = units.product_id and stock is not null`)
  return true
}
