import { commonPasswords } from './common-passwords.rules.ts'

/** The rules for passwords. Six characters are the default; the rest is configuration. */
export type PasswordPolicy = {
  minLength: number
  maxLength: number
  lowercase: boolean
  uppercase: boolean
  numeric: boolean
  /** At least one character that is neither a letter nor a digit. */
  nonAlphanumeric: boolean
  /** Refuse the commonest passwords whatever other rules they meet. */
  refuseCommon: boolean
}

/** The longest password that is ever hashed: a guard for the server, not advice. */
const longestPassword = 256

export const defaultPasswordPolicy: PasswordPolicy = {
  minLength: 6,
  maxLength: longestPassword,
  lowercase: false,
  uppercase: false,
  numeric: false,
  nonAlphanumeric: false,
  refuseCommon: false,
}

/** Passwords of staff open the admin: longer, and none of the commonest. */
export const policyFor = (role: 'member' | 'staff', policy: PasswordPolicy): PasswordPolicy =>
  role === 'staff'
    ? { ...policy, minLength: Math.max(12, policy.minLength), refuseCommon: true }
    : policy

const problems = {
  'too-short': (text, policy) => [...text].length < policy.minLength,
  'too-long': (text, policy) => [...text].length > Math.min(policy.maxLength, longestPassword),
  'no-lowercase': (text, policy) => policy.lowercase && !/\p{Ll}/u.test(text),
  'no-uppercase': (text, policy) => policy.uppercase && !/\p{Lu}/u.test(text),
  'no-number': (text, policy) => policy.numeric && !/\p{Nd}/u.test(text),
  'no-symbol': (text, policy) => policy.nonAlphanumeric && !/[^\p{L}\p{Nd}]/u.test(text),
  common: (text, policy) => policy.refuseCommon && commonPasswords.has(text.toLowerCase()),
} as const satisfies Record<string, (text: string, policy: PasswordPolicy) => boolean>

export type PasswordProblem = keyof typeof problems

/** The first thing wrong with a password under this policy, or null. */
export function passwordProblem(text: string, policy: PasswordPolicy): PasswordProblem | null {
  const found = Object.entries(problems).find(([, applies]) => applies(text, policy))
  return (found?.[0] as PasswordProblem | undefined) ?? null
}

export const passwordStrengths = ['too-short', 'weak', 'fair', 'strong'] as const

export type PasswordStrength = (typeof passwordStrengths)[number]

/** A rough estimate by length, kinds of characters and the list of common passwords. */
export function passwordStrength(text: string, minLength: number): PasswordStrength {
  const length = [...text].length
  if (length < minLength) return 'too-short'
  if (commonPasswords.has(text.toLowerCase()) || new Set(text).size < 4) return 'weak'
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) =>
    kind.test(text),
  ).length
  if (length >= 14 || (length >= 10 && kinds >= 3)) return 'strong'
  return length >= 8 && kinds >= 2 ? 'fair' : 'weak'
}
