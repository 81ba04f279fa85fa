import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachTenMinutes } from '#platform/jobs/job.ts'

import { remindOfLicences } from './licences/remind-of-licences.actions.server.ts'
import { tellOfDueReports } from './reports/tell-of-due-reports.actions.server.ts'

export const complianceJobs = {
  'remind-of-licences': { cron: eachTenMinutes, run: remindOfLicences },
  'tell-of-due-reports': { cron: eachTenMinutes, run: tellOfDueReports },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof complianceJobs> {}
}
