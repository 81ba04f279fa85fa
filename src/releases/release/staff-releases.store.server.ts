import { and, asc, desc, eq, getTableColumns, inArray, notInArray, sql } from 'drizzle-orm'

import { offers } from '#catalogue/offers/offers.rules.ts'
import type { ReleaseFields, Wave } from '#catalogue/on-sale/release-form.rules.ts'
import type { Phase, StoredState } from '#catalogue/on-sale/release.rules.ts'
import { allocations, releases, releaseWaves, releaseWines } from '#catalogue/on-sale/tables.ts'
import { lockWines } from '#catalogue/wines/products.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderLines } from '#orders/order/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { phaseInSql } from './release-list.store.server.ts'

type StoredWave = Wave & { id: string }

/** A wine of a release with its counts. */
export type ReleaseWine = typeof products.$inferSelect

/** A release as staff see it. */
export type StaffRelease = {
  id: string
  version: number
  state: StoredState
  phase: Phase
  pauseReason: string
  /** Shown by the secret prompt while it is a draft. */
  isBehindYear: boolean
  fields: Omit<ReleaseFields, 'waves'> & { waves: StoredWave[] }
  wines: ReleaseWine[]
}

const selected = { ...getTableColumns(releases), phase: phaseInSql.as('phase') }
type Row = typeof releases.$inferSelect & { phase: Phase }

async function withWavesAndWines(db: Queryable, row: Row): Promise<StaffRelease> {
  // One after another: both may run in a transaction, on one connection.
  const waves = await db
    .select({ id: releaseWaves.id, name: releaseWaves.name, opensAt: releaseWaves.opensAt })
    .from(releaseWaves)
    .where(eq(releaseWaves.releaseId, row.id))
    .orderBy(asc(releaseWaves.opensAt), asc(releaseWaves.name))
  const wines = await db
    .select(getTableColumns(products))
    .from(releaseWines)
    .innerJoin(products, eq(products.id, releaseWines.productId))
    .where(eq(releaseWines.releaseId, row.id))
    .orderBy(asc(releaseWines.position))
  const { id, version, state, phase, pauseReason, isBehindYear } = row
  return {
    id,
    version,
    state,
    phase,
    pauseReason,
    isBehindYear,
    fields: { ...fieldsOf(row), waves },
    wines,
  }
}

const fieldsOf = (row: Row): Omit<ReleaseFields, 'waves'> => ({
  name: row.name,
  season: row.season,
  year: row.year,
  banner: row.banner,
  announcement: row.announcement,
  text: row.text,
  kind: row.kind,
  promise: row.promise,
  opensAt: row.opensAt,
  closesAt: row.closesAt,
  promiseUntil: row.promiseUntil,
  shipsFrom: row.shipsFrom,
  shipsUntil: row.shipsUntil,
})

/** A release with its waves and wines, or null. */
export async function staffReleaseById(db: Queryable, id: string): Promise<StaffRelease | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select(selected).from(releases).where(eq(releases.id, id))
  return row ? withWavesAndWines(db, row) : null
}

/** The same, with its row locked until the transaction ends. */
export async function lockStaffRelease(tx: Transaction, id: string): Promise<StaffRelease | null> {
  if (!isUuid(id)) return null
  const [row] = await tx.select(selected).from(releases).where(eq(releases.id, id)).for('update')
  return row ? withWavesAndWines(tx, row) : null
}

/** Inserts a draft whose id is the idempotency key of its form. False when the form was sent before. */
export async function insertRelease(
  tx: Transaction,
  id: string,
  { waves, ...fields }: ReleaseFields,
): Promise<boolean> {
  const inserted = await tx
    .insert(releases)
    .values({ ...fields, id })
    .onConflictDoNothing({ target: releases.id })
    .returning({ id: releases.id })
  if (inserted.length === 0) return false
  await tx
    .insert(releaseWaves)
    .values(waves.map(({ name, opensAt }) => ({ releaseId: id, name, opensAt })))
  return true
}

/**
 * Writes a locked release with its waves and raises the version. False when a removed wave has
 * allocations: then the transaction has to be rolled back.
 */
export async function writeRelease(
  tx: Transaction,
  id: string,
  { waves, ...fields }: ReleaseFields,
): Promise<boolean> {
  await raiseVersion(tx, id, fields)
  const kept = waves.flatMap((wave) => (wave.id ? [wave.id] : []))
  const gone = and(
    eq(releaseWaves.releaseId, id),
    kept.length > 0 ? notInArray(releaseWaves.id, kept) : undefined,
  )
  const [used] = await tx
    .select({ id: allocations.id })
    .from(allocations)
    .innerJoin(releaseWaves, eq(releaseWaves.id, allocations.waveId))
    .where(gone)
    .limit(1)
  if (used) return false
  await tx.delete(releaseWaves).where(gone)
  // Names are unique: two waves that swap names would violate the constraint.
  for (const wave of waves.filter(({ id: waveId }) => waveId)) {
    await tx
      .update(releaseWaves)
      .set({ name: `${wave.id}` })
      .where(and(eq(releaseWaves.releaseId, id), eq(releaseWaves.id, wave.id!)))
  }
  for (const { id: waveId, name, opensAt } of waves) {
    if (waveId === null) await tx.insert(releaseWaves).values({ releaseId: id, name, opensAt })
    else {
      await tx
        .update(releaseWaves)
        .set({ name, opensAt })
        .where(and(eq(releaseWaves.releaseId, id), eq(releaseWaves.id, waveId)))
    }
  }
  return true
}

