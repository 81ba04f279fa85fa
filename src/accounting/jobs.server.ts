import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services/services.ts'

import { readMovements, prepareMonth } from './months/read-movements.actions.server.ts'
import { reconcile } from './reconciliation/reconcile.actions.server.ts'

export const accountingJobs = {
  reconcile: {
    cron: '10 9 * * *',
    run: (services: Services, { requestedBy = null }: { requestedBy: string | null }) =>
      reconcile(services, { requestedBy }),
    earlierNames: ['check-books'],
  },
  'read-movements': { cron: '25 9 * * *', run: (services: Services) => readMovements(services) },
  'prepare-month': { run: prepareMonth },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof accountingJobs> {}
}
