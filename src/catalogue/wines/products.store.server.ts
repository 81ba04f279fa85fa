import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { prepared } from '#platform/database/prepared.server.ts'

import { maxQuantity } from '../destinations/shipping.rules.ts'
import { allocations, checkoutAllocations } from '../on-sale/tables.ts'
import type { WineRelease } from '../on-sale/wine-release.rules.ts'
import type { WineReleaseRow } from '../on-sale/wine-release.store.server.ts'
import { isSoldFreely, wineReleaseSql } from '../on-sale/wine-release.store.server.ts'
import type { Product, ReleaseState } from './catalogue.rules.ts'
import { products } from './tables.ts'

type Row = typeof products.$inferSelect

/** A wine with the release that decides whether it is sold, and the units in the buyer's open checkout. */
type ReleasedRow = Row & { release: WineReleaseRow | null; ownHeld?: number }

export const productOf = (row: ReleasedRow): Product => {
  const { release } = row
  return {
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
    releaseState: release ? releaseStateOf(release) : row.releaseState,
    // Capped, so that public pages do not disclose the stock or change with each sale.
    available: capped(unitsFor(row)),
    ...(release && { release: releaseFor(release, row.ownHeld ?? 0) }),
  }
}

const capped = (units: number) => (units === Infinity ? null : Math.min(maxQuantity, units))

/** Units that this buyer can order: from the free pool or their usable allocations. */
function unitsFor({ stock, held, sold, promised, release, ownHeld = 0 }: ReleasedRow): number {
  const free = stock === null ? Infinity : stock - held - sold - promised
  const { kept, unkept } = release?.own ?? { kept: 0, unkept: 0 }
  // Units of the buyer's own open checkout are available to them.
  return kept + ownHeld + (release?.kind === 'allocated' ? Math.min(free, unkept) : free)
}

function releaseStateOf({ phase, own }: WineReleaseRow): ReleaseState {
  if (phase === 'open' || (phase === 'closed' && own && own.kept > 0)) return 'on-sale'
  return phase === 'closed' ? 'closed' : 'announced'
}

function releaseFor(row: WineReleaseRow, ownHeld: number): WineRelease {
  const { position: _position, isStaff, own, ...release } = row
  return {
    ...release,
    isRehearsal: isStaff,
    own: own && {
      units: own.units,
      bought: own.bought,
      left: own.left + own.held,
      usable: own.kept + own.unkept + ownHeld,
      opensAt: own.opensAt,
      keptUntil: own.keptUntil,
      takesMore: own.takesMore,
      askedMore: own.askedMore,
      isAnsweredHere: own.isAnsweredHere,
    },
  }
}

/** Products listed in the shop, in page order, without the guest offers; wines of a release first. */
export const listed = (rows: readonly ReleasedRow[]): Product[] =>
  rows
    .flatMap((row) => {
      const position = row.position ?? (row.release && row.release.position - 1_000)
      return position === null ? [] : [{ row, position }]
    })
    .toSorted((a, b) => a.position - b.position)
    .map(({ row }) => productOf(row))

/** The columns of a wine, and its release without a buyer. */
const releasedColumns = {
  ...getTableColumns(products),
  release: wineReleaseSql(sql`null::uuid`).as('release'),
}

const allProductsQuery = prepared((db) =>
  db.select(releasedColumns).from(products).prepare('all_products'),
)

export async function listedProducts(db: Queryable): Promise<Product[]> {
  return listed(await allProductsQuery(db).execute())
}

export async function productById(db: Queryable, id: string): Promise<Product | null> {
  const [row] = await db.select(releasedColumns).from(products).where(eq(products.id, id))
  return row ? productOf(row) : null
}

/** The wine of an offer: with `isChosen` the one that staff chose, if any, else this one. */
export async function offeredProduct(
  db: Queryable,
  { productId, isChosen }: { productId: string; isChosen: boolean },
): Promise<Product | null> {
  const [row] = await db
    .select(releasedColumns)
    .from(products)
    .where(sql`${products.id} = ${productId} or (${isChosen}::boolean and ${products.isOffered})`)
    .orderBy(sql`${products.isOffered} desc`)
    .limit(1)
  // Offers sell from the free pool to everybody, regardless of allocations.
  return row
    ? productOf({ ...row, release: row.release && { ...row.release, kind: 'open' } })
    : null
}

/** Whether staff chose this wine for `/offering`. */
export async function isOfferedWine(db: Queryable, productId: string): Promise<boolean> {
  const [row] = await db
    .select({ isOffered: products.isOffered })
    .from(products)
    .where(eq(products.id, productId))
  return row?.isOffered ?? false
}

/** The price ids at the provider of wines that staff made; seeded wines have none. */
export async function priceIdsOf(
  db: Queryable,
  ids: readonly string[],
): Promise<{ id: string; priceId: string }[]> {
  const rows = await db
    .select({ id: products.id, priceId: products.priceId })
    .from(products)
    .where(inArray(products.id, [...ids]))
  return rows.flatMap(({ id, priceId }) => (priceId ? [{ id, priceId }] : []))
}

/** The wine with this price id at the provider, or null. */
export async function productByPrice(db: Queryable, priceId: string): Promise<Product | null> {
  const [row] = await db.select(releasedColumns).from(products).where(eq(products.priceId, priceId))
  return row ? productOf(row) : null
}

/** A wine as staff see it, with all of its counts. */
type WineRow = Row

