import { z } from 'zod'

import { queueCustomerSync } from '#accounts/account/payment-customer.actions.server.ts'
import { joinListRecord } from '#accounts/consent/mailing-list.store.server.ts'
import {
  deleteSecondAddress,
  lockAddresses,
  moveSecondAddresses,
} from '#accounts/consent/second-addresses.store.server.ts'
import { deleteEmailChange } from '#accounts/email-change/email-changes.store.server.ts'
import { deletePasskeysSince } from '#accounts/passkeys/passkeys.store.server.ts'
import { endSessionsOf } from '#accounts/sessions/login-sessions.store.server.ts'
import { deleteIdentitiesSince } from '#accounts/sign-in/identities.store.server.ts'
import { undoDelete } from '#accounts/users/soft-delete.store.server.ts'
import { staffUserById, writeStaffUser } from '#accounts/users/staff-users.store.server.ts'
import { openCheckoutsOf } from '#checkout/checkouts.store.server.ts'
import { endOpenCheckouts } from '#checkout/end-checkout.actions.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { text } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import type { Working } from '#platform/action/staff-action.server.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { userSubject } from '../log.copy.ts'
import { fieldsAfterUndo } from './merge.rules.ts'
import { mergeCopy } from './merges.copy.ts'
import type { Merge } from './merges.store.server.ts'
import { endMerge, givePaymentCustomer, lockBoth, mergeById } from './merges.store.server.ts'

const providerAway =
  'A payment page of theirs is open and could not be closed. Nothing was undone; please try again in a few minutes.'
const tooLate = 'It can no longer be undone.'
const undoneBefore = 'This merge was undone before.'

/**
 * Undoes a merge: the emptied account gets back its address, its ways to sign in and what moved; parts of
 * the profile that the merge changed are restored unless they were changed since. Login sessions end, and so do ways
 * to sign in that were added since: by whom of the two is not known. Withdrawn consent stays withdrawn.
 */
export const undoMerge = staffWork({
  needs: 'edit-users',
  fresh: true,
  log: 'merge-undone',
  form: z.object({ id: text(), merge: text() }),
  async run(working, { id, merge: mergeId }) {
    const { services } = working
    const to = paths.person(id)
    const no = (sentence: string) => refuse(sentence, { elsewhere: { to } })
    const merge = await mergeById(services.db, mergeId)
    // A merge of another person is none of this page's.
    if (merge?.intoUser !== id) return no('There is no such merge.')
    if (!(await endOpenCheckouts(services, merge.intoUser))) return no(providerAway)
    const undone = await services.db.transaction((tx) => undoIn(tx, mergeId, working))
    return typeof undone === 'string' ? no(undone) : { ...undone, to }
  },
  say: ({ to }) => ({
    sentence: 'The merge is undone. Both addresses are told; a no to emails stays.',
    to,
  }),
})

/** The account that the merge had gone into, or the sentence that says why it stays as it is. */
type Undone = { userId: string } | string

async function undoIn(tx: Transaction, mergeId: string, working: Working): Promise<Undone> {
  const seen = await mergeById(tx, mergeId)
  if (!seen?.fromUser) return tooLate
  const [into] = await lockBoth(tx, seen.intoUser, seen.fromUser)
  const merge = await mergeById(tx, mergeId)
  if (merge?.undoneAt) return undoneBefore
  if (!merge?.fromUser || !merge.restore || merge.undoUntil <= working.now) return tooLate
  if (!into) {
    return 'This account was merged into another one since then. Undo that merge first.'
  }
  // Neither merging nor its undo takes hold of an account of staff, or ends its login sessions.
  if (into.role === 'staff') return mergeCopy.ofStaff
  if ((await openCheckoutsOf(tx, into.id)).length > 0) return providerAway
  return takeApart(tx, working, merge, merge.fromUser, merge.restore)
}

async function takeApart(
  tx: Transaction,
  { services, now, audit }: Working,
  merge: Merge,
  fromId: string,
  restore: NonNullable<Merge['restore']>,
): Promise<Undone> {
  const pair = { from: fromId, into: merge.intoUser }
  const back = { from: pair.into, into: fromId }
  await lockAddresses(tx)
  const hadAddress = await deleteSecondAddress(tx, { email: restore.email, userId: pair.into })
  const undone = hadAddress ? await undoDelete(tx, fromId, now) : 'email-taken'
  if (undone !== 'restored') {
    // The error rolls back the deletion above.
    if (hadAddress) throw new Error(`The account ${fromId} could not be restored: ${undone}`)
    return 'The second address belongs to an account again. Nothing was undone.'
  }
  await moveSecondAddresses(tx, { ...back, only: restore.secondAddresses })
  for (const { moveBack } of services.personalData) await moveBack?.(tx, pair, restore.belongings)
  if (restore.customer) await givePaymentCustomer(tx, back, restore.customer)
  await joinListRecord(tx, fromId)
  // A person who signed in by the second address must not stay signed in to the other account.
  await endSessionsOf(tx, pair.into)
  await deleteIdentitiesSince(tx, pair.into, merge.at)
  await deletePasskeysSince(tx, pair.into, merge.at)
  await deleteEmailChange(tx, pair.into)
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
  await audit(tx, userSubject(pair.into, after), { after: { account: fromId } })
  return { userId: pair.into }
}
