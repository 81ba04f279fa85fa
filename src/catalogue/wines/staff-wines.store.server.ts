import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  notInArray,
  sql,
} from 'drizzle-orm'

import { auditLog } from '#platform/audit/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import type { DecidingRelease } from '../on-sale/release.rules.ts'
import { releases, releaseWines } from '../on-sale/tables.ts'
import { decidingPhase } from '../on-sale/wine-release.store.server.ts'
import { neutralPicture } from '../pictures/picture.rules.ts'
import { cartLines } from '../tables.ts'
import { seededWines } from './seeded-wines.store.server.ts'
import { products } from './tables.ts'
import type { WineFields } from './wine-form.rules.ts'
import { columnsOfWine, fieldsOfWine, nameOfWine, readPrice, wineId } from './wine-form.rules.ts'

type Row = typeof products.$inferSelect

/** A wine as staff edit it. */
export type StaffWine = Row & { fields: WineFields }

const staffWineOf = (row: Row): StaffWine => ({ ...row, fields: fieldsOfWine(row) })

export async function staffWineById(db: Queryable, id: string): Promise<StaffWine | null> {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  return row ? staffWineOf(row) : null
}

/** Every wine with its counts and the release that decides about its sale, listed ones first. */
export const winesForStaff = (db: Queryable) =>
  db
    .select({ ...getTableColumns(products), release: decidingPhase(products.id).as('release') })
    .from(products)
    .orderBy(sql`${products.position} nulls last`, asc(products.id))

/** The same, locked until the transaction ends. */
export async function lockStaffWine(tx: Transaction, id: string): Promise<StaffWine | null> {
  const [row] = await tx.select().from(products).where(eq(products.id, id)).for('update')
  return row ? staffWineOf(row) : null
}

/**
 * The id of a new wine. That of a deleted one is not used again: a price at the provider, which never changes, and
 * every process know it.
 */
export async function idOfNewWine(tx: Transaction, fields: WineFields): Promise<string> {
  const id = wineId(Number(fields.vintage), fields.name)!
  const deleted = await tx.$count(
    auditLog,
    sql`${auditLog.action} = 'wine-deleted' and ${auditLog.subjectId} ~ ${`^${id}(-\\d+)?$`}`,
  )
  return deleted === 0 ? id : `${id}-${deleted + 1}`
}

/** Inserts a wine, closed and not listed. Null when its name and vintage exist. */
export async function insertWine(
  tx: Transaction,
  id: string,
  fields: WineFields,
  image: string,
): Promise<StaffWine | null> {
  const named = wineId(Number(fields.vintage), fields.name)!
  const category = named.slice(0, named.lastIndexOf('-'))
  const [row] = await tx
    .insert(products)
    .values({
      ...columnsOfWine(fields),
      id,
      image,
      priceCents: readPrice(fields.price)!,
      categoryId: category,
      categoryName: fields.name,
      releaseState: 'closed',
    })
    .onConflictDoNothing()
    .returning()
  return row ? staffWineOf(row) : null
}

/** Writes a locked wine's fields, but never its price, and raises the version. */
export async function writeWine(
  tx: Transaction,
  id: string,
  fields: WineFields,
  image?: string,
): Promise<StaffWine> {
  const [row] = await tx
    .update(products)
    .set({ ...columnsOfWine(fields), ...(image && { image }), version: sql`version + 1` })
    .where(eq(products.id, id))
    .returning()
  return staffWineOf(row!)
}

type Changed = Partial<
  Pick<
    Row,
    'releaseState' | 'position' | 'image' | 'pictureFile' | 'specSheet' | 'sheetFile' | 'sheetTyped'
  >
>

/** Writes some columns of a locked wine and raises the version. */
export async function changeWine(tx: Transaction, id: string, changed: Changed): Promise<void> {
  await tx
    .update(products)
    .set({ ...changed, version: sql`version + 1` })
    .where(eq(products.id, id))
}

/** Deletes a locked wine with its place in carts. Throws where an order, a release or a request names it. */
export async function removeWine(tx: Transaction, id: string): Promise<void> {
  await tx.delete(cartLines).where(eq(cartLines.productId, id))
  await tx.delete(products).where(eq(products.id, id))
}

