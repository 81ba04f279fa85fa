import type { SQL } from 'drizzle-orm'
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'

import type { Task, TaskKind } from './tasks.rules.ts'
import { isTimedTask, takenForMinutes } from './tasks.rules.ts'

import type { Queryable } from '#platform/database/connection.server.ts'
import { approvals } from '#platform/database/approvals.tables.ts'
import { dataRequests } from '#accounts/consent/tables.ts'
import { tasks } from './tables.ts'

import type { CauseMoment } from './task-causes.store.server.ts'
import { taskCauses } from './task-causes.store.server.ts'

const isOpen = inArray(tasks.state, ['open', 'taken'])

/** Excludes approvals that this staff member requested: another one has to decide. */
const isNotOwn = (
  viewerId: string,
) => sql`(${tasks.kind} not in ('refund-approval', 'release-approval')
  or not exists (select from ${approvals} as a where a.subject = ${tasks.subject} and a.state = 'open'
    and a.asked_by = ${viewerId}
    and a.kind = case ${tasks.kind} when 'refund-approval' then 'refund' else 'end-release' end))`

/** Open tasks of these kinds, the oldest first. */
export async function openTasks(
  db: Queryable,
  kinds: readonly TaskKind[],
  viewerId: string,
  limit: number,
): Promise<Task[]> {
  const rows = await db
    .select()
    .from(tasks)
    .where(and(isOpen, inArray(tasks.kind, [...kinds]), isNotOwn(viewerId)))
    .orderBy(asc(tasks.since), asc(tasks.id))
    .limit(limit)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    number: row.number,
    detail: row.detail,
    since: row.since,
    due: row.due,
    taken:
      row.state === 'taken' && row.takenAt
        ? { by: row.takenByEmail ?? '', isOwn: row.takenBy === viewerId, at: row.takenAt }
        : null,
  }))
}

/** When the next task of each of these kinds will open, each read along an index. */
const nextDueCauses = {
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

type NextDueKind = keyof typeof nextDueCauses

/** The next task that will open, of these kinds; null when none is known. */
export async function nextDue(
  db: Queryable,
  kinds: readonly TaskKind[],
): Promise<{ kind: NextDueKind; number: number | null; at: Date } | null> {
  const causes = (Object.keys(nextDueCauses) as NextDueKind[]).filter((kind) =>
    kinds.includes(kind),
  )
  if (causes.length === 0) return null
  const each = causes.map(
    (kind) =>
      sql`(select ${kind}::text as kind, number::int, at from (${nextDueCauses[kind]}) as x)`,
  )
  const { rows } = await db.execute<{ kind: NextDueKind; number: number | null; at: Date }>(
    sql`select * from (${sql.join(each, sql` union all `)}) as next order by at limit 1`,
  )
  const [row] = rows
  return row ? { ...row, at: new Date(row.at) } : null
}

/** How many tasks of these kinds are open, overdue, and due within 24 hours. */
export async function countTasks(
  db: Queryable,
  kinds: readonly TaskKind[],
  viewerId: string,
): Promise<{ open: number; overdue: number; today: number }> {
  const [row] = await db
    .select({
      open: sql<number>`count(*)::int`,
      overdue: sql<number>`(count(*) filter (where due < now()))::int`,
      today: sql<number>`(count(*) filter (where due >= now() and due < now() + interval '24 hours'))::int`,
    })
    .from(tasks)
    .where(and(isOpen, inArray(tasks.kind, [...kinds]), isNotOwn(viewerId)))
  return row!
}

/** A task in any state, its row locked. */
export async function lockTask(tx: Queryable, id: string) {
  const [row] = await tx.select().from(tasks).where(eq(tasks.id, id)).for('update')
  return row ?? null
}

/** Records who works on a task. False when it is closed, or taken by them or another. */
export async function takeTask(
  tx: Queryable,
  id: string,
  by: { id: string; email: string },
): Promise<boolean> {
  const result = await tx
    .update(tasks)
    .set({ state: 'taken', takenBy: by.id, takenByEmail: by.email, takenAt: sql`now()` })
    .where(
      and(
        eq(tasks.id, id),
        sql`(${tasks.state} = 'open' or ${tasks.state} = 'taken' and ${tasks.takenBy} <> ${by.id}
          and ${tasks.takenAt} < now() - make_interval(mins => ${takenForMinutes}))`,
      ),
    )
  return result.rowCount === 1
}

/** Releases a taken task. False when they have not taken it. */
export async function giveBackTask(tx: Queryable, id: string, byId: string): Promise<boolean> {
  const result = await tx
    .update(tasks)
    .set({ state: 'open', takenBy: null, takenByEmail: null, takenAt: null })
    .where(and(eq(tasks.id, id), eq(tasks.state, 'taken'), eq(tasks.takenBy, byId)))
  return result.rowCount === 1
}

/** Removes a deleted account from all tasks. */
export async function forgetTaker(tx: Queryable, userId: string): Promise<void> {
  await tx.update(tasks).set({ takenBy: null, takenByEmail: null }).where(eq(tasks.takenBy, userId))
}

/** Tasks that a staff member has taken, for the export of their data. */
export const tasksTakenBy = (db: Queryable, userId: string) =>
  db
    .select({ kind: tasks.kind, takenAt: tasks.takenAt, closedAt: tasks.closedAt })
    .from(tasks)
    .where(eq(tasks.takenBy, userId))

/**
 * Aligns the open tasks of a kind with its causes, in one statement: opens missing ones, closes those
 * without a cause. For kinds that triggers maintain, changed tasks are marked as repaired. Causes of
 * transactions that commit meanwhile are handled by their triggers.
 */
export async function alignTasks(
  db: Queryable,
  kind: TaskKind,
  moment: CauseMoment,
): Promise<{ opened: number; obsolete: number }> {
  const isRepair = !isTimedTask(kind)
  const { rows } = await db.execute<{ opened: number; obsolete: number }>(sql`
    with cause as materialized (${taskCauses[kind](moment)}),
    opened as (
      insert into tasks (kind, subject, number, detail, since, due, is_repaired)
      select ${kind}, subject, number, detail, since, due, ${isRepair} from cause
      on conflict (kind, subject) where state in ('open', 'taken') do nothing
      returning id
    ),
    closed as (
      update tasks set state = 'obsolete', closed_at = now(),
        is_repaired = is_repaired or ${isRepair}
      where kind = ${kind} and state in ('open', 'taken')
        and not exists (select from cause where cause.subject = tasks.subject)
      returning id
    )
    select (select count(*)::int from opened) as opened,
      (select count(*)::int from closed) as obsolete`)
  return rows[0]!
}

/** Deletes tasks that were closed at least that many days ago. */
export async function deleteOldTasks(db: Queryable, days: number): Promise<void> {
  await db.delete(tasks).where(lt(tasks.closedAt, sql`now() - make_interval(days => ${days})`))
}
