import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { ApprovalKind } from '#platform/approvals/approval.rules.ts'
import type { TaskKind } from './tasks.rules.ts'
import { lockNoticeHours, secondFactor } from '#accounts/second-factor/second-factor.rules.ts'

import { permanentlyFailed } from '#mail/mails.store.server.ts'
import { seededWines } from '#catalogue/wines/seeded-wines.store.server.ts'
import { approvals } from '#platform/database/approvals.tables.ts'
import { alarms } from '../alarms/tables.ts'
import { dataRequests } from '#accounts/consent/tables.ts'
import { mails } from '#mail/tables.ts'
import { reconciliations } from '#accounting/reconciliation/tables.ts'
import { allocations, releases, releaseWines } from '#catalogue/on-sale/tables.ts'
import { requests } from '#requests/tables.ts'
import { pickups } from '#shipping/pickup/tables.ts'
import { shipmentHolds, shipments } from '#shipping/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { secondFactors } from '#accounts/sign-in/tables.ts'
import { shopSwitches } from '#platform/database/switches.tables.ts'
import { disputes, orderFlags, orders } from '#orders/order/tables.ts'
import { products } from '#catalogue/tables.ts'

/** Parameters of the queries for causes. */
export type CauseMoment = {
  /** IANA name. */
  timeZone: string
  /** As `2026-11-20`: requests of this day and earlier are overdue. */
  lastOverdueDay: string
}

type Cause = (moment: CauseMoment) => SQL

/** The beginning of the day after `day` in the shop's time zone. */
const afterDay = (day: SQL, zone: string) =>
  sql`(((${day})::date + 1)::timestamp at time zone ${zone})`

const endOfToday = ({ timeZone }: CauseMoment) =>
  afterDay(sql`now() at time zone ${timeZone}`, timeZone)

const shipmentsWithTask =
  (kind: string): Cause =>
  () =>
    sql`select id::text as subject, number, state as detail, coalesce(returned_at, now()) as since,
      case state when 'at-depot' then depot_until end as due from ${shipments}
    where state in ('attempted', 'at-depot', 'missed', 'returned', 'lost', 'damaged')
      and task_of_shipment(state, settled_at, followed_up_at) = ${kind}`

const flagsBut = (isRefund: boolean): Cause => {
  const which = isRefund
    ? sql`flag.reason = 'refund-failed'`
    : sql`flag.reason not in ('refund-failed', 'disputed')`
  return () => sql`select flag.id::text as subject, o.number, flag.reason as detail,
      flag.raised_at as since, null::timestamptz as due
    from ${orderFlags} as flag join ${orders} as o on o.id = flag.order_id
    where flag.resolved_at is null and ${which}`
}

const approvalsOf =
  (kind: ApprovalKind): Cause =>
  () =>
    sql`select subject, number, coalesce(amount_cents::text, detail) as detail, asked_at as since,
      lapses_at as due
    from ${approvals} where state = 'open' and kind = ${kind}`

