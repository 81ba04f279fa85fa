import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachMinute } from '#platform/jobs/job.ts'

import { processGrants } from './grants/process-grants.actions.server.ts'

export const requestsJobs = {
  'process-grants': { cron: eachMinute, run: processGrants, earlierNames: ['work-off-grants'] },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof requestsJobs> {}
}
