import type { IdentityCode } from '#domain/identity-codes.ts'
import { isEmailAddress } from '#domain/email-address.ts'
import { normalisedEmail } from '#domain/normalised-email.ts'
import type { PasswordFault } from '#domain/password-policy.ts'
import type { Cookies } from '#services/identity/identity.ts'

/** What comes of trying to get in: a session, or the code of what was wrong. */
export type Entered =
  | { ok: true; userId: string; cookies: Cookies }
  | { ok: false; code: IdentityCode; passwordFault?: PasswordFault; longNames?: NameField[] }

export type NameField = 'firstName' | 'lastName'

export const refused = (code: IdentityCode): { ok: false; code: IdentityCode } => ({
  ok: false,
  code,
})

/** Longest address that can exist; the account form is stricter. */
const longestEmail = 254

/** The address in the form we keep it in, or what is wrong with it. */
export function checkedEmail(
  email: string,
): { ok: true; email: string } | { ok: false; code: IdentityCode } {
  const address = normalisedEmail(email)
  if (!address) return refused('missing-email')
  if (address.length > longestEmail || !isEmailAddress(address)) return refused('invalid-email')
  return { ok: true, email: address }
}
