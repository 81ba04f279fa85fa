import { sql } from 'drizzle-orm'

import { orderLines, orders } from '#orders/order/tables.ts'
import { literals } from '#platform/database/columns.ts'
import { endOfToday } from '#platform/database/days.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'
import { daysInWords } from '#platform/text/number-words.copy.ts'

import { shipmentClaims } from './claims/tables.ts'
import { pickups } from './pickup/tables.ts'
import { shipmentNumber, statesFor, underWay, withTask } from './shipments/shipment.rules.ts'
import { shipmentEvents, shipmentHolds, shipments } from './tables.ts'

const shipment = ({ number }: { number: number | null }) => paths.shipment(number ?? 0)

/** The buyer of each shipment and its wines. */
const about = ({ numbers }: { numbers: readonly number[] }) => sql`
  select s.number::text as key, concat_ws(', ', nullif(o.name, ''), (
    select string_agg(line.quantity || ' × ' || line.description, ', ' order by line.description)
    from ${orderLines} as line where line.order_id = o.id)) as words
  from ${shipments} as s join ${orders} as o on o.id = s.order_id
  where s.number = any(${sql.param(numbers)}::int[])`

const shipmentsWithTask = (kind: string) => sql`select id::text as subject, number,
    state as detail, coalesce(returned_at, now()) as since,
    case state when 'at-depot' then depot_until end as due from ${shipments}
  where state in ${literals(withTask)}
    and task_of_shipment(state, settled_at, followed_up_at) = ${kind}`

/** Nothing was recorded of a shipment for so many days. */
const isSilent = (days: number) => sql`not exists (select from ${shipmentEvents} as event
  where event.shipment_id = s.id and event.recorded_at > now() - make_interval(days => ${days}))`

/** After so many days without news a box is looked at, and one that waits for no day and nobody. */
const silentDays = 7
const waitingDays = 14
/** After so many days a claim is asked about at the carrier. */
const claimDays = 30
const waited = daysInWords(waitingDays)

const silent = {
  'under-way': `No news for ${daysInWords(silentDays)}:`,
  ready: `Ready for ${daysInWords(silentDays)}, not handed over:`,
  pickup: `${waited.charAt(0).toUpperCase()}${waited.slice(1)} without a pickup time:`,
  held: `On hold for ${waited}, no end date:`,
}

