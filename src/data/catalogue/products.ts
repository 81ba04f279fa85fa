import { asc, eq, inArray, sql } from 'drizzle-orm'

import { maxQuantity } from '#domain/cart/cart.ts'
import type { Product } from '#domain/catalogue/catalogue.ts'

import type { Queryable, Transaction } from '#data/connection.server.ts'
import { prepared } from '#data/prepared.ts'
import { products } from '#data/schema/trade.ts'

type Row = typeof products.$inferSelect

export const productOf = (row: Row): Product => ({
  id: row.id,
  title: row.title,
  subtitle: row.subtitle,
  titleCart: row.titleCart,
  vintage: row.vintage,
  specSheet: row.specSheet,
  image: row.image,
  price: row.priceCents,
  description: row.description,
  descriptionA: row.descriptionA,
  descriptionB: row.descriptionB,
  category: { id: row.categoryId, name: row.categoryName },
  releaseState: row.releaseState,
  // Capped, so that public pages neither disclose the stock nor change with each sale.
  available:
    row.stock === null
      ? null
      : Math.min(maxQuantity, row.stock - row.held - row.sold - row.promised),
})

/** Products listed in the shop, in page order, without the guest offers. */
export const listed = (rows: readonly Row[]): Product[] =>
  rows
    .flatMap((row) => (row.position === null ? [] : [{ ...row, position: row.position }]))
    .toSorted((a, b) => a.position - b.position)
    .map(productOf)

const allProductsQuery = prepared((db) => db.select().from(products).prepare('all_products'))

export async function listedProducts(db: Queryable): Promise<Product[]> {
  return listed(await allProductsQuery(db).execute())
}

export async function productById(db: Queryable, id: string): Promise<Product | null> {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  return row ? productOf(row) : null
}

/** A wine as staff see it, with all of its counts. */
export type WineRow = Pick<
  Row,
  | 'id'
  | 'title'
  | 'subtitle'
  | 'priceCents'
  | 'releaseState'
  | 'stock'
  | 'held'
  | 'sold'
  | 'promised'
>

/** Every wine, listed ones first. */
export async function wineRows(db: Queryable): Promise<WineRow[]> {
  return db
    .select({
      id: products.id,
      title: products.title,
      subtitle: products.subtitle,
      priceCents: products.priceCents,
      releaseState: products.releaseState,
      stock: products.stock,
      held: products.held,
      sold: products.sold,
      promised: products.promised,
    })
    .from(products)
    .orderBy(sql`${products.position} nulls last`, asc(products.id))
}

/** Locks the wine's row until the transaction ends. */
export async function lockWine(tx: Transaction, id: string): Promise<Row | null> {
  const [row] = await tx.select().from(products).where(eq(products.id, id)).for('update')
  return row ?? null
}

export async function writeStock(tx: Transaction, id: string, stock: number | null): Promise<void> {
  await tx.update(products).set({ stock }).where(eq(products.id, id))
}

type Units = { productId: string; quantity: number }

/**
 * Locks the rows of several wines in order of id, so that concurrent transactions cannot deadlock;
 * a single update locks in the order of its plan.
 */
export async function lockWines(tx: Queryable, units: readonly Units[]): Promise<void> {
  if (units.length < 2) return
  const ids = units.map((unit) => unit.productId)
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('no key update')
}

/** Product ids and quantities as a `values` table. */
export const unitsTable = (units: readonly Units[]) => {
  return sql`(values ${sql.join(
    units.map((row) => sql`(${row.productId}::text, ${row.quantity}::int)`),
    sql`, `,
  )}) as units (product_id, quantity)`
}

/** Releases held units. */
export async function returnStock(db: Queryable, units: readonly Units[]): Promise<void> {
  await lockWines(db, units)
  await db.execute(sql`
    update ${products} set held = held - units.quantity
    from ${unitsTable(units)} where id = units.product_id`)
}

/** Whether the units are available. Only reads; holds nothing. */
export async function hasFreeStock(db: Queryable, units: readonly Units[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${products} join ${unitsTable(units)} on units.product_id = id
    where stock is not null and held + sold + promised + units.quantity > stock limit 1`)
  return rows.length === 0
}

/**
 * Sells units whose hold has ended, if they are available; otherwise false, and nothing is written.
 */
export async function sellFreeStock(db: Queryable, units: readonly Units[]): Promise<boolean> {
  await lockWines(db, units)
  const result = await db.execute(sql`
    update ${products} set sold = sold + units.quantity
    from ${unitsTable(units)}
    where id = units.product_id and (stock is null or held + sold + promised + units.quantity <= stock)
      and not exists (
        select 1 from ${products} as short join ${unitsTable(units)} on short.id = units.product_id
        where short.stock is not null and short.held + short.sold + short.promised + units.quantity > short.stock)`)
  return result.rowCount === units.length
}
