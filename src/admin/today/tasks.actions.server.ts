import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import {
  countTasks,
  giveBackTask,
  lockTask,
  nextDue,
  openTasks,
  takeTask,
} from './tasks.store.server.ts'
import { isUuid } from '#platform/database/uuid.ts'
import { may } from '#platform/access/access.rules.ts'
import type { Task } from './tasks.rules.ts'
import { taskAction, taskHref, taskKindsFor } from './tasks.rules.ts'
import { taskButton, taskTitle } from './task-titles.copy.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'

/** Tasks on the page; it says when there are more. */
const mostTasks = 500

/** A task with what has to be done, and what the button to it says. */
export type TitledTask = Task & { title: string; button: string }

/** The next task that depends on the time. */
type NextDue = NonNullable<Awaited<ReturnType<typeof nextDue>>>

/** The open tasks of staff with these duties, oldest first. Null for all but staff. */
export async function viewTasks(
  { db, clock }: Services,
  viewer: Staff,
): Promise<{ tasks: TitledTask[]; isMore: boolean; next: NextDue | null; now: Date } | null> {
  if (!may(viewer, 'see-today')) return null
  const kinds = taskKindsFor(viewer)
  const found = await openTasks(db, kinds, viewer.id, mostTasks + 1)
  // Only a page without tasks says what comes next.
  const next = found.length === 0 ? await nextDue(db, kinds) : null
  const tasks = found
    .slice(0, mostTasks)
    .map((task) => ({ ...task, title: taskTitle(task), button: taskButton(task.kind) }))
  return { tasks, isMore: found.length > mostTasks, next, now: clock() }
}

/** How many tasks a staff member has, by urgency. Null for all but staff. */
export async function countOwnTasks(
  { db }: Services,
  viewer: Staff,
): Promise<{ open: number; overdue: number; today: number } | null> {
  return may(viewer, 'see-today') ? countTasks(db, taskKindsFor(viewer), viewer.id) : null
}

type TakenTask =
  | Outcome<'not-staff' | 'closed', { href: string }>
  | { ok: false; reason: 'taken'; by: string; href: string }

/**
 * Assigns a task to the viewer and returns the page on which it is done. `taken`: a colleague took
 * it within the last half hour. The task closes by itself once its cause is gone.
 */
export async function beginTask({ db }: Services, viewer: Staff, id: string): Promise<TakenTask> {
  if (!may(viewer, 'see-today')) return { ok: false, reason: 'not-staff' }
  if (!isUuid(id)) return { ok: false, reason: 'closed' }
  return db.transaction(async (tx): Promise<TakenTask> => {
    const task = await lockTask(tx, id)
    if (!task) return { ok: false, reason: 'closed' }
    if (!may(viewer, taskAction(task.kind))) return { ok: false, reason: 'not-staff' }
    if (task.state === 'done' || task.state === 'obsolete') return { ok: false, reason: 'closed' }
    const href = taskHref(task)
    if (await takeTask(tx, id, viewer)) {
      await writeAuditEntry(tx, viewer, 'task-taken', auditSubject('task', id, taskTitle(task)), {
        before: task.takenByEmail ? { takenBy: task.takenByEmail } : null,
        after: { takenBy: viewer.email },
      })
      return { ok: true, href }
    }
    if (task.takenBy === viewer.id) return { ok: true, href }
    return { ok: false, reason: 'taken', by: task.takenByEmail ?? '', href }
  })
}

/** Ends the viewer's assignment to a task, if there is one. False for all but staff. */
export async function returnTask({ db }: Services, viewer: Staff, id: string): Promise<boolean> {
  if (!may(viewer, 'see-today')) return false
  if (!isUuid(id)) return true
  await db.transaction(async (tx) => {
    const task = await lockTask(tx, id)
    if (!task || !(await giveBackTask(tx, id, viewer.id))) return
    await writeAuditEntry(tx, viewer, 'task-returned', auditSubject('task', id, taskTitle(task)), {
      before: { takenBy: viewer.email },
    })
  })
  return true
}
