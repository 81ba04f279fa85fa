import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'

import type { TaskKind } from '#domain/admin/tasks.ts'

import { dataRequests } from '#data/schema/consent.ts'

/** The first hour at which each of these kinds of tasks will open, each read along an index. */
export const nextDueCauses = {
  'pickup-today': sql`select s.number, p."from" as at from pickups as p
    join shipments as s on s.id = p.shipment_id
    where p.state = 'agreed' and p."from" > now() order by p."from" limit 1`,
  'hold-ends': sql`select null::int as number, "until" as at from shipment_holds
    where ended_at is null and "until" > now() order by "until" limit 1`,
  'grant-lapses': sql`select r.number, a.promise_until as at from allocations as a
    join requests as r on r.id = a.request_id
    where a.origin = 'grant' and r.state = 'granted' and a.bought < a.units
      and a.promise_until > now() order by a.promise_until limit 1`,
  'erasure-overdue': sql`select number::int, asked_at + interval '30 days' as at from ${dataRequests}
    where done_at is null order by asked_at limit 1`,
} as const satisfies Partial<Record<TaskKind, SQL>>

export type NextDueKind = keyof typeof nextDueCauses
