import type { ModuleJobs, PayloadsOf } from '#platform/jobs/job.ts'
import { eachMinute } from '#platform/jobs/job.ts'
import type { Services } from '#platform/services/services.ts'

import { createMissingPrices, createPrice } from './prices/prices.actions.server.ts'
import { pictureQueue } from './wines/queue-pictures.server.ts'
import { labelBottles, makePictureSizes } from './wines/wine-files.actions.server.ts'

export const catalogueJobs = {
  'create-missing-prices': { cron: eachMinute, run: createMissingPrices },
  'label-bottles': {
    cron: eachMinute,
    queue: pictureQueue,
    run: labelBottles,
    earlierNames: ['letter-bottles'],
  },
  'create-price': {
    run: (services: Services, { productId }: { productId: string }) =>
      createPrice(services, productId),
  },
  'make-picture-sizes': {
    run: (services: Services, { fileId }: { fileId: string }) => makePictureSizes(services, fileId),
  },
} as const satisfies ModuleJobs

declare module '#platform/jobs/queue.server.ts' {
  interface Jobs extends PayloadsOf<typeof catalogueJobs> {}
}
