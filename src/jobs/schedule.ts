import type { CronItem } from 'graphile-worker'

const eachMinute = '* * * * *'
const eachTenMinutes = '*/10 * * * *'

/** When each background job runs by itself: cron patterns in UTC. A run that was missed is left out. */
const patterns = {
  reconcile: '10 9 * * *',
  'read-movements': '25 9 * * *',
  'clean-up-consents': '27 4 * * *',
  'find-duplicates': '37 4 * * *',
  'clean-up-sign-in': '17 4 * * *',
  'settle-pending-payments': eachMinute,
  'process-releases': eachMinute,
  'process-campaigns': eachMinute,
  'process-grants': eachMinute,
  'open-timed-tasks': eachMinute,
  'watch-alarms': eachMinute,
  'repair-tasks': '35 * * * *',
  'keep-running-totals': '50 * * * *',
  'delete-old-attempts': '20 * * * *',
  'delete-old-emails': '40 8 * * *',
  'erase-unpaid': '50 8 * * *',
  'create-missing-prices': eachMinute,
  'label-bottles': eachMinute,
  'update-shipments': eachMinute,
  'answer-disputes': eachTenMinutes,
  'poll-carriers': eachMinute,
  'delete-old-handover-files': '30 8 * * *',
  'adopt-guest-orders': eachTenMinutes,
  'free-stuck-jobs': eachMinute,
} as const

export type ScheduledJob = keyof typeof patterns

/** One at a time in all processes, so that the carrier's limit holds. */
const queues: Partial<Record<string, string>> = { 'poll-carriers': 'carriers' }

export const schedule = Object.entries(patterns).map(([task, match]) => ({
  task,
  match,
  options: { queueName: queues[task] },
})) satisfies CronItem[]
