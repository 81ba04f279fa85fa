import { and, eq, sql } from 'drizzle-orm'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import type { FileRow, RefusedRow } from './allocation-file.rules.ts'

type StaffAllocation = typeof allocations.$inferSelect

/** An allocation of a release, its row locked; or null. */
export async function lockAllocation(
  tx: Transaction,
  releaseId: string,
  id: string,
): Promise<StaffAllocation | null> {
  if (!isUuid(id) || !isUuid(releaseId)) return null
  const [row] = await tx
    .select()
    .from(allocations)
    .where(and(eq(allocations.id, id), eq(allocations.releaseId, releaseId)))
    .for('update')
  return row ?? null
}

/** The account with this confirmed email, or null. */
export async function confirmedAccount(
  db: Queryable,
  email: string,
): Promise<{ id: string; email: string } | null> {
  const { rows } = await db.execute<{ id: string; email: string }>(sql`
    select id, email from users
    where email = ${email} and email_verified and erase_at is null limit 1`)
  return rows[0] ?? null
}

export async function emailOf(db: Queryable, userId: string | null): Promise<string> {
  if (!userId) return ''
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from users where id = ${userId}::uuid`)
  return rows[0]?.email ?? ''
}

/** Changes the promised units of a wine. False when there are not enough free units. */
export async function promiseMore(
  tx: Transaction,
  productId: string,
  units: number,
): Promise<boolean> {
  if (units === 0) return true
  const result = await tx
    .update(products)
    .set({ promised: sql`${products.promised} + ${units}` })
    .where(
      and(
        eq(products.id, productId),
        sql`${products.held} + ${products.sold} + ${products.promised} + ${units} <= ${products.stock}`,
      ),
    )
  return result.rowCount === 1
}

type Change = Partial<Pick<StaffAllocation, 'units' | 'waveId' | 'note' | 'origin'>>

/** Updates a locked allocation and raises its version. */
export async function writeAllocation(
  tx: Transaction,
  id: string,
  change: Change,
  changedBy: string,
): Promise<void> {
  await tx
    .update(allocations)
    .set({ ...change, changedBy, changedAt: sql`now()`, version: sql`version + 1` })
    .where(eq(allocations.id, id))
}

type NewAllocation = Pick<
  typeof allocations.$inferInsert,
  'releaseId' | 'productId' | 'userId' | 'waveId' | 'units' | 'origin' | 'isPromised' | 'changedBy'
>

/** Inserts an allocation. Returns its id; null when this person has one of this wine. */
export async function insertAllocation(
  tx: Transaction,
  row: NewAllocation,
): Promise<string | null> {
  const [inserted] = await tx
    .insert(allocations)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: allocations.id })
  return inserted?.id ?? null
}

type Import = {
  releaseId: string
  rows: readonly FileRow[]
  /** What the file itself has wrong. */
  refused: readonly RefusedRow[]
  isPromised: boolean
  onlyUpwards: boolean
  changedBy: string
}

/**
 * Imports all rows of a file or none. Emails are matched with confirmed accounts, and units can't be lower
 * than those held and bought; `onlyUpwards` lowers none and leaves each in its wave. Returns the refused rows.
 * `isEnough` is false when promises would exceed a wine's stock: then the transaction has to be rolled back.
 * `changed`: how many allocations were changed. `userIds`: whose they are.
 */
export async function importAllocations(
  tx: Transaction,
  { releaseId, rows, refused: refusedBefore, isPromised, onlyUpwards, changedBy }: Import,
): Promise<{ refused: RefusedRow[]; isEnough: boolean; changed: number; userIds: string[] }> {
  const table = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as sent (row int, email text, "productId" text, units int, "waveId" uuid)`
  const account = sql`users.email = sent.email and users.email_verified
    and users.erase_at is null`
  // In order of id, as purchases lock them.
  await tx.execute(sql`
    select from ${table} join users on ${account} join allocations as a on a.user_id = users.id
      and a.product_id = sent."productId" and a.release_id = ${releaseId}::uuid and a.origin <> 'grant'
    order by a.id for no key update of a`)
  const { rows: found } = await tx.execute<{
    row: number
    user_id: string | null
    product_id: string
    units: number | null
    is_moved: boolean
    old: number | null
    taken: number | null
    was_promised: boolean | null
  }>(sql`
    select sent.row, users.id as user_id, sent."productId" as product_id, sent.units,
      sent."waveId" is not null and sent."waveId" is distinct from there.wave_id as is_moved,
      there.units as old, there.held + there.bought as taken, there.is_promised as was_promised
    from ${table}
    left join users on ${account}
    left join allocations as there on there.release_id = ${releaseId}::uuid
      and there.product_id = sent."productId" and there.user_id = users.id and there.origin <> 'grant'
    order by sent.row`)
  const refusedNow = found.flatMap((each): RefusedRow[] => {
    const { row, user_id: userId, units, is_moved: isMoved, old, taken } = each
    if (!userId) return [{ row, field: 'email', problem: 'unknown-email' }]
    if (units === null) return []
    if (units < (taken ?? 0)) return [{ row, field: 'units', problem: 'below-taken' }]
    if (!onlyUpwards || old === null) return []
    if (units < old) return [{ row, field: 'units', problem: 'only-upwards' }]
    if (isMoved) return [{ row, field: 'wave', problem: 'wave-fixed' }]
    return []
  })
  const refused = [...refusedBefore, ...refusedNow].toSorted((a, b) => a.row - b.row)
  const userIds = found.flatMap(({ user_id: userId }) => userId ?? [])
  if (refused.length > 0) return { refused, isEnough: true, changed: 0, userIds }
  const wave = onlyUpwards ? sql`allocations.wave_id` : sql`excluded.wave_id`
  const { rowCount } = await tx.execute(sql`
    insert into allocations
      (release_id, product_id, user_id, wave_id, units, origin, is_promised, changed_by)
    select ${releaseId}::uuid, sent."productId", users.id, sent."waveId", sent.units, 'file',
      ${isPromised}, ${changedBy}
    from ${table} join users on ${account}
    order by users.id, sent."productId"
    on conflict (release_id, product_id, user_id) where origin <> 'grant' do update
      set units = excluded.units, wave_id = ${wave}, origin = 'file',
        changed_by = excluded.changed_by, changed_at = now(), version = allocations.version + 1
      where (allocations.units, allocations.wave_id, allocations.origin)
        is distinct from (excluded.units, ${wave}, 'file')`)
  const more = new Map<string, number>()
  for (const { product_id: productId, units, old, was_promised: wasPromised } of found) {
    const change = old === null ? (isPromised ? units! : 0) : wasPromised ? units! - old : 0
    more.set(productId, (more.get(productId) ?? 0) + change)
  }
  for (const productId of [...more.keys()].toSorted()) {
    if (!(await promiseMore(tx, productId, more.get(productId)!)))
      return { refused: [], isEnough: false, changed: 0, userIds }
  }
  return { refused: [], isEnough: true, changed: rowCount ?? 0, userIds }
}
