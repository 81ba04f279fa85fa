import { z } from 'zod'

import { eraseListRecord } from '#accounts/consent/mailing-list.store.server.ts'
import { refused } from '#accounts/links/entered.actions.server.ts'
import { identityRefusal } from '#accounts/sign-in/credentials-form.ts'
import type { IdentityCode } from '#accounts/sign-in/identity-codes.rules.ts'
import type { Cookies } from '#accounts/sign-in/identity.ts'
import { reAuthenticate } from '#accounts/sign-in/re-authenticate.actions.server.ts'
import { lockOwners } from '#accounts/users/duties.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { endOpenCheckouts } from '#checkout/end-checkout.actions.server.ts'
import { demandConfirmed } from '#platform/access/demand-confirmed.ts'
import type { Viewer } from '#platform/access/signed-in.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { checked, exactText } from '#platform/action/form-fields.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { confirmErasure } from './confirm-erasure.actions.server.ts'
import type { DeletedPerson } from './delete-person.store.server.ts'
import { deletePerson } from './delete-person.store.server.ts'
import { forgetAddress } from './forget-address.actions.server.ts'

/**
 * Deletes the viewer's account after re-authentication: profile, identities, sessions and cart, and for
 * a confirmed address its emails and, unless `keepsList`, its mailing-list record. Orders stay without an
 * owner, as the law requires. Refused for the last owner of the admin. Open checkout sessions are
 * expired first; while the payment provider is unavailable, nothing is deleted.
 */
export async function deleteAccount(
  services: Services,
  viewer: Viewer,
  { password, keepsList = false }: { password: string; keepsList?: boolean },
  headers: Headers,
): Promise<{ ok: true; cookies: Cookies } | { ok: false; code: IdentityCode }> {
  demandConfirmed(viewer)
  const { db, identity, log } = services
  const proved = await reAuthenticate(services, viewer, password, headers)
  if (!proved.ok) return proved
  // Another window may open a checkout session between expiring the last one and deleting.
  for (let round = 0; round < 3; round++) {
    if (!(await endOpenCheckouts(services, viewer.id))) return refused('internal-error')
    const deleting = db.transaction(async (tx) => {
      if (await isLastOwner(tx, viewer)) return 'last-owner'
      const deleted = await deletePerson(services, tx, viewer.id)
      if (deleted === 'open-page') return false
      if (deleted !== 'gone') await eraseAccount(services, tx, deleted, keepsList)
      return true
    })
    const isDeleted = await deleting.catch(async (error: unknown) => {
      // The cart of an account that another press has just deleted can't be locked.
      if (await userById(db, viewer.id)) throw error
      return true
    })
    // Only an owner can assign duties.
    if (isDeleted === 'last-owner') return refused('last-owner')
    if (isDeleted) {
      log.info({ user: viewer.id }, 'account deleted by its owner')
      return { ok: true, cookies: await identity.signOut(headers) }
    }
  }
  return refused('internal-error')
}

/** The same for the page, whose box keeps the list record. */
export const closeAccount = customerWork({
  for: 'member',
  form: z.object({ password: exactText(), 'list-shown': checked(), list: checked() }),
  async run({ services, viewer, headers }, { password, 'list-shown': wasAsked, list }) {
    // Erased unless the box was shown and the tick taken away.
    const keepsList = wasAsked && !list
    const deleted = await deleteAccount(services, viewer, { password, keepsList }, headers)
    return deleted.ok ? deleted : identityRefusal(deleted.code, { at: 'close-account' })
  },
  say: ({ cookies }) => ({ to: paths.accountDeleted(), cookies }),
})

async function isLastOwner(tx: Transaction, { id, role }: Viewer): Promise<boolean> {
  if (role !== 'staff') return false
  const owners = await lockOwners(tx)
  return owners.length === 1 && owners[0] === id
}

/** The list record with the address of an unconfirmed account may be someone else's, and stays. */
async function eraseAccount(
  services: Services,
  tx: Transaction,
  account: DeletedPerson,
  keepsList: boolean,
): Promise<void> {
  const { email, isConfirmed, secondAddresses } = account
  for (const second of secondAddresses) {
    if (!keepsList) await eraseListRecord(tx, second)
    await forgetAddress(services, tx, { email: second, isConfirmed: true }, 'account')
  }
  const isListErased = isConfirmed && !keepsList && (await eraseListRecord(tx, email))
  const isForgotten = await forgetAddress(services, tx, account, 'account')
  const erased = {
    account: true,
    list: isListErased,
    orders: account.orders,
    newest: account.newest,
  }
  if (isForgotten && isConfirmed) await confirmErasure(services, tx, email, erased)
}
