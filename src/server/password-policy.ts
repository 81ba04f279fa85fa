import type { PasswordPolicy } from '#domain/sign-in/password-policy.ts'

import type { Env } from './env.ts'

export const passwordPolicyOf = (env: Env): PasswordPolicy => ({
  minLength: env.PASSWORD_MIN_LENGTH,
  maxLength: env.PASSWORD_MAX_LENGTH,
  lowercase: env.PASSWORD_LOWERCASE,
  uppercase: env.PASSWORD_UPPERCASE,
  numeric: env.PASSWORD_NUMERIC,
  nonAlphanumeric: env.PASSWORD_OTHER,
  refuseCommon: env.PASSWORD_REFUSE_COMMON,
})
