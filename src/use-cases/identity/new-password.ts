import type { PasswordFault, PasswordPolicy } from '#domain/password-policy.ts'
import { passwordFault } from '#domain/password-policy.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'

export type PasswordRefused = { ok: false; code: IdentityCode; passwordFault?: PasswordFault }

/** Null for a password that may be used, else what to answer. */
export function whyNotPassword(password: string, policy: PasswordPolicy): PasswordRefused | null {
  if (!password) return { ok: false, code: 'missing-password' }
  const fault = passwordFault(password, policy)
  if (!fault) return null
  const code = fault === 'too-short' ? 'weak-password' : 'password-does-not-meet-requirements'
  return { ok: false, code, passwordFault: fault }
}