/** The query for the causes of each kind of task, each along an index. */
export const taskCauses = {
  dispute: () => sql`select d.id as subject, o.number, d.reason as detail, d.opened_at as since,
      d.respond_by as due
    from ${disputes} as d join ${orders} as o on o.id = d.order_id
    where d.state = 'needs-response'`,
  'refund-failed': flagsBut(true),
  'order-review': flagsBut(false),
  'refund-approval': approvalsOf('refund'),
  'release-approval': approvalsOf('end-release'),
  'request-overdue': ({
    timeZone,
    lastOverdueDay,
  }) => sql`select id::text as subject, number, kind as detail, created_at as since,
      null::timestamptz as due
    from ${requests}
    where state = 'open' and created_at < ${afterDay(sql`${lastOverdueDay}`, timeZone)}`,
  'grant-lapses': (moment) => sql`select r.id::text as subject, r.number, r.kind as detail,
      min(a.promise_until) - interval '24 hours' as since, min(a.promise_until) as due
    from ${requests} as r join ${allocations} as a on a.request_id = r.id and a.origin = 'grant'
    where r.state = 'granted' and a.bought < a.units and a.promise_until > now()
      and a.promise_until < ${endOfToday(moment)}
    group by r.id`,
  leftovers: () => sql`select wine as subject, null::int as number, name as detail,
      ended_at as since, null::timestamptz as due
    from wines_left()`,
  'pickup-today': (moment) => sql`select p.id::text as subject, s.number, '' as detail,
      p."from" as since, p."from" as due
    from ${pickups} as p join ${shipments} as s on s.id = p.shipment_id
    where p.state = 'agreed' and p."from" < ${endOfToday(moment)}`,
  'pickup-missed': shipmentsWithTask('pickup-missed'),
  'shipment-attempted': shipmentsWithTask('shipment-attempted'),
  'shipment-at-depot': shipmentsWithTask('shipment-at-depot'),
  'shipment-returned': shipmentsWithTask('shipment-returned'),
  'shipment-unsound': shipmentsWithTask('shipment-unsound'),
  'hold-ends': (moment) => sql`select group_id::text as subject, null::int as number,
      min(reason) as detail, min(created_at) as since, min("until") as due
    from ${shipmentHolds}
    where ended_at is null and "until" > now() and "until" < ${endOfToday(moment)}
    group by group_id`,
  'wine-sold-out': () => sql`select p.id as subject, null::int as number,
      p.title || ', ' || p.subtitle as detail, now() as since, null::timestamptz as due
    from ${products} as p
    where p.stock - p.sold <= 0 and (
      p.release_state = 'on-sale' or exists (
        select from ${releaseWines} as rw join ${releases} as r on r.id = rw.release_id
        where rw.product_id = p.id and rw.is_current and r.state = 'scheduled'
          and r.opens_at <= now() and now() < r.closes_at))`,
  'price-missing': () => sql`select id as subject, null::int as number,
      title || ', ' || subtitle as detail, now() as since, null::timestamptz as due
    from ${products}
    where price_id is null and id <> all(${sql.param(seededWines)}::text[])`,
  'reconciliation-differs': () => sql`select 'provider' as subject, null::int as number,
      case when has_failed then '' else difference_count::text end as detail,
      finished_at as since, null::timestamptz as due
    from (select * from ${reconciliations} where finished_at is not null
      order by id desc limit 1) as newest
    where has_failed or difference_count > 0`,
  'email-failed': () => sql`select id::text as subject, null::int as number, kind as detail,
      created_at as since, null::timestamptz as due
    from ${mails} where ${permanentlyFailed}`,
  'erasure-overdue': () => sql`select number::text as subject, number::int, kind as detail,
      asked_at as since, null::timestamptz as due
    from ${dataRequests} where done_at is null and asked_at < now() - interval '30 days'`,
  'second-factor-missing': () => sql`select 'staff' as subject, null::int as number, '' as detail,
      max(s.changed_at) as since,
      max(s.changed_at) + make_interval(days => ${secondFactor.graceDays}) as due
    from ${shopSwitches} as s, ${users} as u
    where s.name = 'second-factor-required' and s.is_on and u.role = 'staff' and u.erase_at is null
      and not exists (select from ${secondFactors} as f
        where f.user_id = u.id and f.confirmed_at is not null)
    having count(*) > 0`,
  // The user is notified by email; the task of owners stays open for as many hours.
  'second-factor-locked': () => sql`select user_id::text as subject, null::int as number,
      '' as detail, lock_told_at as since, null::timestamptz as due
    from ${secondFactors} where lock_told_at > now() - make_interval(hours => ${lockNoticeHours})`,
  alarm: () => sql`select cause as subject, null::int as number, cause as detail,
      raised_at as since, null::timestamptz as due
    from ${alarms} where raised_at is not null`,
} as const satisfies Record<TaskKind, Cause>
