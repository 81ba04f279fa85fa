import { lapseOpenApprovals } from '#orders/approvals/approvals.actions.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { TaskKind } from '#platform/tasks/tasks.server.ts'
import { isTimedTask, taskKinds } from '#platform/tasks/tasks.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { reopenFollowUps } from '#shipping/follow-ups/due-reminders.store.server.ts'

import { alignTasks, deleteOldTasks } from './tasks.store.server.ts'

/** How long closed tasks are kept, in days. */
const keptDays = 90

/**
 * Opens and closes the tasks that a day or an hour causes, opens those again that staff put off until
 * now, and ends requests that were not approved in time.
 */
export async function openTimedTasks(services: Services): Promise<void> {
  await lapseOpenApprovals(services)
  await reopenFollowUps(services.db)
  await align(services, taskKinds().filter(isTimedTask))
}

/**
 * Compares all tasks with their causes and corrects what triggers should have opened or closed.
 * Returns the corrections, for a metric; 0 is expected. Deletes tasks closed more than 90 days ago.
 */
export async function repairTasks(
  services: Services,
): Promise<{ opened: number; obsolete: number }> {
  const repaired = await align(services, taskKinds())
  await deleteOldTasks(services.db, keptDays)
  return repaired
}

async function align({ db, clock, settings, log }: Services, kinds: readonly TaskKind[]) {
  const { timeZone } = settings
  const moment = { timeZone, today: shopDates(timeZone).isoDay(clock()) }
  const sum = { opened: 0, obsolete: 0 }
  for (const kind of kinds) {
    const { opened, obsolete } = await alignTasks(db, kind, moment)
    if (isTimedTask(kind)) continue
    if (opened + obsolete > 0) log.warn({ kind, opened, obsolete }, 'tasks differed from causes')
    sum.opened += opened
    sum.obsolete += obsolete
  }
  return sum
}
