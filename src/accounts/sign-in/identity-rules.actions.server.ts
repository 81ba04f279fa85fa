import type { Services } from '#platform/services/services.ts'

import type { PasswordPolicy } from './password-policy.rules.ts'

type IdentityRules = {
  passwordPolicy: PasswordPolicy
  /** Null where no captcha is configured. */
  captchaSiteKey: string | null
  /** Hosts whose pages may sign people in. */
  authorizedDomains: string[]
}

/** The rules that clients may read before they sign in. */
export async function identityRules({ settings, captcha }: Services): Promise<IdentityRules> {
  const { passwordPolicy, allowedOrigins } = settings.identity
  return {
    passwordPolicy,
    captchaSiteKey: captcha?.siteKey ?? null,
    authorizedDomains: [...new Set(allowedOrigins.map((origin) => new URL(origin).hostname))],
  }
}
