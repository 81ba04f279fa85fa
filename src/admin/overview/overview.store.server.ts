import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { reconciliations } from '#accounting/reconciliation/tables.ts'
import { subscriberFieldsSayYes } from '#accounts/consent/email-permission.store.server.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { providerEvents } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { permanentlyFailed } from '#mail/mails.store.server.ts'
import { mails } from '#mail/tables.ts'
import { orderFlags, orderLines, orders } from '#orders/order/tables.ts'
import type { Database, Queryable } from '#platform/database/connection.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { failedAttempts } from '#platform/jobs/queue.server.ts'
import { requests } from '#requests/tables.ts'

import type { OverviewFigures } from './overview.rules.ts'
import { growthMonths, salesDays } from './overview.rules.ts'

const releasesShown = 8

/** The last days or months in the shop's time zone as half-open periods, oldest first. */
const spans = (unit: 'day' | 'month', count: number, timeZone: string) => {
  const first = sql`date_trunc(${unit}, now() at time zone ${timeZone})`
  const one = sql.raw(`interval '1 ${unit}'`)
  return sql`(select (start at time zone ${timeZone}) as starts,
      ((start + ${one}) at time zone ${timeZone}) as ends
    from generate_series(${first} - ${count - 1} * ${one}, ${first}, ${one}) as start) as span`
}

const iso = (moment: string) =>
  sql.raw(`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

/** How many of a table were created in a span and are there. */
const cameOf = (
  table: typeof users | typeof mailingListClients,
): SQL => sql`(select count(*) from ${table}
  where created_at >= starts and created_at < ends and erase_at is null)`

/** The figures of the overview, in one query. Counts of whole tables read an index alone. */
export async function overviewFigures(db: Queryable, timeZone: string): Promise<OverviewFigures> {
  const { rows } = await db.execute<{ figures: OverviewFigures }>(sql`
    select json_build_object(
      'sales', (select json_agg(json_build_object('from', ${iso('starts')}, 'to', ${iso('ends')},
          'orders', orders, 'cents', cents) order by starts)
        from ${spans('day', salesDays, timeZone)}, lateral (
          select count(*) as orders, coalesce(sum(total_cents), 0) as cents from ${orders}
          where created_at >= starts and created_at < ends) as sold),
      'releases', (select coalesce(json_agg(json_build_object('id', id, 'name', name,
          'orders', sold.orders, 'cases', sold.cases, 'cents', sold.cents)
          order by opens_at desc, id), '[]')
        from (select * from ${releases} where state <> 'draft'
          order by opens_at desc, id desc limit ${releasesShown}) as shown,
        lateral (
          select count(distinct order_id) as orders, coalesce(sum(quantity), 0) as cases,
            coalesce(sum(quantity * unit_price_cents), 0) as cents
          from ${orderLines} where release_id = shown.id) as sold),
      'growth', (select json_agg(json_build_object('from', ${iso('starts')}, 'to', ${iso('ends')},
          'customers', ${cameOf(users)},
          'subscribers', ${cameOf(mailingListClients)}) order by starts)
        from ${spans('month', growthMonths, timeZone)}),
      'orders', (select count(*) from ${orders}),
      'moved', (select coalesce(json_object_agg(state, count), '{}') from (
        select state, count(*) from ${orders} where state <> 'paid' group by state) as moved),
      'wines', (select json_agg(json_build_object('id', id, 'title', title, 'subtitle', subtitle,
          'state', release_state, 'sold', sold, 'held', held, 'left', stock - held - sold - promised)
          order by position nulls last, id) from ${products}),
      'customers', (select count(*) from ${users} where erase_at is null),
      'subscribers', (select count(*) from ${mailingListClients}
        where erase_at is null and ${subscriberFieldsSayYes()}),
      'flagged', (select count(distinct order_id) from ${orderFlags} where resolved_at is null),
      'requests', (select count(*) from ${requests} where state = 'open'),
      'emails', json_build_object(
        'waiting', (select count(*) from ${mails} where state = 'queued'),
        'failed', (select count(*) from ${mails} where ${permanentlyFailed}),
        'overdueSeconds', (select coalesce(greatest(0,
          extract(epoch from now() - min(next_try_at))), 0)::int from ${mails}
          where state = 'queued' and kind <> 'campaign')),
      'jobs', (select json_build_object(
        'waiting', count(*) filter (where attempts < ${failedAttempts}),
        'failed', count(*) filter (where attempts >= ${failedAttempts} and locked_at is null))
        from graphile_worker.jobs),
      'unsettledEvents', (select count(*) from ${providerEvents} where settled_at is null),
      'reconciliation', (select json_build_object('at', ${iso('finished_at')},
        'differences', difference_count, 'hasFailed', has_failed) from ${reconciliations}
        where finished_at is not null order by id desc limit 1)
    ) as figures`)
  return rows[0]!.figures
}

/** Time to live of the figures in one process, in milliseconds. */
const cachedFor = 2_000

const cached = new WeakMap<Database, { readAt: number; figures: Promise<OverviewFigures> }>()

/** The figures of the overview, at most two seconds old. */
export function recentFigures(db: Database, timeZone: string): Promise<OverviewFigures> {
  const now = performance.now()
  const known = cached.get(db)
  if (known && now - known.readAt < cachedFor) return known.figures
  const figures = overviewFigures(db, timeZone)
  cached.set(db, { readAt: now, figures })
  figures.catch(() => cached.delete(db))
  return figures
}
