import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachMinute } from '#platform/jobs/job.ts'

import { eraseUnpaid } from './erase-unpaid.actions.server.ts'
import { settlePendingPayments } from './settle-pending-payments.actions.server.ts'

export const checkoutJobs = {
  'settle-pending-payments': {
    cron: eachMinute,
    run: settlePendingPayments,
    earlierNames: ['reconcile-payments'],
  },
  'erase-unpaid': { cron: '50 8 * * *', run: eraseUnpaid },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof checkoutJobs> {}
}
