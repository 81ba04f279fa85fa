import { factsOf, settleLedger } from '#accounts/consent/consent.actions.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import type { ConsentSource } from '#accounts/consent/consent.rules.ts'
import { eraseConsents } from '#accounts/consent/consents.store.server.ts'
import { closeDataRequests } from '#accounts/consent/data-requests.store.server.ts'
import { deletePendingConsents } from '#accounts/consent/pending-consents.store.server.ts'
import { ownerOfSecondAddress } from '#accounts/consent/second-addresses.store.server.ts'
import { suppress } from '#mail/suppressions.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

export type ErasedRecord = {
  email: string
  /** False for an account whose address was never confirmed: it may be someone else's. */
  isConfirmed: boolean
}

/**
 * Deletes what is kept about an address whose account or list record was just erased: ledger entries,
 * pending confirmation links, emails and data requests. Of an address that was never confirmed, emails
 * and requests may be someone else's: the emails stay, and only staff end the requests. The suppression
 * stays, as a hash. False while another record or account has the address; only the ledger is updated.
 */
export async function forgetAddress(
  services: Services,
  tx: Transaction,
  { email, isConfirmed }: ErasedRecord,
  source: ConsentSource,
): Promise<boolean> {
  const facts = await factsOf(services, tx, email)
  const isKept = facts.subscriberId || facts.userId || (await ownerOfSecondAddress(tx, email))
  if (isKept) {
    const act = { source, wording: consentWordings.recordDeleted }
    await settleLedger(services, tx, email, act)
    return false
  }
  if (isConfirmed) {
    const reasons = facts.latest === 'no' ? (['left', 'erased'] as const) : (['erased'] as const)
    await suppress(tx, services.hashes.ofEmail(email), reasons)
    await deletePendingConsents(tx, email)
  } else if (facts.latest !== null) return false
  await eraseConsents(tx, email)
  if (isConfirmed) {
    for (const { eraseAddress } of services.personalData) {
      await eraseAddress?.(tx, email, services)
    }
  }
  if (isConfirmed || source === 'staff') await closeDataRequests(tx, email)
  return true
}
