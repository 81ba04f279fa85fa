import { and, eq, inArray, sql } from 'drizzle-orm'

import { maxUnits } from '#catalogue/on-sale/allocation.rules.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { lockWines } from '#catalogue/wines/products.store.server.ts'
import { wasServed } from '#orders/flags/order-flags.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { MergedPair, MovedByMerge } from '#platform/module/personal-data.ts'

/** Values of an allocation before a merge, for an undo. Only shops of the previous version read `isPromised`. */
type AllocationBefore = { id: string; units: number; isPromised: boolean }

/** Two allocations of one wine in one release that became one. */
export type JoinedAllocation = { into: AllocationBefore; from: AllocationBefore }

type Allocation = typeof allocations.$inferSelect

const before = ({ id, units, isPromised }: Allocation): AllocationBefore => ({
  id,
  units,
  isPromised,
})

/** Locks the allocations of both accounts and then their wines, as purchases do, and returns the allocations. */
async function lockAllocationsOfBoth(
  tx: Transaction,
  { from, into }: MergedPair,
): Promise<Allocation[]> {
  const both = await tx
    .select()
    .from(allocations)
    .where(inArray(allocations.userId, [from, into]))
    .orderBy(allocations.id)
    .for('update')
  await lockWines(
    tx,
    both.map(({ productId }) => ({ productId, quantity: 1 })),
    1,
  )
  return both
}

/** Moves allocations of one account to another; two of one wine in one release are joined. */
export async function moveAllocations(
  tx: Transaction,
  { from, into }: MergedPair,
  { sum }: { sum: boolean },
): Promise<Pick<MovedByMerge, 'allocations' | 'joined'>> {
  const both = await lockAllocationsOfBoth(tx, { from, into })
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

/**
 * Moves allocations back and divides the joined ones, after the checkouts went back. Allocations that were
 * rebuilt since stay with the remaining account.
 */
export async function returnAllocations(
  tx: Transaction,
  { from, into }: MergedPair,
  moved: MovedByMerge,
): Promise<void> {
  const rows = await lockAllocationsOfBoth(tx, { from, into })
  await tx
    .update(allocations)
    .set({ userId: from })
    .where(and(eq(allocations.userId, into), inArray(allocations.id, moved.allocations)))
  for (const one of moved.joined) {
    const now = rows.find(({ id }) => id === one.into.id)
    const isEmptyThere = rows.some(({ id }) => id === one.from.id)
    // One after the other: the transaction has one connection.
    if (now && isEmptyThere) await partAllocations(tx, now, one, moved.checkouts)
  }
}

/**
 * Divides a joined allocation. Each account gets its units and its own purchases back: the remaining one at
 * least what it bought since, the other no more than the wine has left. Both are promised if the joined one is by
 * now: a draft may have been scheduled since the merge.
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
  const fromRest = await promise(tx, now, now.isPromised, from.units - bought)
  await tx
    .update(allocations)
    .set({ units: bought + fromRest, bought, isPromised: now.isPromised })
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

/** Free units of a locked wine; null when it is unlimited. */
async function freeUnits(tx: Transaction, productId: string): Promise<number | null> {
  const { rows } = await tx.execute<{ free: number | null }>(sql`
    select stock - held - sold - promised as free from products where id = ${productId}`)
  return rows[0]?.free ?? null
}

/**
 * Units of two merged allocations: the larger number, or the sum if staff choose that, and never
 * fewer than are bought or held under both.
 */
function mergedUnits(
  into: { units: number; taken: number },
  from: { units: number; taken: number },
  { sum }: { sum: boolean },
): number {
  const most = sum ? into.units + from.units : Math.max(into.units, from.units)
  return Math.max(Math.min(most, maxUnits), into.taken + from.taken)
}
