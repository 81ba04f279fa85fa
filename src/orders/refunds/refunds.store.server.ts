import { and, asc, eq, lt, sql } from 'drizzle-orm'

import { allocations, checkoutAllocations } from '#catalogue/on-sale/tables.ts'
import { databaseClock, phaseSql } from '#catalogue/on-sale/wine-release.store.server.ts'
import { lockWines, unitsTable } from '#catalogue/wines/products.store.server.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Queryable, Transaction } from '#platform/database/connection.server.ts'

import { orderLines, orders, refunds } from '../order/tables.ts'
import { centsOfPurpose } from './refund-purpose.rules.ts'

export type Refund = typeof refunds.$inferSelect
export type NewRefund = typeof refunds.$inferInsert

/** All refunds of an order, oldest first. */
export async function refundsOf(db: Queryable, orderId: string): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.requestedAt), asc(refunds.id))
}

export async function refundById(db: Queryable, id: string): Promise<Refund | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id))
  return row ?? null
}

/** Inserts a refund; null when its request key exists. */
export async function insertRefund(tx: Queryable, refund: NewRefund): Promise<Refund | null> {
  if (refund.purpose && centsOfPurpose(refund.purpose) !== refund.amountCents) {
    throw new Error(`A refund of ${refund.amountCents} cents is for another amount`)
  }
  const [row] = await tx.insert(refunds).values(refund).onConflictDoNothing().returning()
  return row ?? null
}

export async function refundByRequest(db: Queryable, requestKey: string): Promise<Refund | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.requestKey, requestKey))
  return row ?? null
}

/** Saves the provider's result of a refund. */
export async function settleRefund(
  tx: Queryable,
  id: string,
  settled: Pick<Refund, 'state' | 'providerId' | 'settledAt' | 'failure'>,
): Promise<void> {
  await tx.update(refunds).set(settled).where(eq(refunds.id, id))
}

/** Lowers the amount of a requested refund, of which then is not known what it is for; deletes it when nothing is left. */
export async function reduceRefund(tx: Queryable, id: string, amountCents: number): Promise<void> {
  if (amountCents === 0) await tx.delete(refunds).where(eq(refunds.id, id))
  else await tx.update(refunds).set({ amountCents, purpose: null }).where(eq(refunds.id, id))
}

/** Refunds that were requested before a time and are not made, in no order: so many that fail keep no others back. */
export async function requestedRefunds(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<Refund[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.state, 'requested'), lt(refunds.requestedAt, before)))
    .orderBy(sql`random()`)
    .limit(limit)
}

/**
 * Returns units of an order to stock, at most those not returned yet: to the free pool or, with `toAllocation`
 * and while the release is open, to the allocations under which they were bought.
 */
export async function returnSold(
  tx: Transaction,
  orderId: string,
  units: readonly { productId: string; quantity: number }[],
  { toAllocation }: Pick<Refund, 'toAllocation'> = { toAllocation: false },
): Promise<void> {
  const wanted = units.filter(({ quantity }) => quantity > 0)
  if (wanted.length === 0) return
  if (toAllocation) await tx.execute(lockDrawnAllocations(orderId))
  await lockWines(tx, wanted)
  await tx.execute(sql`
    with back as (
      update ${orderLines} as line
      set returned = line.returned + least(units.quantity, line.quantity - line.returned)
      from ${unitsTable(wanted)}, ${orderLines} as before
      where line.order_id = ${orderId} and line.product_id = units.product_id
        and before.order_id = line.order_id and before.product_id = line.product_id
      returning line.product_id, line.returned - before.returned as count
    ), planned as (
      -- Of several allocations of one wine each gets back at most what was bought under it.
      select drawn.checkout_id, drawn.allocation_id, least(drawn.room, greatest(0, back.count - drawn.before)) as take
      from back join lateral (
        select d.checkout_id, d.allocation_id, d.units - d.returned as room,
          coalesce(sum(d.units - d.returned) over (
            order by d.allocation_id rows between unbounded preceding and 1 preceding), 0) as before
        ${drawnInOpenRelease(orderId)} and a.product_id = back.product_id
      ) as drawn on ${toAllocation}::boolean
    ), given as (
      update ${allocations} as a set bought = a.bought - planned.take from planned
      where a.id = planned.allocation_id and planned.take > 0
      returning a.id, a.product_id, planned.take, a.is_promised
    ), noted as (
      update ${checkoutAllocations} as d set returned = d.returned + planned.take from planned
      where d.checkout_id = planned.checkout_id and d.allocation_id = planned.allocation_id
    ), kept as (
      select product_id, sum(take) filter (where is_promised) as units from given group by product_id
    )
    update ${products} as p
    set sold = p.sold - back.count, promised = p.promised + coalesce(kept.units, 0)
    from back left join kept on kept.product_id = back.product_id where p.id = back.product_id`)
}

const drawnInOpenRelease = (orderId: string) => sql`
  from ${orders} as o join ${checkoutAllocations} as d on d.checkout_id = o.checkout_id
  join ${allocations} as a on a.id = d.allocation_id and a.user_id is not null
  join releases as r on r.id = a.release_id and ${phaseSql(databaseClock)} = 'open'
  where o.id = ${orderId}`

const lockDrawnAllocations = (orderId: string) => sql`
  select a.id ${drawnInOpenRelease(orderId)} order by a.id for no key update of a`

/** Whether units of an order can return to their allocation, as its release is open. */
export async function mayReturnToAllocation(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 ${drawnInOpenRelease(orderId)} limit 1`)
  return rows.length > 0
}
