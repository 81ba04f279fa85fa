import { requestAttempts, withinLimits } from './rate-limits.ts'
import type { Services } from '#use-cases/services.ts'

/** Whether one more report of a browser-side failure is logged from this network. */
export const limitReport = (services: Services, headers: Headers): Promise<boolean> =>
  withinLimits(services, requestAttempts('report-source', headers))
