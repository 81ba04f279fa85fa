import { eq, inArray, sql } from 'drizzle-orm'

import type { MovedCounts } from './merge.rules.ts'
import { mergedUnits } from './merge.rules.ts'

import type { Queryable, Transaction } from '#platform/database/connection.server.ts'
import { wasServed } from '#orders/flags/order-flags.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { requests } from '#requests/tables.ts'

/** Values of an allocation before a merge, for an undo. */
type AllocationBefore = { id: string; units: number; isPromised: boolean }

/** Two allocations of one wine in one release that became one. */
type JoinedAllocation = { into: AllocationBefore; from: AllocationBefore }

/** Ids of records that moved from one account to the other, for the undo. */
export type Belongings = {
  orders: string[]
  checkouts: string[]
  requests: string[]
  /** Open requests that both accounts had: the later one was withdrawn. */
  doubled: string[]
  allocations: string[]
  joined: JoinedAllocation[]
  campaigns: string[]
}

type Pair = { from: string; into: string }

const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)

/**
 * Moves the records of one account to another: checkouts, requests, allocations, orders, in the lock order.
 * Requires both carts to be locked and no checkout to be open.
 */
export async function moveBelongings(
  tx: Transaction,
  { from, into }: Pair,
  { sum }: { sum: boolean },
): Promise<Belongings> {
  const moving = sql`set user_id = ${into}::uuid where user_id = ${from}::uuid`
  const checkouts = idsOf(
    await tx.execute<{ id: string }>(sql`update checkouts ${moving} returning id`),
  )
  const asked = await moveRequestsOf(tx, { from, into })
  const allocated = await moveAllocations(tx, { from, into }, { sum })
  const ordered = idsOf(await tx.execute<{ id: string }>(sql`update orders ${moving} returning id`))
  const campaigns = await tx.execute<{ id: string }>(
    sql`update campaign_emails ${moving} returning campaign_id as id`,
  )
  await tx.execute(sql`update entry_links ${moving}`)
  await tx.execute(sql`
    update users set last_order_at = greatest(last_order_at,
      (select last_order_at from users where id = ${from}::uuid)) where id = ${into}::uuid`)
  return { ...asked, ...allocated, orders: ordered, checkouts, campaigns: idsOf(campaigns) }
}

/** Moves requests. Of two open ones for the same wine or kind the earlier one stays in the queue. */
async function moveRequestsOf(tx: Transaction, { from, into }: Pair) {
  await tx.execute(sql`
    select 1 from requests where user_id in (${from}::uuid, ${into}::uuid) order by id for update`)
  const doubled = idsOf(
    await tx.execute<{ id: string }>(sql`
      update requests as later set state = 'withdrawn', version = later.version + 1
      from requests as earlier
      where later.state = 'open' and earlier.state = 'open' and later.kind = earlier.kind
        and coalesce(later.product_id, '') = coalesce(earlier.product_id, '')
        and (later.user_id, earlier.user_id) in
          ((${from}::uuid, ${into}::uuid), (${into}::uuid, ${from}::uuid))
        and (later.queued_at, later.id) > (earlier.queued_at, earlier.id)
      returning later.id`),
  )
  const moved = await tx
    .update(requests)
    .set({ userId: into })
    .where(eq(requests.userId, from))
    .returning({ id: requests.id })
  return { requests: moved.map(({ id }) => id), doubled }
}

type Allocation = typeof allocations.$inferSelect

const before = ({ id, units, isPromised }: Allocation): AllocationBefore => ({
  id,
  units,
  isPromised,
})

/** Locks the allocations of both accounts in the order of their ids. */
const allocationsOfBoth = (tx: Transaction, { from, into }: Pair): Promise<Allocation[]> =>
  tx
    .select()
    .from(allocations)
    .where(inArray(allocations.userId, [from, into]))
    .orderBy(allocations.id)
    .for('update')

