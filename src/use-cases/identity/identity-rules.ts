import type { PasswordPolicy } from '#domain/password-policy.ts'

import type { Parts } from '#use-cases/parts.ts'

export type IdentityRules = {
  passwordPolicy: PasswordPolicy
  /** Null where no riddle is asked. */
  captchaSiteKey: string | null
  /** Names of the hosts whose pages may sign people in. */
  authorizedDomains: string[]
}

/** What clients may know of the rules before they try anything. */
export async function identityRules({ settings, captcha }: Parts): Promise<IdentityRules> {
  const { passwordPolicy, allowedOrigins } = settings.identity
  return {
    passwordPolicy,
    captchaSiteKey: captcha?.siteKey ?? null,
    authorizedDomains: [...new Set(allowedOrigins.map((origin) => new URL(origin).hostname))],
  }
}
