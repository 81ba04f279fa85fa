import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachMinute } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services/services.ts'

import { processCampaigns, sendCampaign } from './campaign/send-campaign.actions.server.ts'

export const campaignsJobs = {
  'process-campaigns': {
    cron: eachMinute,
    run: processCampaigns,
    earlierNames: ['work-off-campaigns'],
  },
  'send-campaign': {
    run: (services: Services, { campaignId }: { campaignId: string }) =>
      sendCampaign(services, campaignId),
  },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof campaignsJobs> {}
}
