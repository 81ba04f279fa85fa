import { deleteConsentNetworks } from '#accounts/consent/consents.store.server.ts'
import { deleteExpiredConsents } from '#accounts/consent/pending-consents.store.server.ts'
import { deleteExpiredDataLinks } from '#accounts/consent/personal-data-links.store.server.ts'
import { minutesFrom } from '#accounts/links/mailed-link.actions.server.ts'
import type { Services } from '#platform/services/services.ts'

import { forgetRestores } from '../merging/merges.store.server.ts'

/** Days for which the consent ledger keeps the network of an entry. */
const networkDays = 30

/**
 * Deletes networks of old ledger entries, expired confirmation links, and the undo data of old merges. A
 * background job.
 */
export async function cleanUpConsents({ db, clock, log }: Services): Promise<void> {
  const now = clock()
  const networks = await deleteConsentNetworks(db, minutesFrom(now, -networkDays * 24 * 60))
  const links = (await deleteExpiredConsents(db, now)) + (await deleteExpiredDataLinks(db, now))
  await forgetRestores(db, now)
  if (networks + links > 0) log.info({ networks, links }, 'consent ledger cleaned up')
}