export const shippingTasks = {
  'pickup-today': {
    action: 'ship-orders',
    href: () => paths.pickups(),
    about,
    title: ({ number }) => `Pickup: ${shipmentNumber(number ?? 0)}`,
    button: 'See pickups',
    isTimed: true,
    causes: ({ timeZone }) => sql`select p.id::text as subject, s.number, '' as detail,
        p."from" as since, p."from" as due
      from ${pickups} as p join ${shipments} as s on s.id = p.shipment_id
      where p.state = 'agreed' and p."from" < ${endOfToday(timeZone)}`,
    next: {
      query: sql`select s.number, p."from" as at from ${pickups} as p
        join ${shipments} as s on s.id = p.shipment_id
        where p.state = 'agreed' and p."from" > now() order by p."from" limit 1`,
      words: (number) => `Next: pickup of ${shipmentNumber(number ?? 0)},`,
    },
  },
  'pickup-missed': {
    action: 'ship-orders',
    href: ({ number }) => paths.pickups({ q: shipmentNumber(number ?? 0) }),
    about,
    title: ({ number }) => `${shipmentNumber(number ?? 0)} was not picked up`,
    button: 'Propose a time',
    causes: () => shipmentsWithTask('pickup-missed'),
  },
  'shipment-attempted': {
    action: 'ship-orders',
    href: shipment,
    about,
    title: ({ number }) => `Delivery of ${shipmentNumber(number ?? 0)} was attempted`,
    button: 'Follow up',
    causes: () => shipmentsWithTask('shipment-attempted'),
  },
  'shipment-at-depot': {
    action: 'ship-orders',
    href: shipment,
    about,
    title: ({ number }) => `${shipmentNumber(number ?? 0)} waits at the carrier’s depot`,
    button: 'Follow up',
    causes: () => shipmentsWithTask('shipment-at-depot'),
  },
  'shipment-returned': {
    action: 'ship-orders',
    href: shipment,
    about,
    title: ({ number }) => `${shipmentNumber(number ?? 0)} came back`,
    button: 'Settle',
    causes: () => shipmentsWithTask('shipment-returned'),
  },
  'shipment-unsound': {
    action: 'ship-orders',
    href: shipment,
    about,
    title: ({ number, detail }) =>
      `${shipmentNumber(number ?? 0)} is ${detail === 'lost' ? 'lost' : 'damaged'}`,
    button: 'Settle',
    causes: () => shipmentsWithTask('shipment-unsound'),
  },
  'shipment-silent': {
    action: 'ship-orders',
    href: shipment,
    about,
    title: ({ number, detail }) =>
      `${silent[detail as keyof typeof silent]} ${shipmentNumber(number ?? 0)}`,
    button: 'Look at it',
    isTimed: true,
    causes: () => sql`select id::text as subject, number, detail, since, null::timestamptz as due
      from (
        select s.id, s.number, 'under-way' as detail, s.handed_at as since from ${shipments} as s
        where s.state in ${literals(underWay)}
          and (s.state not in ${literals(statesFor('follow-up'))} or s.followed_up_at is not null
            and s.follow_up_again_at is null)
          and s.handed_at < now() - make_interval(days => ${silentDays}) and ${isSilent(silentDays)}
        union all
        select s.id, s.number, 'ready', s.created_at from ${shipments} as s
        where s.state = 'ready' and s.method <> 'pickup'
          and s.created_at < now() - make_interval(days => ${silentDays}) and ${isSilent(silentDays)}
        union all
        select s.id, s.number, 'pickup', s.created_at from ${shipments} as s
        where s.state = 'ready' and s.method = 'pickup'
          and s.created_at < now() - make_interval(days => ${waitingDays})
          and ${isSilent(waitingDays)}
        union all
        select s.id, s.number, 'held', s.created_at from ${shipments} as s
        join ${shipmentHolds} as hold on hold.id = s.held_by and hold."until" is null
          and not (hold.scope = 'shipment' and hold.reason = 'customer')
        where s.state = 'waiting' and s.created_at < now() - make_interval(days => ${waitingDays})
          and ${isSilent(waitingDays)}
      ) as s`,
  },
  'claim-open': {
    action: 'ship-orders',
    href: () => paths.claims(),
    about,
    title: ({ number }) =>
      `The claim for ${shipmentNumber(number ?? 0)} is open for ${claimDays} days`,
    button: 'See claims',
    isTimed: true,
    causes: () => sql`select claim.id::text as subject, s.number, '' as detail,
        claim.opened_at as since, null::timestamptz as due
      from ${shipmentClaims} as claim join ${shipments} as s on s.id = claim.shipment_id
      where claim.closed_at is null and claim.opened_at < now() - make_interval(days => ${claimDays})`,
  },
  'hold-ends': {
    action: 'ship-orders',
    href: () => paths.shipmentHolds(),
    title: () => 'A shipment hold ends today',
    button: 'See holds',
    isTimed: true,
    causes: ({ timeZone }) => sql`select group_id::text as subject, null::int as number,
        min(reason) as detail, min(created_at) as since, min("until") as due
      from ${shipmentHolds}
      where ended_at is null and "until" > now() and "until" <= ${endOfToday(timeZone)}
      group by group_id`,
    next: {
      query: sql`select null::int as number, "until" as at from ${shipmentHolds}
        where ended_at is null and "until" > now() order by "until" limit 1`,
      words: () => 'Next: a shipment hold ends,',
    },
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof shippingTasks, true> {}
}
