import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachMinute, eachTenMinutes } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services/services.ts'

import { answerDisputes } from './disputes/answer-disputes.actions.server.ts'
import { remindOfShipments } from './follow-ups/remind-of-shipments.actions.server.ts'
import { deleteOldHandoverFiles } from './handover/handovers.actions.server.ts'
import { recomputeReadiness } from './readiness/recompute-readiness.actions.server.ts'
import { refundReshipment } from './returns/refund-reshipment.actions.server.ts'
import { pollCarriers } from './tracking/poll-carriers.actions.server.ts'

export const shippingJobs = {
  'update-shipments': {
    cron: eachMinute,
    async run(services: Services) {
      await recomputeReadiness(services)
      await remindOfShipments(services)
    },
  },
  'answer-disputes': { cron: eachTenMinutes, run: answerDisputes },
  'poll-carriers': {
    cron: eachMinute,
    // One at a time, so that the carrier's limit holds.
    queue: 'carriers',
    run: pollCarriers,
    earlierNames: ['ask-carriers'],
  },
  'delete-old-handover-files': { cron: '30 8 * * *', run: deleteOldHandoverFiles },
  'refund-reshipment': {
    run: (services: Services, { checkoutId }: { checkoutId: string }) =>
      refundReshipment(services, checkoutId),
  },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof shippingJobs> {}
}
