import { queueMails } from '#data/mails.ts'
import { insertUserWithPassword } from '#data/people.ts'
import { isEmailAddress, normalisedEmail } from '#domain/email-address.ts'
import { tidyName } from '#domain/person-name.ts'
import type { Cookies, IdentityCode } from '#services/identity/identity.ts'

import type { Parts } from './parts.ts'

export type Registration = { firstName: string; lastName: string; email: string; password: string }

export type Registered = { ok: true; cookies: Cookies } | { ok: false; code: IdentityCode }

/**
 * Registers a member and signs them in. Identity, record and welcome letter are written together:
 * there are no half-made accounts.
 */
export async function register(
  { db, identity }: Parts,
  { firstName, lastName, email, password }: Registration,
  headers: Headers,
): Promise<Registered> {
  const address = normalisedEmail(email)
  if (!address) return { ok: false, code: 'missing-email' }
  if (!isEmailAddress(address)) return { ok: false, code: 'invalid-email' }
  if (!password) return { ok: false, code: 'missing-password' }
  if (password.length < 6) return { ok: false, code: 'weak-password' }

  const passwordHash = await identity.hashPassword(password)
  const person = { firstName: tidyName(firstName), lastName: tidyName(lastName), email: address }
  const userId = await db.transaction(async (tx) => {
    const id = await insertUserWithPassword(tx, { ...person, passwordHash })
    if (id) {
      const props = { firstName: person.firstName, email: address }
      await queueMails(tx, [{ kind: 'register', recipient: address, props }])
    }
    return id
  })
  if (!userId) return { ok: false, code: 'email-already-in-use' }
  return identity.signIn({ email: address, password }, headers)
}
