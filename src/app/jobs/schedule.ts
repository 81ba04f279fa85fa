import type { CronItem } from 'graphile-worker'

import type { ModuleJobs } from '#platform/jobs/job.ts'
import { eachMinute } from '#platform/jobs/job.ts'
import { freeStuckJobs, mostAttempts } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'

import { modules } from '../modules.server.ts'

/** The longest a job runs, in minutes; a lock older than this is a crashed process's. */
const longestJobMinutes = 10

/** The background jobs of all modules. */
export const jobs: ModuleJobs = Object.assign(
  {
    'free-stuck-jobs': {
      cron: eachMinute,
      run: ({ db }: Services) => freeStuckJobs(db, longestJobMinutes),
    },
  },
  ...modules.map((module) => module.jobs),
)

/**
 * Those that run by themselves. Jobs that a customer or staff wait for, such as refunds, go first: after the computer
 * slept, or its clock was set, the library makes up for each minute that it missed.
 */
export const schedule = Object.entries(jobs).flatMap(([task, { cron, queue }]) =>
  cron
    ? [{ task, match: cron, options: { queueName: queue, priority: 1, maxAttempts: mostAttempts } }]
    : [],
) satisfies CronItem[]
