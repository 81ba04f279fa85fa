import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachMinute } from '#platform/jobs/job.ts'

import { watchAlarms } from './alarms/watch-alarms.actions.server.ts'
import { deleteOldEmails } from './emails/undelivered-emails.actions.server.ts'
import { openTimedTasks, repairTasks } from './today/keep-tasks.actions.server.ts'

export const adminJobs = {
  'open-timed-tasks': { cron: eachMinute, run: openTimedTasks },
  'watch-alarms': { cron: eachMinute, run: watchAlarms },
  'repair-tasks': { cron: '35 * * * *', run: repairTasks },
  'delete-old-emails': { cron: '40 8 * * *', run: deleteOldEmails },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof adminJobs> {}
}
