import { sql } from 'drizzle-orm'

import { allocations, checkoutAllocations, releases } from '#catalogue/on-sale/tables.ts'
import { databaseClock } from '#catalogue/on-sale/wine-release.store.server.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderLines } from '#orders/order/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { byState, defineFigures } from '#platform/figures/figures.server.ts'

type Figures = {
  releases: { coming: number; open: number; paused: number }
  /** `overdue`: the promise was over two minutes ago, and the job of each minute has not ended it. */
  promisedUnits: { running: number; overdue: number }
  /** Units bought under the allocations of releases that are not over. */
  boughtUnits: number
  /** How often promises were ended by the job, in the last 24 hours. */
  promisesEnded: number
  /** Wines and allocations whose counter differs from its sum. */
  differing: { promised: number; held: number }
  /** Releases that opened half an hour to two hours ago and have no order. */
  unbought: number
}

/** Counters and sums are read in one snapshot, as a purchase changes both. */
export const releaseFigures = defineFigures<Figures>({
  query: sql`json_build_object(
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
        where coalesce(a.held, 0) <> coalesce(open_now.units, 0))),
    'unbought', (select count(*) from ${releases} as r
      where state = 'scheduled' and closes_at > ${databaseClock}
        and opens_at between ${databaseClock} - interval '2 hours'
          and ${databaseClock} - interval '30 minutes'
        and not exists (select 1 from ${orderLines} where release_id = r.id)))`,
  gauges: [
    {
      name: 'kohue_releases',
      help: 'Releases that are not over',
      read: ({ releases: states }) => byState(states),
    },
    {
      name: 'kohue_promised_units',
      help: 'Units promised to customers; overdue ones should be free by now',
      read: ({ promisedUnits }) => byState(promisedUnits),
    },
    {
      name: 'kohue_bought_units',
      help: 'Units bought under the allocations of releases that are not over',
      read: ({ boughtUnits }) => [[{}, boughtUnits]],
    },
    {
      name: 'kohue_promises_ended_last_day',
      help: 'How often the promises of a release ended in the last 24 hours',
      read: ({ promisesEnded }) => [[{}, promisesEnded]],
    },
    {
      name: 'kohue_promises_differing',
      help: 'Wines whose promised units, and allocations whose held units, differ from their sums',
      read: ({ differing }) => byState(differing),
    },
  ],
  alarms: {
    'promises-overdue': {
      title: 'Promises of a release are over, and their wine is still kept',
      todo: 'The job that ends promises does not run. Look at the background jobs.',
      line: 'kohue_promised_units',
      isBad: ({ promisedUnits }) => promisedUnits.overdue > 0,
      after: 5,
    },
    'promises-differ': {
      title: 'Units promised or held are not the sum they stand for',
      todo: 'Pause the release, run the reconciliation, and compare.',
      line: 'kohue_promises_differing',
      isBad: ({ differing }) => differing.promised + differing.held > 0,
    },
    'release-unbought': {
      title: 'A release has been open for half an hour, and nothing of it was bought',
      todo: 'Look at its live page, at whether its email has left, and at the payment provider.',
      line: 'kohue_releases',
      isBad: ({ unbought }) => unbought > 0,
    },
  },
})
