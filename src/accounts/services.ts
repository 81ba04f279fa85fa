import type { CaptchaPlace } from './captcha/captcha.rules.ts'
import type { Captcha } from './captcha/captcha.ts'
import type { Google } from './google/google.ts'
import type { Passkeys } from './passkeys/passkeys.ts'
import type { SecondFactor } from './second-factor/second-factor.ts'
import type { Identity } from './sign-in/identity.ts'
import type { PasswordPolicy } from './sign-in/password-policy.rules.ts'

declare module '#platform/services/services.ts' {
  interface Services {
    identity: Identity
    secondFactor: SecondFactor
    passkeys: Passkeys
    /** Null where signing in with Google is not configured. */
    google: Google | null
    /** Null where no captcha is configured. */
    captcha: Captcha | null
  }

  interface ShopSettings {
    identity: {
      passwordPolicy: PasswordPolicy
      /** Where the captcha is required, if one is configured. */
      captchaFor: readonly CaptchaPlace[]
      /** Origins whose pages may sign people in. */
      allowedOrigins: readonly string[]
    }
  }
}

declare module '#platform/http/context.ts' {
  interface Site {
    signIn: {
      google: boolean
      captcha: { siteKey: string; scriptUrl: string; places: readonly CaptchaPlace[] } | null
      passwordPolicy: PasswordPolicy
      allowedOrigins: readonly string[]
    }
  }
}
