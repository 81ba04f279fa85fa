import { foldRunningTotals, mendRunningTotals } from './running-totals.store.server.ts'

import type { Services } from '#platform/services/services.ts'

/**
 * Compares the running totals of the overview with the rows they count, corrects and logs
 * differences, and compacts them. Returns how many differed; 0 is expected.
 */
export async function keepRunningTotals({ db, log }: Services): Promise<number> {
  const differing = await mendRunningTotals(db)
  if (differing > 0) log.warn({ differing }, 'running totals differed from the rows they count')
  await foldRunningTotals(db)
  return differing
}
