import { sql } from 'drizzle-orm'

import { databaseClock } from '#catalogue/on-sale/wine-release.store.server.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { allocations, checkoutAllocations, releases } from '#catalogue/on-sale/tables.ts'
import { checkouts, products } from '#catalogue/tables.ts'

/** Current figures of the releases. */
export type ReleaseMetrics = {
  releases: { coming: number; open: number; paused: number }
  /** `overdue`: the promise was over two minutes ago, and the job of each minute has not ended it. */
  promisedUnits: { running: number; overdue: number }
  /** Units bought under the allocations of releases that are not over. */
  boughtUnits: number
  /** How often promises were ended by the job, in the last 24 hours. */
  promisesEnded: number
  /** Wines and allocations whose counter differs from its sum. */
  differing: { promised: number; held: number }
}

/** An SQL expression of the figures: counters and sums are read in one snapshot, as a purchase changes both. */
export const releaseMetrics = sql`json_build_object(
  'releases', (select json_build_object(
      'coming', count(*) filter (where state = 'scheduled' and opens_at > ${databaseClock}),
      'open', count(*) filter (where state = 'scheduled' and opens_at <= ${databaseClock}),
      'paused', count(*) filter (where state = 'paused'))
    from ${releases} where closes_at > ${databaseClock}),
  'promisedUnits', (select json_build_object('running', coalesce(sum(left_over), 0),
      'overdue', coalesce(sum(left_over) filter (where until < now() - interval '2 minutes'), 0))
    from (select a.units - a.held - a.bought as left_over,
        coalesce(a.promise_until, r.promise_until, r.closes_at) as until
      from ${allocations} as a left join ${releases} as r on r.id = a.release_id
      where a.is_promised) as promised),
  'boughtUnits', (select coalesce(sum(a.bought), 0) from ${allocations} as a
    join ${releases} as r on r.id = a.release_id
    where r.state in ('scheduled', 'paused') and r.closes_at > ${databaseClock}),
  'promisesEnded', (select count(*) from ${auditLog}
    where action = 'promises-ended' and at > now() - interval '24 hours'),
  'differing', json_build_object(
    'promised', (select count(*) from ${products} as p left join (
        select product_id, sum(units - held - bought) as units from ${allocations}
        where is_promised group by product_id) as kept on kept.product_id = p.id
      where p.promised <> coalesce(kept.units, 0)),
    'held', (select count(*) from (
        select id, held from ${allocations} where held > 0) as a full join (
        select d.allocation_id, sum(d.units) as units from ${checkouts} as c
          join ${checkoutAllocations} as d on d.checkout_id = c.id
        where c.state = 'open' group by d.allocation_id) as open_now on open_now.allocation_id = a.id
      where coalesce(a.held, 0) <> coalesce(open_now.units, 0))))`
