import { sql } from 'drizzle-orm'

import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'
import { endOfToday } from '#platform/database/days.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import { orderLines, orders } from '#orders/order/tables.ts'

import { pickups } from './pickup/tables.ts'
import { shipmentHolds, shipments } from './tables.ts'

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
  where state in ('attempted', 'at-depot', 'missed', 'returned', 'lost', 'damaged')
    and task_of_shipment(state, settled_at, followed_up_at) = ${kind}`

export const shippingTasks = {
  'pickup-today': {
    action: 'ship-orders',
    href: () => paths.pickups(),
    about,
    title: ({ number }) => `Pickup today: ${shipmentNumber(number ?? 0)}`,
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
  'hold-ends': {
    action: 'ship-orders',
    href: () => paths.shipmentHolds(),
    title: () => 'A shipment hold ends today',
    button: 'See holds',
    isTimed: true,
    causes: ({ timeZone }) => sql`select group_id::text as subject, null::int as number,
        min(reason) as detail, min(created_at) as since, min("until") as due
      from ${shipmentHolds}
      where ended_at is null and "until" > now() and "until" < ${endOfToday(timeZone)}
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
