import { sql } from 'drizzle-orm'

import { orderLines, orders } from '#orders/order/tables.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'
import { shipmentHolds, shipments } from '#shipping/tables.ts'

import { mostHeldDays } from './hold.rules.ts'

export const orderChangeTasks = {
  'held-for-buyer': {
    action: 'handle-orders',
    href: ({ number }) => `${paths.staffOrder(number ?? 0)}#order-buyer`,
    about: ({ numbers }) => sql`
      select o.number::text as key, concat_ws(', ', nullif(o.name, ''), (
        select string_agg(line.quantity || ' × ' || line.description, ', ' order by line.description)
        from ${orderLines} as line where line.order_id = o.id)) as words
      from ${orders} as o where o.number = any(${sql.param(numbers)}::int[])`,
    title: ({ number }) =>
      `${ordersCopy.number(number ?? 0)} is held for its buyer for ${mostHeldDays} days`,
    button: 'Ask the buyer',
    isTimed: true,
    causes: () => sql`select hold.group_id::text as subject, o.number, '' as detail,
        hold."from" as since, null::timestamptz as due
      from ${shipmentHolds} as hold join ${shipments} as s on s.id = hold.shipment_id
      join ${orders} as o on o.id = s.order_id
      where hold.reason = 'customer' and hold.ended_at is null and s.state = 'waiting'
        and hold."from" < now() - make_interval(days => ${mostHeldDays})`,
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof orderChangeTasks, true> {}
}
