import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services/services.ts'

import { remindOfHolds } from './hold-order.actions.server.ts'
import { refundDifference } from './refund-differences.actions.server.ts'

export const orderChangeJobs = {
  'refund-difference': {
    run: (services: Services, { checkoutId }: { checkoutId: string }) =>
      refundDifference(services, checkoutId),
  },
  'remind-of-holds': { cron: '0 17 * * *', run: remindOfHolds },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof orderChangeJobs> {}
}