async function moveAllocations(
  tx: Transaction,
  { from, into }: Pair,
  { sum }: { sum: boolean },
): Promise<Pick<Belongings, 'allocations' | 'joined'>> {
  const both = await allocationsOfBoth(tx, { from, into })
  const moved: string[] = []
  const joined: JoinedAllocation[] = []
  const isSameRule = (one: Allocation, other: Allocation) =>
    one.origin !== 'grant' &&
    other.origin !== 'grant' &&
    one.releaseId === other.releaseId &&
    one.productId === other.productId
  for (const own of both.filter(({ userId }) => userId === from)) {
    const twin = both.find((one) => one.userId === into && isSameRule(one, own))
    if (!twin) {
      moved.push(own.id)
      continue
    }
    const taken = (one: Allocation) => ({ units: one.units, taken: one.held + one.bought })
    const units = mergedUnits(taken(twin), taken(own), { sum })
    joined.push({ into: before(twin), from: before(own) })
    // One after the other: the transaction has one connection.
    await joinAllocations(tx, twin, own, units)
  }
  if (moved.length > 0) {
    await tx.update(allocations).set({ userId: into }).where(inArray(allocations.id, moved))
  }
  return { allocations: moved, joined }
}

/** Units that served orders bought under an allocation, less returned ones. */
async function boughtUnder(tx: Transaction, allocationId: string): Promise<number> {
  const { rows } = await tx.execute<{ bought: number }>(sql`
    select coalesce(sum(drawn.units - drawn.returned), 0)::int as bought
    from checkout_allocations as drawn join ${orders} on orders.checkout_id = drawn.checkout_id
    where drawn.allocation_id = ${allocationId}::uuid and ${wasServed}`)
  return rows[0]!.bought
}

/** Adds the units of `from` to `into`, whose promise then covers both. */
async function joinAllocations(tx: Transaction, into: Allocation, from: Allocation, units: number) {
  const rest = ({ isPromised, ...one }: Allocation) =>
    isPromised ? one.units - one.held - one.bought : 0
  const merged = { ...into, units, held: into.held + from.held, bought: into.bought + from.bought }
  await tx
    .update(allocations)
    .set({ units: 0, held: 0, bought: 0, isPromised: false })
    .where(eq(allocations.id, from.id))
  await tx
    .update(allocations)
    .set({ units, held: merged.held, bought: merged.bought, version: sql`version + 1` })
    .where(eq(allocations.id, into.id))
  await tx.execute(sql`
    update checkout_allocations set allocation_id = ${into.id}::uuid
    where allocation_id = ${from.id}::uuid`)
  await changePromised(tx, into.productId, rest(merged) - rest(into) - rest(from))
}

async function changePromised(tx: Transaction, productId: string, by: number): Promise<void> {
  if (by === 0) return
  await tx.execute(sql`update products set promised = promised + ${by} where id = ${productId}`)
}

