import { foldRunningTotals, mendRunningTotals } from '#data/admin/running-totals.ts'

import type { Services } from '#use-cases/services.ts'

/**
 * Compares the sums of the overview with the rows they count, mends and logs what differs, and folds
 * them. Returns how many differed: none is expected.
 */
export async function keepRunningTotals({ db, log }: Services): Promise<number> {
  const differing = await mendRunningTotals(db)
  if (differing > 0) log.warn({ differing }, 'running totals differed from the rows they count')
  await foldRunningTotals(db)
  return differing
}
