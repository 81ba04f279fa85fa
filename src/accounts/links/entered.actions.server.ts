import { isEmailAddress, normalisedEmail } from '#platform/text/email-address.rules.ts'

import type { IdentityCode } from '../sign-in/identity-codes.rules.ts'
import type { Cookies } from '../sign-in/identity.ts'
import type { PasswordPolicy, PasswordProblem } from '../sign-in/password-policy.rules.ts'
import { passwordProblem } from '../sign-in/password-policy.rules.ts'
import { isCommonPassword } from '../sign-in/thousand-passwords.server.ts'

/** The outcome of signing in or registering: a login session, or the code of the refusal. */
export type Entered =
  | {
      ok: true
      userId: string
      /** Decides the page after signing in. */
      role: 'member' | 'staff'
      cookies: Cookies
      /** The account's password or linked identities were removed: see `sign-in-with-google.ts`. */
      othersRemoved?: boolean
    }
  | { ok: false; code: IdentityCode; passwordProblem?: PasswordProblem; longNames?: NameField[] }

export type NameField = 'firstName' | 'lastName'

export const refused = (code: IdentityCode): { ok: false; code: IdentityCode } => ({
  ok: false,
  code,
})

/** The longest valid address; the account form is stricter. */
const longestEmail = 254

/** The normalised address, or the code of what is wrong with it. */
export function checkedEmail(
  email: string,
): { ok: true; email: string } | { ok: false; code: IdentityCode } {
  const address = normalisedEmail(email)
  if (!address) return refused('missing-email')
  if (address.length > longestEmail || !isEmailAddress(address)) return refused('invalid-email')
  return { ok: true, email: address }
}

type PasswordRefused = { ok: false; code: IdentityCode; passwordProblem?: PasswordProblem }

/** Null for a password that the policy allows, else the refusal. */
export function whyNotPassword(password: string, policy: PasswordPolicy): PasswordRefused | null {
  if (!password) return { ok: false, code: 'missing-password' }
  const isCommon = policy.refuseCommon && isCommonPassword(password)
  const problem = passwordProblem(password, policy) ?? (isCommon ? 'common' : null)
  if (!problem) return null
  const code = problem === 'too-short' ? 'weak-password' : 'password-does-not-meet-requirements'
  return { ok: false, code, passwordProblem: problem }
}
