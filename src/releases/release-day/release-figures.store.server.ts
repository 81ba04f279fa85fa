import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { isUuid } from '#platform/database/uuid.ts'

import { lacks } from '../allocations/buyer-lacks.store.server.ts'
import type { BuyerLack } from '../check/release-check.rules.ts'

/** Allocated units of a wine in a release, those neither bought nor held, and the number of people. */
type AllocatedUnits = { productId: string; units: number; left: number; people: number }

export async function allocatedUnits(db: Queryable, releaseId: string): Promise<AllocatedUnits[]> {
  const { rows } = await db.execute<AllocatedUnits>(sql`
    select product_id as "productId", sum(units)::int as units,
      sum(units - held - bought)::int as left, count(distinct user_id)::int as people
    from allocations where release_id = ${releaseId} and user_id is not null
    group by product_id`)
  return rows
}

/** People with an allocation, and how many lack something that a purchase or an email needs. */
type InvitedPeople = {
  people: number
  withoutAddress: number
  notServed: number
  withoutBirthdate: number
  withoutEmails: number
}

export async function invitedPeople(
  db: Queryable,
  releaseId: string,
  day: string,
): Promise<InvitedPeople> {
  const counted = (what: BuyerLack) => sql`count(*) filter (where ${lacks(what, day)})::int`
  const { rows } = await db.execute<InvitedPeople>(sql`
    with invited as (
      select distinct user_id from allocations
      where release_id = ${releaseId} and user_id is not null and units > 0)
    select count(*)::int as people,
      ${counted('address')} as "withoutAddress", ${counted('state')} as "notServed",
      ${counted('birthdate')} as "withoutBirthdate", ${counted('emails')} as "withoutEmails"
    from invited join users on users.id = invited.user_id`)
  return rows[0]!
}

/** Of a wave: how many people were invited, saw the release and bought, and the units they bought. */
export type WaveFigures = {
  waveId: string
  invited: number
  visited: number
  bought: number
  units: number
}

export async function waveFigures(db: Queryable, releaseId: string): Promise<WaveFigures[]> {
  const { rows } = await db.execute<WaveFigures>(sql`
    select wave_id as "waveId", count(distinct user_id)::int as invited,
      count(distinct user_id) filter (where visited_at is not null)::int as visited,
      count(distinct user_id) filter (where bought > 0)::int as bought,
      coalesce(sum(bought), 0)::int as units
    from allocations where release_id = ${releaseId} and wave_id is not null and units > 0
    group by wave_id`)
  return rows
}

/** Cases and cents sold in one minute in a wave; `waveId` is null outside of waves. */
type MinuteFigures = { minute: string; waveId: string | null; units: number; cents: number }

/** Sales of a release by minute since a time. */
export async function salesByMinute(
  db: Queryable,
  releaseId: string,
  since: Date,
): Promise<MinuteFigures[]> {
  const { rows } = await db.execute<MinuteFigures>(sql`
    select to_char(date_trunc('minute', orders.created_at at time zone 'UTC'),
        'YYYY-MM-DD"T"HH24:MI:00"Z"') as minute,
      drawn.wave_id as "waveId", sum(order_lines.quantity)::int as units,
      sum(order_lines.quantity * order_lines.unit_price_cents)::int as cents
    from orders
    join order_lines on order_lines.order_id = orders.id and order_lines.release_id = ${releaseId}
    left join lateral (
      select allocations.wave_id from checkout_allocations
      join allocations on allocations.id = checkout_allocations.allocation_id
      where checkout_allocations.checkout_id = orders.checkout_id
        and allocations.product_id = order_lines.product_id limit 1) as drawn on true
    where orders.created_at >= ${since.toISOString()}::timestamptz
    group by 1, 2 order by 1`)
  return rows
}

/** An order of the release in the last minutes. */
type RecentOrder = {
  number: number
  at: string
  name: string
  units: number
  totalCents: number
  isRehearsal: boolean
}

export async function recentOrders(
  db: Queryable,
  releaseId: string,
  minutes: number,
): Promise<RecentOrder[]> {
  const { rows } = await db.execute<RecentOrder>(sql`
    select orders.number, to_char(orders.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      orders.name, sum(order_lines.quantity)::int as units, orders.total_cents as "totalCents",
      orders.is_rehearsal as "isRehearsal"
    from orders
    join order_lines on order_lines.order_id = orders.id and order_lines.release_id = ${releaseId}
    where orders.created_at >= now() - make_interval(mins => ${minutes})
    group by orders.id order by orders.created_at desc, orders.number desc limit 50`)
  return rows
}

/** The most frequent number of allocated units per wine in a wave. */
export async function unitsByWave(
  db: Queryable,
  releaseId: string,
  waveId: string,
): Promise<{ productId: string; units: number }[]> {
  if (!isUuid(waveId)) return []
  const { rows } = await db.execute<{ productId: string; units: number }>(sql`
    select product_id as "productId", mode() within group (order by units)::int as units
    from allocations
    where release_id = ${releaseId} and wave_id = ${waveId}::uuid and units > 0
    group by product_id`)
  return rows
}
