import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'

import { remindOfHolds } from './hold-order.actions.server.ts'

export const orderChangeJobs = {
  'remind-of-holds': { cron: '0 17 * * *', run: remindOfHolds },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof orderChangeJobs> {}
}