/** Every wine, listed ones first. */
export const wineRows = (db: Queryable): Promise<WineRow[]> =>
  db
    .select()
    .from(products)
    .orderBy(sql`${products.position} nulls last`, asc(products.id))

/** Locks the wine's row until the transaction ends. */
export async function lockWine(tx: Transaction, id: string): Promise<Row | null> {
  const [row] = await tx.select().from(products).where(eq(products.id, id)).for('update')
  return row ?? null
}

/** Writes the stock of a locked wine and raises the version: the form of the wine has it, too. */
export async function writeStock(tx: Transaction, id: string, stock: number | null): Promise<void> {
  await tx
    .update(products)
    .set({ stock, version: sql`version + 1` })
    .where(eq(products.id, id))
}

type Units = { productId: string; quantity: number }

/**
 * Locks the rows of wines in order of id, so that concurrent transactions cannot deadlock: an update locks
 * in the order of its plan. Does nothing for fewer than `fromCount` wines.
 */
export async function lockWines(
  tx: Queryable,
  units: readonly Units[],
  fromCount = 2,
): Promise<void> {
  if (units.length < fromCount) return
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

/**
 * Locks the allocations and wines of a checkout, in this order and each in order of id, so that concurrent
 * transactions cannot deadlock. Does nothing for a single wine.
 */
export async function lockHeld(
  tx: Queryable,
  checkoutId: string,
  units: readonly Units[],
): Promise<void> {
  if (units.length < 2) return
  await lockAllocationsOf(tx, checkoutId)
  await lockWines(tx, units)
}

const lockAllocationsOf = (tx: Queryable, checkoutId: string) =>
  tx.execute(sql`
    select 1 from ${allocations} where id in
      (select allocation_id from ${checkoutAllocations} where checkout_id = ${checkoutId})
    order by id for no key update`)

/**
 * Returns the units that a checkout held: to its allocations and, while their promise lasts, the wine's
 * promised units; otherwise to the free pool.
 */
export async function returnStock(
  db: Queryable,
  checkoutId: string,
  units: readonly Units[],
): Promise<void> {
  await lockHeld(db, checkoutId, units)
  await db.execute(sql`
    with freed as (
      update ${allocations} as a set held = a.held - drawn.units
      from ${checkoutAllocations} as drawn
      where drawn.checkout_id = ${checkoutId} and a.id = drawn.allocation_id
      returning a.product_id, drawn.units, a.is_promised
    ), kept as (
      select product_id, sum(units) filter (where is_promised) as units from freed group by product_id
    )
    update ${products} set held = held - units.quantity, promised = promised + coalesce(kept.units, 0)
    from ${unitsTable(units)} left join kept on kept.product_id = units.product_id
    where id = units.product_id`)
}

/**
 * Whether the units are in the free pool; with `mustBeOpen` also whether the wines may be sold to anybody
 * now, which a sale by a payment link needs. Holds nothing.
 */
export async function hasFreeStock(
  db: Queryable,
  units: readonly Units[],
  { mustBeOpen = false }: { mustBeOpen?: boolean } = {},
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${products} as p join ${unitsTable(units)} on units.product_id = p.id
    where (stock is not null and held + sold + promised + units.quantity > stock)
      or ${mustBeOpen ? isStopped : sql`false`} limit 1`)
  return rows.length === 0
}

/** Whether the wine `p` is in a release that is not open; wines outside releases can always be sold by a payment link. */
const isStopped = sql`(not ${isSoldFreely({ forOffers: true })} and exists (
  select 1 from release_wines as rw join releases as r on r.id = rw.release_id
  where rw.product_id = p.id and rw.is_current and r.state <> 'draft'))`

/**
 * Sells units whose stock hold has ended. False, and nothing is written, when they are not available: those
 * drawn from an allocation in that allocation, the others in the free pool.
 */
export async function sellFreeStock(
  tx: Queryable,
  checkoutId: string,
  units: readonly Units[],
  { mustBeOpen = false }: { mustBeOpen?: boolean } = {},
): Promise<boolean> {
  // Under these locks the statement's conditions hold until it has written.
  await lockAllocationsOf(tx, checkoutId)
  await lockWines(tx, units, 1)
  const result = await tx.execute(sql`
    with drawn as (
      select a.id, a.product_id, d.units, a.is_promised, a.held + a.bought + d.units <= a.units as fits
      from ${checkoutAllocations} as d join ${allocations} as a on a.id = d.allocation_id
      where d.checkout_id = ${checkoutId}
    ), wanted as (
      select units.product_id, units.quantity,
        coalesce((select sum(d.units) from drawn as d
          where d.product_id = units.product_id and d.is_promised), 0) as kept
      from ${unitsTable(units)}
    ), refused as (
      select 1 from drawn where not fits union all
      select 1 from ${products} as p join wanted on wanted.product_id = p.id
      where (p.stock is not null
          and p.held + p.sold + p.promised + wanted.quantity - wanted.kept > p.stock)
        or ${mustBeOpen ? isStopped : sql`false`}
    ), bought as (
      update ${allocations} as a set bought = a.bought + drawn.units from drawn
      where a.id = drawn.id and not exists (select 1 from refused)
    )
    update ${products} as p set sold = p.sold + wanted.quantity, promised = p.promised - wanted.kept
    from wanted where p.id = wanted.product_id and not exists (select 1 from refused)`)
  return result.rowCount === units.length
}
