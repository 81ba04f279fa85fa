import type { PasswordProblem, PasswordPolicy } from '#domain/sign-in/password-policy.ts'
import { passwordProblem } from '#domain/sign-in/password-policy.ts'
import type { IdentityCode } from '#domain/sign-in/identity-codes.ts'

export type PasswordRefused = { ok: false; code: IdentityCode; passwordProblem?: PasswordProblem }

/** Null for a password that the policy allows, else the refusal. */
export function whyNotPassword(password: string, policy: PasswordPolicy): PasswordRefused | null {
  if (!password) return { ok: false, code: 'missing-password' }
  const problem = passwordProblem(password, policy)
  if (!problem) return null
  const code = problem === 'too-short' ? 'weak-password' : 'password-does-not-meet-requirements'
  return { ok: false, code, passwordProblem: problem }
}