/** Undoes `moveBelongings`: moves records back and divides joined allocations, in the same lock order. */
export async function returnBelongings(
  tx: Transaction,
  { from, into }: Pair,
  moved: Belongings,
): Promise<void> {
  const list = (ids: readonly string[]) =>
    sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  const back = (ids: readonly string[]) =>
    sql`set user_id = ${from}::uuid where user_id = ${into}::uuid and id in ${list(ids)}`
  await tx.execute(sql`update checkouts ${back(moved.checkouts)}`)
  await tx.execute(sql`update requests ${back(moved.requests)}`)
  await tx.execute(sql`
    update requests as mine set state = 'open', version = version + 1
    where mine.id in ${list(moved.doubled)} and mine.state = 'withdrawn' and not exists (
      select from requests as other where other.user_id = mine.user_id and other.kind = mine.kind
        and coalesce(other.product_id, '') = coalesce(mine.product_id, '') and other.state = 'open')`)
  const rows = await allocationsOfBoth(tx, { from, into })
  await tx.execute(sql`update allocations ${back(moved.allocations)}`)
  for (const one of moved.joined) {
    const now = rows.find(({ id }) => id === one.into.id)
    const isEmptyThere = rows.some(({ id }) => id === one.from.id)
    // Allocations that were rebuilt since stay with the remaining account.
    // One after the other: the transaction has one connection.
    if (now && isEmptyThere) await partAllocations(tx, now, one, moved.checkouts)
  }
  // Includes orders written after the merge for a payment page of the restored account.
  await tx.execute(sql`
    update orders set user_id = ${from}::uuid where user_id = ${into}::uuid
      and (id in ${list(moved.orders)} or checkout_id in ${list(moved.checkouts)})`)
  await tx.execute(sql`
    update campaign_emails as ce set user_id = ${from}::uuid from users as u
    where u.id = ${from}::uuid and ce.email = u.email and ce.user_id = ${into}::uuid`)
  await tx.execute(sql`
    update entry_links as l set user_id = ${from}::uuid from users as u
    where u.id = ${from}::uuid and l.email = u.email and l.user_id = ${into}::uuid`)
  await tx.execute(sql`
    update users as u set last_order_at =
      (select max(created_at) from orders where user_id = u.id)
    where u.id in (${from}::uuid, ${into}::uuid)`)
}

/**
 * Divides a joined allocation. Each account gets its units and its own purchases back: the remaining one at
 * least what it bought since, the other no more than the wine has left.
 */
async function partAllocations(
  tx: Transaction,
  now: Allocation,
  { into, from }: JoinedAllocation,
  checkoutIds: readonly string[],
) {
  await tx.execute(sql`
    update checkout_allocations set allocation_id = ${from.id}::uuid
    where allocation_id = ${into.id}::uuid and checkout_id in
      (select value::uuid from jsonb_array_elements_text(${JSON.stringify(checkoutIds)}::jsonb))`)
  const bought = await boughtUnder(tx, from.id)
  const taken = now.bought - bought + now.held
  if (now.isPromised) {
    await changePromised(tx, now.productId, -(now.units - now.held - now.bought))
  }
  const intoRest = await promise(tx, now, now.isPromised, into.units - taken)
  await tx
    .update(allocations)
    .set({ units: taken + intoRest, bought: now.bought - bought, version: sql`version + 1` })
    .where(eq(allocations.id, into.id))
  const isPromised = now.isPromised && from.isPromised
  const fromRest = await promise(tx, now, isPromised, from.units - bought)
  await tx
    .update(allocations)
    .set({ units: bought + fromRest, bought, isPromised })
    .where(eq(allocations.id, from.id))
}

/** Units that can be restored of those wanted; with `isPromised` they are promised again. */
async function promise(
  tx: Transaction,
  { productId }: Allocation,
  isPromised: boolean,
  wanted: number,
): Promise<number> {
  const rest = Math.max(0, wanted)
  if (!isPromised) return rest
  const kept = Math.min(rest, (await freeUnits(tx, productId)) ?? rest)
  await changePromised(tx, productId, kept)
  return kept
}

/** Free units of a wine; null when it is unlimited. */
async function freeUnits(tx: Transaction, productId: string): Promise<number | null> {
  const { rows } = await tx.execute<{ free: number | null }>(sql`
    select stock - held - sold - promised as free from products where id = ${productId} for update`)
  return rows[0]?.free ?? null
}

/** How many records of an account a merge would move. */
export async function countBelongings(db: Queryable, userId: string): Promise<MovedCounts> {
  const { rows } = await db.execute<MovedCounts>(sql`
    select (select count(*)::int from orders where user_id = ${userId}::uuid) as orders,
      (select count(*)::int from requests where user_id = ${userId}::uuid) as requests,
      (select count(*)::int from allocations where user_id = ${userId}::uuid) as allocations`)
  return rows[0]!
}
