import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachTenMinutes } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services/services.ts'

import { recordAfterSale } from './disputes/record-after-sale.actions.server.ts'
import { adoptGuestOrders } from './guests/adopt-guest-orders.actions.server.ts'
import { makeRefund } from './refunds/make-refund.actions.server.ts'

export const ordersJobs = {
  'adopt-guest-orders': { cron: eachTenMinutes, run: adoptGuestOrders },
  'make-refund': {
    run: (services: Services, { refundId }: { refundId: string }) => makeRefund(services, refundId),
  },
  'record-after-sale': {
    run: (services: Services, { paymentId }: { paymentId: string }) =>
      recordAfterSale(services, paymentId),
  },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof ordersJobs> {}
}
