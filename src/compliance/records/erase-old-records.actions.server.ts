import type { Services } from '#platform/services/services.ts'

import { eraseOrderPersons, eraseReportFiles, ordersToErase } from './retention.store.server.ts'

/** Orders erased in one transaction. */
const batch = 200

/**
 * Erases the persons of orders that are older than `RECORD_RETENTION_YEARS`, in batches, and the files of reports as old;
 * an order under a legal hold keeps them. A background job.
 */
export async function eraseOldRecords({ db, clock, settings, log }: Services): Promise<void> {
  const [at, years] = [clock(), settings.recordRetentionYears]
  let count = 0
  for (;;) {
    const erased = await db.transaction(async (tx) => {
      const ids = await ordersToErase(tx, { years, at, most: batch })
      return eraseOrderPersons(tx, ids, { years, at })
    })
    count += erased
    if (erased === 0) break
  }
  await eraseReportFiles(db, { years, at })
  if (count > 0) log.info({ count }, 'persons of old orders erased')
}
