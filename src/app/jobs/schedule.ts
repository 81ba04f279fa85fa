import type { CronItem } from 'graphile-worker'

import type { Database } from '#platform/database/connection.server.ts'
import type { Jobs } from '#platform/jobs/queue.server.ts'
import { freeStuckJobs } from '#platform/jobs/queue.server.ts'
import type { Shop } from '#platform/services/shop.ts'

type Parts = { shop: Shop; db: Database }
/** Empty, unless staff asked for this run. */
type Payload = Partial<Jobs['reconcile']>

const eachMinute = '* * * * *'
const eachTenMinutes = '*/10 * * * *'

/** The longest a job runs, in minutes; a lock older than this is a crashed process's. */
const longestJobMinutes = 10

/**
 * Each background job that runs by itself: its cron pattern in UTC, and what it does. A run that was
 * missed is left out.
 */
const jobs = {
  reconcile: ['10 9 * * *', ({ shop }, { requestedBy = null }) => shop.reconcile({ requestedBy })],
  'read-movements': ['25 9 * * *', ({ shop }) => shop.readMovements()],
  'clean-up-consents': ['27 4 * * *', ({ shop }) => shop.cleanUpConsents()],
  'find-duplicates': ['37 4 * * *', ({ shop }) => shop.findDuplicates()],
  'clean-up-sign-in': ['17 4 * * *', ({ shop }) => shop.cleanUpSignIn()],
  'settle-pending-payments': [eachMinute, ({ shop }) => shop.settlePendingPayments()],
  'process-releases': [eachMinute, ({ shop }) => shop.processReleases()],
  'process-campaigns': [eachMinute, ({ shop }) => shop.processCampaigns()],
  'process-grants': [eachMinute, ({ shop }) => shop.processGrants()],
  'open-timed-tasks': [eachMinute, ({ shop }) => shop.openTimedTasks()],
  'watch-alarms': [eachMinute, ({ shop }) => shop.watchAlarms()],
  'repair-tasks': ['35 * * * *', ({ shop }) => shop.repairTasks()],
  'delete-old-attempts': ['20 * * * *', ({ shop }) => shop.deleteOldAttempts()],
  'delete-old-emails': ['40 8 * * *', ({ shop }) => shop.deleteOldEmails()],
  'erase-unpaid': ['50 8 * * *', ({ shop }) => shop.eraseUnpaid()],
  'create-missing-prices': [eachMinute, ({ shop }) => shop.createMissingPrices()],
  'label-bottles': [eachMinute, ({ shop }) => shop.labelBottles()],
  'update-shipments': [
    eachMinute,
    async ({ shop }) => {
      await shop.recomputeReadiness()
      await shop.remindOfShipments()
    },
  ],
  'answer-disputes': [eachTenMinutes, ({ shop }) => shop.answerDisputes()],
  'poll-carriers': [eachMinute, ({ shop }) => shop.pollCarriers()],
  'delete-old-handover-files': ['30 8 * * *', ({ shop }) => shop.deleteOldHandoverFiles()],
  'adopt-guest-orders': [eachTenMinutes, ({ shop }) => shop.adoptGuestOrders()],
  'free-stuck-jobs': [eachMinute, ({ db }) => freeStuckJobs(db, longestJobMinutes)],
} as const satisfies Record<
  string,
  readonly [cron: string, run: (parts: Parts, payload: Payload) => Promise<unknown>]
>

export type ScheduledJob = keyof typeof jobs
const names = Object.keys(jobs) as ScheduledJob[]

/** One at a time in all processes, so that the carrier's limit holds. */
const queues: Partial<Record<ScheduledJob, string>> = { 'poll-carriers': 'carriers' }

export const schedule = names.map((task) => ({
  task,
  match: jobs[task][0],
  options: { queueName: queues[task] },
})) satisfies CronItem[]

type ScheduledTasks = Record<ScheduledJob, (payload: Payload) => Promise<unknown>>

/** What runs where a job of the schedule is due. */
export const scheduledTasks = (parts: Parts): ScheduledTasks =>
  Object.fromEntries(
    names.map((name) => [name, (payload: Payload) => jobs[name][1](parts, payload)]),
  ) as ScheduledTasks