/** Lists a wine after all others, unless it is listed. */
export async function listLast(tx: Transaction, id: string): Promise<void> {
  const last = tx.select({ last: sql`coalesce(max(${products.position}), 0) + 1` }).from(products)
  await tx
    .update(products)
    .set({ position: sql`(${last})` })
    .where(and(eq(products.id, id), isNull(products.position)))
}

/** The wine that staff chose for `/offering`, or null for the seeded one. */
export async function offeredWineId(db: Queryable): Promise<string | null> {
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.isOffered, true))
  return row?.id ?? null
}

/** Has `/offering` sell this wine, or with null the seeded one again. Returns which it was. */
export async function offerWine(tx: Transaction, id: string | null): Promise<string | null> {
  const [before] = await tx
    .update(products)
    .set({ isOffered: false })
    .where(eq(products.isOffered, true))
    .returning({ id: products.id })
  if (id !== null) await tx.update(products).set({ isOffered: true }).where(eq(products.id, id))
  return before?.id ?? null
}

/** The number of carts with this wine. */
export async function cartsWith(db: Queryable, id: string): Promise<number> {
  const [row] = await db
    .select({ carts: count() })
    .from(cartLines)
    .where(and(eq(cartLines.productId, id), gt(cartLines.quantity, 0)))
  return row!.carts
}

/** The release that decides whether a wine is sold: scheduled or paused, and not ended. */
export async function releaseDeciding(
  db: Queryable,
  id: string,
): Promise<(DecidingRelease & { id: string }) | null> {
  const [row] = await db
    .select({ id: releases.id, release: decidingPhase(products.id).as('release') })
    .from(products)
    .innerJoin(releaseWines, and(eq(releaseWines.productId, products.id), releaseWines.isCurrent))
    .innerJoin(releases, eq(releases.id, releaseWines.releaseId))
    .where(and(eq(products.id, id), inArray(releases.state, ['scheduled', 'paused'])))
  return row?.release ? { id: row.id, ...row.release } : null
}

/** Removes a wine from a release that has ended, so that its own state decides again. */
export async function leaveEndedRelease(tx: Queryable, id: string): Promise<void> {
  const ended = tx.select({ id: releases.id }).from(releases).where(eq(releases.state, 'ended'))
  await tx
    .update(releaseWines)
    .set({ isCurrent: false })
    .where(
      and(
        eq(releaseWines.productId, id),
        releaseWines.isCurrent,
        inArray(releaseWines.releaseId, ended),
      ),
    )
}

/** Stores the provider's price of a wine that has none yet. False when it has one. */
export async function storePriceId(db: Queryable, id: string, priceId: string): Promise<boolean> {
  const result = await db
    .update(products)
    .set({ priceId })
    .where(and(eq(products.id, id), isNull(products.priceId)))
  return result.rowCount === 1
}

/** Wines made by staff that have no price at the provider yet. */
export async function winesWithoutPrice(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(isNull(products.priceId), notInArray(products.id, seededWines)))
    .orderBy(asc(products.id))
  return rows.map(({ id }) => id)
}

type NamedWine = { id: string; title: string; name: string; vintage: string }

/** Wines that show the neutral bottle, whose label has no name. */
export async function winesToLabel(db: Queryable): Promise<NamedWine[]> {
  const rows = await db
    .select({ id: products.id, title: products.title, vintage: products.vintage })
    .from(products)
    .where(hasNamelessBottle)
    .orderBy(asc(products.id))
  return rows.map((row) => ({ ...row, name: nameOfWine(row), vintage: String(row.vintage) }))
}

const hasNamelessBottle = and(eq(products.image, neutralPicture), isNull(products.pictureFile))

/** Shows the labelled bottle, unless the wine was renamed or got a picture meanwhile. */
export async function showLabelledBottle(
  db: Queryable,
  { id, title, vintage }: NamedWine,
  image: string,
): Promise<void> {
  const isNamedSo = and(eq(products.title, title), eq(products.vintage, Number(vintage)))
  await db
    .update(products)
    .set({ image })
    .where(and(eq(products.id, id), isNamedSo, hasNamelessBottle))
}
