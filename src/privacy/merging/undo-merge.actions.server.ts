import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { openCheckoutsOf } from '#checkout/checkouts.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { joinListRecord } from '#accounts/consent/mailing-list.store.server.ts'
import type { Merge } from './merges.store.server.ts'
import { endMerge, givePaymentCustomer, lockBoth, mergeById } from './merges.store.server.ts'
import {
  deleteSecondAddress,
  lockAddresses,
  moveSecondAddresses,
} from '#accounts/consent/second-addresses.store.server.ts'
import { undoDelete } from '#accounts/users/soft-delete.store.server.ts'
import { staffUserById, writeStaffUser } from '#accounts/users/staff-users.store.server.ts'
import { endSessionsOf } from '#accounts/sessions/login-sessions.store.server.ts'
import { mayWithFreshCode } from '#platform/access/access.rules.ts'
import { fieldsAfterUndo } from './merge.rules.ts'

import { userSubject } from '../log.copy.ts'
import { endOpenCheckouts } from '#checkout/end-checkout.actions.server.ts'
import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import { queueCustomerSync } from '#accounts/account/payment-customer.actions.server.ts'

export type WhyNotUndone =
  | 'not-staff'
  | 'gone'
  | 'late'
  /** The account that stayed was merged into another one since. */
  | 'merged-on'
  | 'email-taken'
  | 'provider-away'

type UndoneMerge = Outcome<WhyNotUndone, { userId: string }>

/**
 * Undoes a merge: the emptied account gets back its address, its ways to sign in and what moved; parts of
 * the profile that the merge changed are restored unless they were changed since. Login sessions end.
 * Withdrawn consent stays withdrawn. Only for staff.
 */
export async function undoMerge(
  services: Services,
  viewer: Staff,
  mergeId: string,
): Promise<UndoneMerge> {
  if (!mayWithFreshCode(viewer, 'edit-users')) return { ok: false, reason: 'not-staff' }
  const merge = await mergeById(services.db, mergeId)
  if (!merge) return { ok: false, reason: 'gone' }
  if (!(await endOpenCheckouts(services, merge.intoUser))) {
    return { ok: false, reason: 'provider-away' }
  }
  return services.db.transaction((tx) => undoIn(services, tx, viewer, mergeId))
}

async function undoIn(
  services: Services,
  tx: Transaction,
  viewer: Staff,
  mergeId: string,
): Promise<UndoneMerge> {
  const now = services.clock()
  const seen = await mergeById(tx, mergeId)
  if (!seen?.fromUser) return { ok: false, reason: 'late' }
  const [into] = await lockBoth(tx, seen.intoUser, seen.fromUser)
  const merge = await mergeById(tx, mergeId)
  if (!merge?.fromUser || !merge.restore || merge.undoneAt || merge.undoUntil <= now) {
    return { ok: false, reason: 'late' }
  }
  if (!into) return { ok: false, reason: 'merged-on' }
  if ((await openCheckoutsOf(tx, into.id)).length > 0) return { ok: false, reason: 'provider-away' }
  return takeApart(services, tx, viewer, merge, merge.fromUser, merge.restore)
}

async function takeApart(
  services: Services,
  tx: Transaction,
  viewer: Staff,
  merge: Merge,
  fromId: string,
  restore: NonNullable<Merge['restore']>,
): Promise<UndoneMerge> {
  const now = services.clock()
  const pair = { from: fromId, into: merge.intoUser }
  await lockAddresses(tx)
  const hadAddress = await deleteSecondAddress(tx, { email: restore.email, userId: pair.into })
  const undone = hadAddress ? await undoDelete(tx, fromId, now) : 'email-taken'
  if (undone !== 'restored') {
    // The error rolls back the deletion above.
    if (hadAddress) throw new Error(`The account ${fromId} could not be restored: ${undone}`)
    return { ok: false, reason: 'email-taken' }
  }
  await moveSecondAddresses(tx, {
    from: pair.into,
    into: fromId,
    only: restore.secondAddresses,
  })
  for (const { moveBack } of services.personalData) await moveBack?.(tx, pair, restore.belongings)
  if (restore.customer) await givePaymentCustomer(tx, pair, restore.customer)
  await joinListRecord(tx, fromId)
  // A person who signed in by the second address must not stay signed in to the other account.
  await endSessionsOf(tx, pair.into)
  const before = (await staffUserById(tx, pair.into))!
  const { fields } = restore
  const after = await writeStaffUser(
    tx,
    pair.into,
    fieldsAfterUndo(before.fields, fields.before, fields.merged),
    { isNewEmail: false, byEmailOfStaff: null },
  )
  await endMerge(tx, merge.id, now)
  const props = {
    firstName: after.fields.firstname,
    email: after.fields.email,
    second: restore.email,
    undoUntil: merge.undoUntil.toISOString(),
    isUndone: true,
  }
  await queueMail(tx, 'accounts-merged', [after.fields.email, restore.email], props)
  if (after.facts.stripeCustomerId !== 'none') {
    await queueCustomerSync(tx, pair.into)
  }
  await writeAuditEntry(tx, viewer, 'merge-undone', userSubject(pair.into, after), {
    after: { account: fromId },
  })
  return { ok: true, userId: pair.into }
}
