import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { Queryable } from '#platform/database/connection.server.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import type { totalNames } from './running-totals.tables.ts'
import { runningTotals } from './running-totals.tables.ts'

type Name = (typeof totalNames)[number]

/** An SQL expression of one total; `where` limits it to a release or to quarters of an hour. */
export const runningTotal = (name: Name, where: SQL = sql`true`): SQL =>
  sql`(select coalesce(sum(count), 0)::bigint from ${runningTotals} where name = ${name} and ${where})`

/** A query of the orders, cases and cents of one release. */
export const releaseTotals = (releaseId: SQL): SQL => sql`
  select coalesce(sum(count), 0)::bigint as orders, coalesce(sum(cases), 0)::bigint as cases,
    coalesce(sum(cents), 0)::bigint as cents
  from ${runningTotals} where name = 'release' and release_id = ${releaseId}`

const quarterOfAnHour = sql.raw(`date_bin('15 minutes', created_at, 'epoch')`)

/** Queries that count each total anew. They read whole tables: not for a request. */
const counted: Readonly<Record<Name, SQL>> = {
  orders: sql`select 'orders' as name, null::uuid as release_id, null::timestamptz as came,
    count(*), 0::bigint as cases, 0::bigint as cents from ${orders}`,
  release: sql`select 'release', release_id, null, count(distinct order_id), sum(quantity),
    sum(quantity * unit_price_cents) from ${orderLines} where release_id is not null group by release_id`,
  customers: sql`select 'customers', null, null, count(*), 0, 0 from ${users} where erase_at is null`,
  'customers-came': sql`select 'customers-came', null, ${quarterOfAnHour}, count(*), 0, 0 from ${users}
    where erase_at is null group by 3`,
  subscribers: sql`select 'subscribers', null, null, count(*), 0, 0 from ${mailingListClients}
    where erase_at is null and unsubscribed_at is null`,
  'subscribers-came': sql`select 'subscribers-came', null, ${quarterOfAnHour}, count(*), 0, 0
    from ${mailingListClients} where erase_at is null group by 3`,
}

/**
 * Corrects totals that differ from the counted ones, in one statement and so in one snapshot. Returns how
 * many differed: none is expected, since triggers record each change.
 */
export async function mendRunningTotals(db: Queryable): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into ${runningTotals} (name, release_id, came, count, cases, cents)
    select name, release_id, came, sum(count), sum(cases), sum(cents) from (
      ${sql.join(Object.values(counted), sql` union all `)}
      union all select name, release_id, came, -count, -cases, -cents from ${runningTotals}) as both_sides
    group by name, release_id, came
    having sum(count) <> 0 or sum(cases) <> 0 or sum(cents) <> 0`)
  return rowCount ?? 0
}

/** Merges the rows of each total into one. A concurrent run finds those rows deleted. */
export async function foldRunningTotals(db: Queryable): Promise<void> {
  await db.execute(sql`
    with taken as (delete from ${runningTotals} returning *)
    insert into ${runningTotals} (name, release_id, came, count, cases, cents)
    select name, release_id, came, sum(count), sum(cases), sum(cents) from taken
    group by name, release_id, came
    having sum(count) <> 0 or sum(cases) <> 0 or sum(cents) <> 0`)
}
