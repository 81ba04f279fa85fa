import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'

import { emailChanges, oneTimeLinks, sessions } from '#accounts/sign-in/tables.ts'
import { isLive, softDelete } from '#accounts/users/soft-delete.store.server.ts'
import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { userEmails } from '#accounts/users/tables.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { lockCart } from '#checkout/cart/carts.store.server.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { isUuid } from '#platform/database/uuid.ts'
import type { MovedByMerge } from '#platform/module/personal-data.ts'

import type { MovedCounts } from './merge.rules.ts'
import { personMerges } from './tables.ts'

/** Data for an undo. It is personal, and deleted when the merge is undone or the undo window is over. */
type MergeRestore = {
  fields: { before: StaffUserFields; merged: StaffUserFields }
  /** The payment customer that moved, or null. */
  customer: string | null
  /** The address of the emptied account, and its own second addresses. */
  email: string
  secondAddresses: string[]
  belongings: MovedByMerge
}

export type Merge = Omit<typeof personMerges.$inferSelect, 'restore'> & {
  restore: MergeRestore | null
}

/**
 * Locks two accounts: their carts, then their rows, each in the order of the ids, so that concurrent merges
 * do not deadlock. Null for an account that does not exist.
 */
export async function lockBoth(
  tx: Transaction,
  one: string,
  other: string,
): Promise<[User | null, User | null]> {
  const ids = [one, other].toSorted()
  // In the order of their ids: two merges of the same people wait for each other, without a deadlock.
  for (const id of ids) if (await isThere(tx, id)) await lockCart(tx, id)
  const rows = await tx
    .select()
    .from(users)
    .where(and(inArray(users.id, ids), isLive(users)))
    .orderBy(users.id)
    .for('update')
  const row = (id: string) => rows.find((user) => user.id === id) ?? null
  return [row(one), row(other)]
}

/** Whether an account exists, soft-deleted or not: an undo locks the merged account. */
const isThere = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.select({ id: users.id }).from(users).where(eq(users.id, id))).length > 0

/**
 * Soft-deletes an account that is merged into another, with both locked. Login sessions, emailed links and a
 * pending change of email are deleted at once, everything else with the erasure.
 */
export async function softDeleteMerged(tx: Transaction, id: string, eraseAt: Date): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, id))
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, id))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, id))
  await softDelete(tx, id, eraseAt)
}

/** Moves the payment customer to the remaining account if that has none. Returns its id, or null. */
export async function movePaymentCustomer(
  tx: Transaction,
  { from, into }: { from: string; into: string },
): Promise<string | null> {
  const [own] = await tx
    .select({ customer: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, into))
  const [other] = await tx
    .select({ customer: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, from))
  if (own?.customer || !other?.customer) return null
  await givePaymentCustomer(tx, { from, into }, other.customer)
  return other.customer
}

/** Moves this payment customer to the other account, where `from` has it and `into` has none. */
export async function givePaymentCustomer(
  tx: Transaction,
  { from, into }: { from: string; into: string },
  customer: string,
): Promise<void> {
  const taken = await tx
    .update(users)
    .set({ stripeCustomerId: null, paymentProfile: null })
    .where(and(eq(users.id, from), eq(users.stripeCustomerId, customer)))
  if (taken.rowCount === 0) return
  await tx
    .update(users)
    .set({ stripeCustomerId: customer, paymentProfile: null })
    .where(and(eq(users.id, into), isNull(users.stripeCustomerId)))
}

/** Records a merge. False when its form was sent before. */
export async function insertMerge(
  tx: Transaction,
  merge: {
    requestKey: string
    fromUser: string
    intoUser: string
    by: string
    moved: MovedCounts
    restore: MergeRestore
    undoUntil: Date
  },
): Promise<boolean> {
  const rows = await tx
    .insert(personMerges)
    .values(merge)
    .onConflictDoNothing({ target: personMerges.requestKey })
    .returning({ id: personMerges.id })
  return rows.length === 1
}

export async function mergeByKey(db: Queryable, requestKey: string): Promise<Merge | null> {
  const [row] = await db.select().from(personMerges).where(eq(personMerges.requestKey, requestKey))
  return (row as Merge | undefined) ?? null
}

export async function mergeById(db: Queryable, id: string): Promise<Merge | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select().from(personMerges).where(eq(personMerges.id, id))
  return (row as Merge | undefined) ?? null
}

/** Merges into an account, newest first. */
export const mergesInto = (db: Queryable, userId: string) =>
  db
    .select({
      id: personMerges.id,
      at: personMerges.at,
      by: personMerges.by,
      moved: personMerges.moved,
      undoUntil: personMerges.undoUntil,
      undoneAt: personMerges.undoneAt,
      /** The address of the account that was merged; null once that can't be undone. */
      email: sql<string | null>`${personMerges.restore} ->> 'email'`,
    })
    .from(personMerges)
    .where(eq(personMerges.intoUser, userId))
    .orderBy(desc(personMerges.at))

/** How many records of an account a merge would move. */
export async function countBelongings(db: Queryable, userId: string): Promise<MovedCounts> {
  const { rows } = await db.execute<MovedCounts>(sql`
    select (select count(*)::int from orders where user_id = ${userId}::uuid) as orders,
      (select count(*)::int from requests where user_id = ${userId}::uuid) as requests,
      (select count(*)::int from allocations where user_id = ${userId}::uuid) as allocations`)
  return rows[0]!
}

/** Marks a merge as undone. False when it was undone before. */
export async function endMerge(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .update(personMerges)
    .set({ undoneAt: now, restore: null })
    .where(and(eq(personMerges.id, id), isNull(personMerges.undoneAt)))
  return ended.rowCount === 1
}

/** Deletes the undo data of merges whose undo window is over. */
export async function forgetRestores(db: Queryable, now: Date): Promise<void> {
  await db
    .update(personMerges)
    .set({ restore: null })
    .where(and(lt(personMerges.undoUntil, now), sql`restore is not null`))
}

/**
 * Deletes the accounts that were merged into these, directly or indirectly. Call it before these accounts are
 * deleted. Returns their second addresses, which are deleted with them.
 */
export async function eraseMergedInto(
  tx: Transaction,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const ids = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb))`
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from ${userEmails} where user_id in ${ids}`)
  await tx.execute(sql`
    with recursive away as (
      select from_user as id from ${personMerges}
      where into_user in ${ids} and undone_at is null and from_user is not null
      union
      select m.from_user from ${personMerges} as m join away on m.into_user = away.id
      where m.undone_at is null and m.from_user is not null
    )
    delete from ${users} where id in (select id from away)`)
  return rows.map(({ email }) => email)
}
