import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { mayWithFreshCode } from '#platform/access/access.rules.ts'
import { subscriberSubject } from '#campaigns/log.copy.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { lockAccountOf } from '#accounts/users/accounts.store.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { recordNoOfErased } from '#accounts/consent/consent.actions.server.ts'
import { forgetAddress } from './forget-address.actions.server.ts'
import { eraseListRecord } from '#accounts/consent/mailing-list.store.server.ts'
import {
  deleteSubscribersWaiting,
  lockSubscriber,
  subscriberById,
} from '#campaigns/mailing-list/subscribers.store.server.ts'

/** Erases a mailing-list subscriber. Only for staff. */
export async function deleteSubscriber(
  services: Services,
  viewer: Staff,
  id: string,
): Promise<Outcome<'not-staff' | 'gone'>> {
  if (!mayWithFreshCode(viewer, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  return services.db.transaction(async (tx) => {
    const seen = await subscriberById(tx, id)
    // Rows are locked in the order account, list record.
    if (seen) await lockAccountOf(tx, seen.fields.email)
    const subscriber = await lockSubscriber(tx, id)
    if (!subscriber) return { ok: false, reason: 'gone' }
    const { email } = subscriber.fields
    await eraseListRecord(tx, email)
    await writeAuditEntry(
      tx,
      viewer,
      'subscriber-deleted',
      subscriberSubject(id, subscriber.fields),
      { before: subscriber.fields },
    )
    await forgetSubscriber(services, tx, email)
    return { ok: true }
  })
}

/**
 * Erases subscribers whom a shop of the release before deleted: it gave them `erase_at` and a prefix to
 * their email. Returns how many.
 */
export async function eraseSubscribersWaiting(
  services: Services,
  tx: Transaction,
): Promise<number> {
  const emails = await deleteSubscribersWaiting(tx, services.clock())
  for (const email of emails) await forgetSubscriber(services, tx, email)
  return emails.length
}

/** Accounts with the address stay and get no more emails of the list. */
async function forgetSubscriber(services: Services, tx: Transaction, email: string): Promise<void> {
  const act = { source: 'staff', wording: consentWordings.recordDeleted } as const
  await recordNoOfErased(services, tx, email, act)
  await forgetAddress(services, tx, { email, isConfirmed: true }, 'staff')
}
