import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachMinute } from '#platform/jobs/job.ts'

import { processReleases } from './release/process-releases.actions.server.ts'

export const releasesJobs = {
  'process-releases': { cron: eachMinute, run: processReleases, earlierNames: ['tend-releases'] },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof releasesJobs> {}
}
