import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachTenMinutes } from '#platform/jobs/job.ts'

import { remindOfLicences } from './licences/remind-of-licences.actions.server.ts'

export const complianceJobs = {
  'remind-of-licences': { cron: eachTenMinutes, run: remindOfLicences },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof complianceJobs> {}
}
