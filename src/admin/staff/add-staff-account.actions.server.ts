import { joinConfirmed } from '#accounts/consent/consent.actions.server.ts'
import {
  insertUserWithPassword,
  markEmailVerified,
  userByEmail,
} from '#accounts/users/users.store.server.ts'
import type { Services } from '#platform/services/services.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'

/**
 * Makes the staff account that the operator configured, at boot. The operator vouches for its
 * address, so it counts as confirmed. `exists`: that account is there already. `unconfirmed`: a
 * customer account has that address and never confirmed it, so it may belong to anyone.
 */
export async function addStaffAccount(
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<'added' | 'exists' | 'unconfirmed'> {
  const { db, identity } = services
  const address = normalisedEmail(email)
  const status = async () => {
    const user = await userByEmail(db, address)
    if (!user) return null
    return user.emailVerified || user.role === 'staff' ? 'exists' : 'unconfirmed'
  }
  const found = await status()
  if (found) return found
  const passwordHash = await identity.hashPassword(password)
  const added = await db.transaction(async (tx) => {
    const person = { firstName: 'Kohue', lastName: 'Staff', email: address }
    const id = await insertUserWithPassword(tx, { ...person, passwordHash, role: 'staff' })
    if (id) {
      await markEmailVerified(tx, id)
      await joinConfirmed(services, tx, { id, email: address })
    }
    return id !== null
  })
  return added ? 'added' : ((await status()) ?? 'exists')
}
