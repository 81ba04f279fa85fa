import type { SQL } from 'drizzle-orm'
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'

import { approvals } from '#platform/database/approvals.tables.ts'
import type { Queryable } from '#platform/database/connection.server.ts'
import type { TaskKind, TaskMoment, TaskSubject } from '#platform/tasks/tasks.server.ts'
import { isTimedTask, taskKinds, taskOf } from '#platform/tasks/tasks.server.ts'

import { tasks } from './tables.ts'
import { takenForMinutes } from './tasks.rules.ts'

const isOpen = inArray(tasks.state, ['open', 'taken'])

/** Excludes approvals that this staff member requested: another one has to decide. */
function isNotOwn(viewerId: string): SQL {
  const asking = taskKinds().flatMap((kind) => {
    const { approval } = taskOf(kind)
    return approval ? [sql`(${kind}, ${approval})`] : []
  })
  return sql`not exists (select from ${approvals} as a
    where a.subject = ${tasks.subject} and a.state = 'open' and a.asked_by = ${viewerId}
      and (${tasks.kind}, a.kind) in (${sql.join(asking, sql`, `)}))`
}

/** A task that is open, or that a staff member has taken. */
export type OpenTask = TaskSubject & {
  id: string
  kind: TaskKind
  /** When it became a task. */
  since: Date
  /** Its deadline, where there is one. */
  due: Date | null
  taken: { by: string; isOwn: boolean; at: Date } | null
}

/** Open tasks of these kinds, the oldest first; those of one moment by their number, then by when they are due. */
export async function openTasks(
  db: Queryable,
  kinds: readonly TaskKind[],
  viewerId: string,
  limit: number,
): Promise<OpenTask[]> {
  const rows = await db
    .select()
    .from(tasks)
    .where(and(isOpen, inArray(tasks.kind, [...kinds]), isNotOwn(viewerId)))
    .orderBy(asc(tasks.since), asc(tasks.number), asc(tasks.due), asc(tasks.subject), asc(tasks.id))
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

/** Whom and which wine tasks are about, by the id of the task. */
export async function whatTasksAreAbout(
  db: Queryable,
  found: readonly OpenTask[],
): Promise<Map<string, string>> {
  const queries = [...Map.groupBy(found, ({ kind }) => taskOf(kind).about)].flatMap(
    ([about, of]) => {
      if (!about) return []
      const numbers = of.flatMap(({ number }) => number ?? [])
      return [{ of, query: about({ subjects: of.map(({ subject }) => subject), numbers }) }]
    },
  )
  const named = await Promise.all(
    queries.map(async ({ of, query }) => {
      const { rows } = await db.execute<{ key: string; words: string }>(query)
      const words = new Map(rows.map((row) => [row.key, row.words]))
      return of.flatMap(({ id, subject, number }) => {
        const about = words.get(subject) ?? words.get(String(number))
        return about ? [[id, about] as const] : []
      })
    }),
  )
  return new Map(named.flat())
}

/** The next task that will open, of these kinds; null when none is known. */
export async function nextDue(
  db: Queryable,
  kinds: readonly TaskKind[],
): Promise<{ kind: TaskKind; words: string; at: Date } | null> {
  const each = kinds.flatMap((kind) => {
    const query = taskOf(kind).next?.query
    return query ? [sql`(select ${kind}::text as kind, number::int, at from (${query}) as x)`] : []
  })
  if (each.length === 0) return null
  const { rows } = await db.execute<{ kind: TaskKind; number: number | null; at: Date }>(
    sql`select * from (${sql.join(each, sql` union all `)}) as next order by at limit 1`,
  )
  const [row] = rows
  if (!row) return null
  return { kind: row.kind, words: taskOf(row.kind).next!.words(row.number), at: new Date(row.at) }
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
 * Aligns the open tasks of a kind with its causes, in one statement: opens missing ones, closes those without a
 * cause, and takes over what the causes of the others say now. For kinds that triggers maintain, those opened and
 * closed are marked as repaired. Causes of transactions that commit meanwhile are handled by their triggers.
 */
export async function alignTasks(
  db: Queryable,
  kind: TaskKind,
  moment: TaskMoment,
): Promise<{ opened: number; obsolete: number }> {
  const isRepair = !isTimedTask(kind)
  const { rows } = await db.execute<{ opened: number; obsolete: number }>(sql`
    with cause as materialized (${taskOf(kind).causes(moment)}),
    opened as (
      insert into tasks (kind, subject, number, detail, since, due, is_repaired)
      select distinct on (subject) ${kind}, subject, number, detail, since, due, ${isRepair} from cause
      order by subject, since, number
      on conflict (kind, subject) where state in ('open', 'taken')
        do update set detail = excluded.detail, due = excluded.due
        where (tasks.detail, tasks.due) is distinct from (excluded.detail, excluded.due)
      returning xmax = 0 as is_new
    ),
    closed as (
      update tasks set state = 'obsolete', closed_at = now(),
        is_repaired = is_repaired or ${isRepair}
      where kind = ${kind} and state in ('open', 'taken')
        and not exists (select from cause where cause.subject = tasks.subject)
      returning id
    )
    select (select count(*)::int from opened where is_new) as opened,
      (select count(*)::int from closed) as obsolete`)
  return rows[0]!
}

/** Deletes tasks that were closed at least that many days ago. */
export async function deleteOldTasks(db: Queryable, days: number): Promise<void> {
  await db.delete(tasks).where(lt(tasks.closedAt, sql`now() - make_interval(days => ${days})`))
}
