import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import { openApprovals } from '#platform/approvals/approvals.store.server.ts'
import { approvals } from '#platform/database/approvals.tables.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ModuleTasks } from '#platform/tasks/tasks.server.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import type { FlagReason } from './flags/flag-reasons.copy.ts'
import { flagName } from './flags/flag-reasons.copy.ts'
import { disputes, orderFlags, orderLines, orders } from './order/tables.ts'

/** To a block of the order's page. */
const order =
  (block: string) =>
  ({ number }: { number: number | null }) =>
    `${paths.staffOrder(number ?? 0)}#${block}`

/** The buyer of each order and its wines. */
const about = ({ numbers }: { numbers: readonly number[] }) => sql`
  select o.number::text as key, concat_ws(', ', nullif(o.name, ''), (
    select string_agg(line.quantity || ' × ' || line.description, ', ' order by line.description)
    from ${orderLines} as line where line.order_id = o.id)) as words
  from ${orders} as o where o.number = any(${sql.param(numbers)}::int[])`

const flag = (reason: string) =>
  Object.hasOwn(flagName, reason) ? flagName[reason as FlagReason] : reason

const flagsWhere = (isMeant: SQL) => sql`select flag.id::text as subject, o.number,
    flag.reason as detail, flag.raised_at as since, null::timestamptz as due
  from ${orderFlags} as flag join ${orders} as o on o.id = flag.order_id
  where flag.resolved_at is null and ${isMeant}`

export const ordersTasks = {
  dispute: {
    action: 'handle-orders',
    href: order('order-disputes'),
    about,
    title: ({ number }) => `The dispute of K-${number} needs a response`,
    button: 'See the dispute',
    causes: () => sql`select d.id as subject, o.number, d.reason as detail, d.opened_at as since,
        d.respond_by as due
      from ${disputes} as d join ${orders} as o on o.id = d.order_id
      where d.state in ('needs-response', 'inquiry')`,
  },
  'refund-failed': {
    action: 'handle-orders',
    href: order('order-refund'),
    about,
    title: ({ number }) => `Refund of K-${number} failed`,
    button: 'Refund again',
    causes: () => flagsWhere(sql`flag.reason = 'refund-failed'`),
  },
  'order-review': {
    action: 'handle-orders',
    href: order('order-flags'),
    about,
    title: ({ number, detail }) => `Review K-${number}: ${flag(detail).toLowerCase()}`,
    button: 'Review',
    causes: () =>
      flagsWhere(
        sql`flag.reason not in ('refund-failed', 'disputed') and not is_task_of_shipment(flag.reason)`,
      ),
  },
  'refund-approval': {
    action: 'handle-orders',
    href: order('second-person'),
    about: ({ subjects }) => sql`select a.subject as key, concat_ws(', ', nullif(o.name, ''),
        'asked by ' || concat_ws(': ', a.asked_by_email, nullif(a.wish->>'reason', ''))) as words
      from ${approvals} as a join ${orders} as o on o.id::text = a.subject
      where a.kind = 'refund' and a.state = 'open' and a.subject = any(${sql.param(subjects)}::text[])`,
    title: ({ number, detail }) =>
      `Approve the refund of ${formatAmount(Number(detail))} on K-${number}, or decline it`,
    button: 'See what was asked',
    atOnce: { button: 'Approve', intent: 'approval-approve', field: 'approval' },
    causes: () => openApprovals('refund'),
    approval: 'refund',
  },
} as const satisfies ModuleTasks

declare module '#platform/tasks/tasks.server.ts' {
  interface TaskKinds extends Record<keyof typeof ordersTasks, true> {}
}
