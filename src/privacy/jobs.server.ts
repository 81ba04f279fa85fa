import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services/services.ts'

import { cleanUpConsents } from './deletion/clean-up-consents.actions.server.ts'
import { eraseDeletedUsersDue } from './deletion/delete-user.actions.server.ts'
import { findDuplicates } from './merging/duplicates.actions.server.ts'
import { eraseSubscriber } from './personal-data/subscriber-data.actions.server.ts'

export const privacyJobs = {
  'clean-up-consents': { cron: '27 4 * * *', run: cleanUpConsents },
  'find-duplicates': { cron: '37 4 * * *', run: findDuplicates },
  'erase-subscriber': {
    run: (services: Services, { subscriberId }: { subscriberId: string }) =>
      eraseSubscriber(services, subscriberId),
  },
  'erase-deleted-users': {
    // Besides the job of each merge, which may fail or run by a clock that is behind.
    cron: '57 4 * * *',
    run: eraseDeletedUsersDue,
    earlierNames: ['erase-deleted-clients', 'erase-deleted-subscribers'],
  },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof privacyJobs> {}
}
