import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachTenMinutes } from '#platform/jobs/job.ts'

import { remindOfLicences } from './licences/remind-of-licences.actions.server.ts'
import { eraseOldRecords } from './records/erase-old-records.actions.server.ts'
import { tellOfDueReports } from './reports/tell-of-due-reports.actions.server.ts'

export const complianceJobs = {
  'remind-of-licences': { cron: eachTenMinutes, run: remindOfLicences },
  'tell-of-due-reports': { cron: eachTenMinutes, run: tellOfDueReports },
  // On the second day, as the first of a month is busy with reports.
  'erase-old-records': { cron: '15 5 2 * *', run: eraseOldRecords },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof complianceJobs> {}
}
