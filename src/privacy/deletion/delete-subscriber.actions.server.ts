import { z } from 'zod'

import { recordNoOfErased } from '#accounts/consent/consent.actions.server.ts'
import { consentWordings } from '#accounts/consent/consent.copy.ts'
import { eraseListRecord } from '#accounts/consent/mailing-list.store.server.ts'
import { lockAccountOf } from '#accounts/users/accounts.store.server.ts'
import { subscriberSubject } from '#campaigns/log.copy.ts'
import { joinedListCopy } from '#campaigns/mailing-list/subscriber-list.copy.ts'
import {
  deleteSubscribersWaiting,
  lockSubscriber,
  subscriberById,
} from '#campaigns/mailing-list/subscribers.store.server.ts'
import { ordersKeptOf } from '#orders/order/orders.store.server.ts'
import { text } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import type { Services } from '#platform/services/services.ts'

import { forgetByStaff } from './confirm-erasure.actions.server.ts'

/** Erases a mailing-list subscriber. */
export const deleteSubscriber = staffAction({
  needs: 'edit-subscribers',
  fresh: true,
  log: 'subscriber-deleted',
  form: z.object({ id: text(), to: text() }),
  async run({ services, tx, audit }, { id, to: typed }) {
    const to = safeReturnTo(typed, paths.subscriberList())
    const seen = await subscriberById(tx, id)
    // Rows are locked in the order account, list record.
    if (seen) await lockAccountOf(tx, seen.fields.email)
    const subscriber = await lockSubscriber(tx, id)
    if (!subscriber) {
      return refuse(joinedListCopy.deletion.gone, { elsewhere: { to, tone: 'info' } })
    }
    const { email } = subscriber.fields
    await eraseListRecord(tx, email)
    audit(subscriberSubject(id, subscriber.fields), { before: subscriber.fields })
    await forgetSubscriber(services, tx, email)
    return { to }
  },
  say: ({ to }) => ({ sentence: joinedListCopy.deletion.done, to }),
})

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
  const erased = { account: false, list: true, ...(await ordersKeptOf(tx, [email])) }
  await forgetByStaff(services, tx, { email, isConfirmed: true }, erased)
}
