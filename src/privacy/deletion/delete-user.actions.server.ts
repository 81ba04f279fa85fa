import { z } from 'zod'

import { lockOwners, lockStaff } from '#accounts/users/duties.store.server.ts'
import { lockUserForStaff, staffUserById } from '#accounts/users/staff-users.store.server.ts'
import { lockCart } from '#checkout/cart/carts.store.server.ts'
import { endOpenCheckouts } from '#checkout/end-checkout.actions.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { text } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import type { Working } from '#platform/action/staff-action.server.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import type { Services } from '#platform/services/services.ts'

import { userSubject } from '../log.copy.ts'
import { forgetByStaff } from './confirm-erasure.actions.server.ts'
import { deletePerson } from './delete-person.store.server.ts'
import { eraseSubscribersWaiting } from './delete-subscriber.actions.server.ts'
import { eraseDeletedUsers } from './deleted-users.store.server.ts'
import { forgetAddress } from './forget-address.actions.server.ts'

const gone = 'This user is already gone: someone has deleted them.'

/** Attempts, as the user may open payment pages in another window meanwhile. */
const rounds = 3

/**
 * Deletes a user with everything that is theirs alone; orders stay without an owner. Open payment pages are
 * closed first; while the provider is unavailable, nothing is deleted. Not for the viewer's own account nor
 * the last owner's.
 */
export const deleteUser = staffWork({
  needs: 'edit-users',
  fresh: true,
  log: 'user-deleted',
  form: z.object({ id: text(), to: text() }),
  async run(working, { id, to: typed }) {
    const { services, viewer } = working
    const to = safeReturnTo(typed, paths.usersList())
    const no = (sentence: string) => refuse(sentence, { elsewhere: { to } })
    const isThere = () => staffUserById(services.db, id)
    if (viewer.id === id) return no('You can’t delete yourself: ask a colleague.')
    if (!(await isThere())) return no(gone)
    for (let round = 0; round < rounds; round++) {
      if (!(await endOpenCheckouts(services, id))) break
      const deleting = services.db.transaction((tx) => deleteIn(tx, id, working))
      const outcome = await deleting.catch(async (error: unknown) => {
        // The cart of an account that is deleted meanwhile can't be locked.
        if (await isThere()) throw error
        return gone
      })
      if (outcome === 'deleted') return { to }
      if (outcome !== 'open-page') return no(outcome)
    }
    return no(
      'They have a payment page open, and the payment provider can’t be asked to close it right now. Nobody was deleted. Please try again in a moment.',
    )
  },
  say: ({ to }) => ({ sentence: 'The account is deleted.', to }),
})

/** Anything but the two words says why they stay. */
async function deleteIn(
  tx: Transaction,
  id: string,
  { services, viewer, audit }: Working,
): Promise<'deleted' | 'open-page' | (string & {})> {
  const seen = await staffUserById(tx, id)
  if (!seen) return gone
  if (seen.facts.role === 'staff') {
    const staff = await lockStaff(tx)
    // Of two who delete each other at once the second is no longer staff, so one stays.
    if (!staff.includes(viewer.id)) {
      return 'Your staff role was taken away in the meantime. Nobody was deleted.'
    }
    // The duty to edit customers does not include staff.
    if (!may(viewer, 'manage-people')) {
      return 'Only an owner can delete a member of staff. Nobody was deleted.'
    }
    const owners = await lockOwners(tx)
    if (owners.length === 1 && owners[0] === id) {
      return 'There must be an owner. Nobody was deleted.'
    }
  }
  await lockCart(tx, id)
  const user = await lockUserForStaff(tx, id)
  if (!user) return gone
  const deleted = await deletePerson(services, tx, id)
  // Locked, they are not gone; the next round would say so.
  if (typeof deleted === 'string') return 'open-page'
  const { firstname, lastname, email } = user.fields
  await audit(tx, userSubject(id, user), { before: { firstname, lastname, email } })
  const second = deleted.secondAddresses.map((address) => ({ email: address, isConfirmed: true }))
  const erased = { account: true, list: false, orders: deleted.orders, newest: deleted.newest }
  for (const record of [deleted, ...second]) await forgetByStaff(services, tx, record, erased)
  return 'deleted'
}

/**
 * Erases accounts whose merge can no longer be undone, and who waits for that since the release before. A
 * background job.
 */
export async function eraseDeletedUsersDue(services: Services): Promise<void> {
  const { db, clock, log } = services
  const erased = await db.transaction(async (tx) => {
    const records = await eraseDeletedUsers(tx, clock())
    for (const record of records) await forgetAddress(services, tx, record, 'staff')
    return records.length + (await eraseSubscribersWaiting(services, tx))
  })
  if (erased > 0) log.info({ erased }, 'merged accounts were erased')
}
