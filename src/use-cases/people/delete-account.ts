import { deletePerson } from '#data/people/forget-person.ts'
import type { Viewer } from '#data/people/users.ts'
import type { IdentityCode } from '#domain/sign-in/identity-codes.ts'
import type { Cookies } from '#services/identity/identity.ts'

import { endOpenCheckouts } from '#use-cases/checkout/end-checkout.ts'
import { refused } from '#use-cases/sign-in/entered.ts'
import type { Services } from '#use-cases/services.ts'
import { forgetAddress } from './consent.ts'
import { reAuthenticate } from '#use-cases/sign-in/re-authenticate.ts'

/**
 * Deletes the viewer's account after re-authentication: profile, identities, sessions and cart, and
 * the emails sent to its address if that is confirmed. Orders stay without an owner, as the law
 * requires. Open checkout sessions are expired first; while the payment provider is unreachable,
 * nothing is deleted.
 */
export async function deleteAccount(
  services: Services,
  viewer: Viewer,
  { password }: { password: string },
  headers: Headers,
): Promise<{ ok: true; cookies: Cookies } | { ok: false; code: IdentityCode }> {
  const { db, identity, log } = services
  const proved = await reAuthenticate(services, viewer, password, headers)
  if (!proved.ok) return proved
  // Another window may open a checkout session between expiring the last one and deleting.
  for (let round = 0; round < 3; round++) {
    if (!(await endOpenCheckouts(services, viewer.id))) return refused('internal-error')
    const isDeleted = await db.transaction(async (tx) => {
      const deleted = await deletePerson(tx, viewer.id)
      if (deleted === 'open-page') return false
      if (deleted !== 'gone') await forgetAddress(services, tx, deleted, 'account')
      return true
    })
    if (isDeleted) {
      log.info({ user: viewer.id }, 'account deleted by its owner')
      return { ok: true, cookies: await identity.signOut(headers) }
    }
  }
  return refused('internal-error')
}