/** Whether wine of a release is bought, and not returned, or in payment. */
export async function isBought(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${allocations} as a where a.release_id = ${id}::uuid and a.held + a.bought > 0
    union all
    select from ${orderLines} as line
    where line.release_id = ${id}::uuid and line.quantity > line.returned
    limit 1`)
  return rows.length > 0
}

type Change = Partial<typeof releases.$inferInsert>

/** Writes columns of a locked release and raises its version. */
export async function raiseVersion(tx: Transaction, id: string, change: Change): Promise<void> {
  await tx
    .update(releases)
    .set({ ...change, version: sql`version + 1`, updatedAt: sql`now()` })
    .where(eq(releases.id, id))
}

/** Removes the mark of the release that the secret prompt shows. */
export async function takeBehindYear(tx: Transaction): Promise<void> {
  await tx.update(releases).set({ isBehindYear: false }).where(eq(releases.isBehindYear, true))
}

export type ChosenWines = 'chosen' | 'has-allocations' | 'in-other-release' | 'grant-runs'

/**
 * Sets the wines of a locked draft, in their order. Wines of a release that has ended are moved; those of
 * other releases can't be chosen.
 */
export async function chooseWines(
  tx: Transaction,
  id: string,
  productIds: readonly string[],
): Promise<ChosenWines> {
  const mine = eq(releaseWines.releaseId, id)
  const leaving =
    productIds.length > 0 ? notInArray(releaseWines.productId, [...productIds]) : sql`true`
  const [allocated] = await tx
    .select({ id: allocations.id })
    .from(allocations)
    .innerJoin(
      releaseWines,
      and(
        eq(releaseWines.releaseId, allocations.releaseId),
        eq(releaseWines.productId, allocations.productId),
      ),
    )
    .where(and(mine, leaving))
    .limit(1)
  if (allocated) return 'has-allocations'
  // Until it ends, a grant is bought under the ended release of its wine.
  const { rows: granted } = await tx.execute(sql`
    select 1 from ${allocations} as a
    join ${releaseWines} as rw on rw.product_id = a.product_id and rw.is_current
      and rw.release_id <> ${id}::uuid
    where a.product_id = any(${sql.param([...productIds])}::text[]) and a.origin = 'grant'
      and a.promise_until > now() and a.units > a.bought
    limit 1`)
  if (granted.length > 0) return 'grant-runs'
  await tx.delete(releaseWines).where(and(mine, leaving))
  if (productIds.length === 0) return 'chosen'
  const ended = tx
    .select({ id: releases.id })
    .from(releases)
    .where(
      sql`${releases.state} = 'ended' or (${releases.state} <> 'draft' and ${releases.closesAt} <= now())`,
    )
  const left = await tx
    .update(releaseWines)
    .set({ isCurrent: false })
    .where(
      and(
        inArray(releaseWines.productId, [...productIds]),
        inArray(releaseWines.releaseId, ended),
        releaseWines.isCurrent,
      ),
    )
    .returning({ productId: releaseWines.productId })
  await lockWines(
    tx,
    left.map(({ productId }) => ({ productId, quantity: 1 })),
  )
  // Until the new release is scheduled the wine's own state decides: closed.
  await tx
    .update(products)
    .set({ releaseState: 'closed' })
    .where(
      inArray(
        products.id,
        left.map(({ productId }) => productId),
      ),
    )
  // Positions are unique: negative ones free the range first.
  await tx
    .update(releaseWines)
    .set({ position: sql`-position - 1` })
    .where(mine)
  try {
    for (const [position, productId] of productIds.entries()) {
      await tx
        .insert(releaseWines)
        .values({ releaseId: id, productId, position })
        .onConflictDoUpdate({
          target: [releaseWines.releaseId, releaseWines.productId],
          set: { position },
        })
    }
  } catch (error) {
    if (isUniqueViolation(error, 'release_wines_one_release')) return 'in-other-release'
    throw error
  }
  return 'chosen'
}

/** The newest 50 releases other than drafts. */
export const newestReleases = (db: Queryable): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: releases.id, name: releases.name })
    .from(releases)
    .where(sql`${releases.state} <> 'draft'`)
    .orderBy(desc(releases.opensAt), desc(releases.id))
    .limit(50)

/** Wines of the offers, which are sold to everybody with the link and so in no release. */
const soldByOffers = Object.values(offers).map(({ productId }) => productId)

/** A wine that can be chosen for a release, with the release that has it now. */
type ChoosableWine = {
  id: string
  title: string
  subtitle: string
  releaseId: string | null
  release: string | null
  /** Whether its release keeps it: until that one has ended. */
  isKept: boolean
}

export async function choosableWines(db: Queryable): Promise<ChoosableWine[]> {
  return db
    .select({
      id: products.id,
      title: products.title,
      subtitle: products.subtitle,
      releaseId: releases.id,
      release: releases.name,
      isKept: sql<boolean>`${releases.id} is not null and ${phaseInSql} <> 'closed'`,
    })
    .from(products)
    .leftJoin(releaseWines, and(eq(releaseWines.productId, products.id), releaseWines.isCurrent))
    .leftJoin(releases, eq(releases.id, releaseWines.releaseId))
    .where(notInArray(products.id, soldByOffers))
    .orderBy(sql`${products.vintage} desc`, asc(products.title))
}
