import type { CronItem } from 'graphile-worker'

/** When each background job runs by itself, in UTC; a run that was missed is left out. */
export const schedule = [
  { task: 'reconcile', match: '10 9 * * *', options: { backfillPeriod: 0 } },
  { task: 'read-movements', match: '25 9 * * *', options: { backfillPeriod: 0 } },
  { task: 'clean-up-consents', match: '27 4 * * *', options: { backfillPeriod: 0 } },
  { task: 'find-duplicates', match: '37 4 * * *', options: { backfillPeriod: 0 } },
  { task: 'clean-up-sign-in', match: '17 4 * * *', options: { backfillPeriod: 0 } },
  { task: 'settle-pending-payments', match: '* * * * *', options: { backfillPeriod: 0 } },
  { task: 'tend-releases', match: '* * * * *', options: { backfillPeriod: 0 } },
  { task: 'work-off-campaigns', match: '* * * * *', options: { backfillPeriod: 0 } },
  { task: 'work-off-grants', match: '* * * * *', options: { backfillPeriod: 0 } },
  { task: 'open-timed-tasks', match: '* * * * *', options: { backfillPeriod: 0 } },
  { task: 'watch-alarms', match: '* * * * *', options: { backfillPeriod: 0 } },
  { task: 'repair-tasks', match: '35 * * * *', options: { backfillPeriod: 0 } },
  { task: 'keep-running-totals', match: '50 * * * *', options: { backfillPeriod: 0 } },
  { task: 'delete-old-attempts', match: '20 * * * *', options: { backfillPeriod: 0 } },
  { task: 'delete-old-emails', match: '40 8 * * *', options: { backfillPeriod: 0 } },
  { task: 'erase-unpaid', match: '50 8 * * *', options: { backfillPeriod: 0 } },
  { task: 'create-missing-prices', match: '* * * * *', options: { backfillPeriod: 0 } },
  { task: 'letter-bottles', match: '* * * * *', options: { backfillPeriod: 0 } },
  { task: 'update-shipments', match: '* * * * *', options: { backfillPeriod: 0 } },
  { task: 'answer-disputes', match: '*/10 * * * *', options: { backfillPeriod: 0 } },
  {
    task: 'ask-carriers',
    match: '* * * * *',
    // One at a time in all processes, so that the carrier's limit holds.
    options: { backfillPeriod: 0, queueName: 'carriers' },
  },
  { task: 'delete-old-handover-files', match: '30 8 * * *', options: { backfillPeriod: 0 } },
  { task: 'adopt-guest-orders', match: '*/10 * * * *', options: { backfillPeriod: 0 } },
  { task: 'free-stuck-jobs', match: '* * * * *', options: { backfillPeriod: 0 } },
] as const satisfies readonly CronItem[]

export type ScheduledJob = (typeof schedule)[number]['task']
