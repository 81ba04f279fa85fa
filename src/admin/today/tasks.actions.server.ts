import { z } from 'zod'

import { may } from '#platform/access/access.rules.ts'
import { notAllowed } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { openApprovalIds } from '#platform/approvals/approvals.store.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services, Staff } from '#platform/services/services.ts'
import { taskKindsFor, taskOf } from '#platform/tasks/tasks.server.ts'

import type { OpenTask } from './tasks.store.server.ts'
import {
  giveBackTask,
  lockTask,
  nextDue,
  openTasks,
  takeTask,
  whatTasksAreAbout,
} from './tasks.store.server.ts'

/** Tasks on the page; it says when there are more. */
const mostTasks = 500

/** The open tasks of staff with these duties, oldest first. */
export async function viewTasks({ db, clock }: Services, viewer: Staff) {
  const kinds = taskKindsFor(viewer)
  const found = await openTasks(db, kinds, viewer.id, mostTasks + 1)
  // Only a page without tasks says what comes next.
  const next = found.length === 0 ? await nextDue(db, kinds) : null
  const shown = found.slice(0, mostTasks)
  const about = await whatTasksAreAbout(db, shown)
  const asked = await openApprovalIds(
    db,
    shown.flatMap(({ kind, subject }) => (taskOf(kind).approval ? subject : [])),
  )
  // Tasks that say the same and lead to the same place are one row.
  const rows = Map.groupBy(shown, (task) => {
    const { title, href } = taskOf(task.kind)
    return `${title(task)} ${href(task)}`
  })
  const tasks = [...rows.values()].map((like) => {
    const task = like[0]!
    const { title, button } = taskOf(task.kind)
    return {
      ...task,
      title: title(task),
      button,
      count: like.length,
      about: aboutOf(like, about),
      atOnce: like.length === 1 ? atOnceOf(task, asked) : null,
    }
  })
  return { tasks, isMore: found.length > mostTasks, next, now: clock() }
}

const form = z.object({ task: z.guid().nullable().catch(null) })

/** The first three that a row is about, and how many more. */
function aboutOf(like: readonly OpenTask[], about: ReadonlyMap<string, string>): string {
  const names = like.flatMap(({ id }) => about.get(id) ?? [])
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return names.slice(0, 3).join('; ') + more
}

/** The form that does a task in one press, where there is one; it is sent to the task's own page. */
function atOnceOf(task: OpenTask, asked: ReadonlyMap<string, string>) {
  const { atOnce, approval, href } = taskOf(task.kind)
  const value = approval ? asked.get(task.subject) : task.subject
  if (!atOnce || !value) return null
  const { button, intent, field } = atOnce
  return { button, intent, fields: { [field]: value }, action: href(task).replace(/#.*/, '') }
}

/**
 * Assigns a task to the viewer and leads to the page on which it is done. `by` is the colleague who took
 * it within the last half hour. The task closes by itself once its cause is gone.
 */
export const beginTask = staffAction({
  needs: 'see-today',
  log: 'task-taken',
  form,
  async run({ tx, viewer, audit, unchanged }, { task: id }) {
    const task = id ? await lockTask(tx, id) : null
    if (task && !may(viewer, taskOf(task.kind).action)) return notAllowed()
    if (!task || task.state === 'done' || task.state === 'obsolete') {
      unchanged()
      return { href: null, by: null }
    }
    const href = taskOf(task.kind).href(task)
    if (await takeTask(tx, task.id, viewer)) {
      audit(auditSubject('task', task.id, taskOf(task.kind).title(task)), {
        before: task.takenByEmail ? { takenBy: task.takenByEmail } : null,
        after: { takenBy: viewer.email },
      })
      return { href, by: null }
    }
    unchanged()
    return { href, by: task.takenBy === viewer.id ? null : (task.takenByEmail ?? '') }
  },
  say({ href, by }) {
    if (href === null) {
      return {
        tone: 'info',
        sentence: 'This is already done, or no longer needed.',
        to: paths.today(),
      }
    }
    if (by === null) return { to: href }
    return {
      tone: 'info',
      sentence: `${by} is working on this. You may still open it; what both of you change is saved only once.`,
      to: href,
    }
  },
})

/** Ends the viewer's assignment to a task, if there is one. */
export const returnTask = staffAction({
  needs: 'see-today',
  log: 'task-returned',
  form,
  async run({ tx, viewer, audit, unchanged }, { task: id }) {
    const task = id ? await lockTask(tx, id) : null
    if (!task || !(await giveBackTask(tx, task.id, viewer.id))) return unchanged()
    audit(auditSubject('task', task.id, taskOf(task.kind).title(task)), {
      before: { takenBy: viewer.email },
    })
  },
  say: () => 'Given back.',
})
