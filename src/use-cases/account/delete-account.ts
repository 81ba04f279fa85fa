import { deletePerson } from '#data/forget-person.ts'
import type { Viewer } from '#data/people.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import type { Cookies } from '#services/identity/identity.ts'

import { endOpenCheckouts } from '#use-cases/checkout/end-checkout.ts'
import { refused } from '#use-cases/identity/entered.ts'
import type { Parts } from '#use-cases/parts.ts'
import { proveOwner } from '#use-cases/identity/prove-owner.ts'

/**
 * Deletes the viewer's account: profile, ways to sign in, sessions, cart and sent letters go at
 * once. Orders stay, without the account, because the law wants them kept. A payment page that is
 * still open is closed first; while the payment provider can't be asked, nothing is deleted.
 */
export async function deleteAccount(
  parts: Parts,
  viewer: Viewer,
  { password }: { password: string },
  headers: Headers,
): Promise<{ ok: true; cookies: Cookies } | { ok: false; code: IdentityCode }> {
  const { db, identity, log } = parts
  const proved = await proveOwner(parts, viewer, password, headers)
  if (!proved.ok) return proved
  // Another window may open the next page between closing the last one and deleting.
  for (let round = 0; round < 3; round++) {
    if (!(await endOpenCheckouts(parts, viewer.id))) return refused('internal-error')
    if (await db.transaction((tx) => deletePerson(tx, viewer.id, viewer.email))) {
      log.info({ user: viewer.id }, 'an account was deleted at its owner’s request')
      return { ok: true, cookies: await identity.signOut(headers) }
    }
  }
  return refused('internal-error')
}
