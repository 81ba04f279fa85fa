import { isEmailAddress, normalisedEmail } from '#domain/email-address.ts'

import type { Parts } from './parts.ts'
import type { Registered } from './register.ts'

/** Signs a person in with email and password. */
export async function signIn(
  { identity }: Parts,
  { email, password }: { email: string; password: string },
  headers: Headers,
): Promise<Registered> {
  const address = normalisedEmail(email)
  if (!address) return { ok: false, code: 'missing-email' }
  if (!isEmailAddress(address)) return { ok: false, code: 'invalid-email' }
  if (!password) return { ok: false, code: 'missing-password' }
  return identity.signIn({ email: address, password }, headers)
}
