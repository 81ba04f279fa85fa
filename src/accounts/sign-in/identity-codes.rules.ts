/** Codes of the identity service as they reach the browser (specification, section 8). */
export const identityCodes = [
  'missing-email',
  'invalid-email',
  'missing-password',
  'name-too-long',
  'invalid-credential',
  'wrong-password',
  'user-not-found',
  'email-already-in-use',
  'weak-password',
  'password-does-not-meet-requirements',
  'too-many-requests',
  'too-many-emails',
  'too-many-links',
  'network-request-failed',
  'popup-closed-by-user',
  'user-cancelled',
  'invalid-auth-event',
  'account-exists-with-different-credential',
  'unverified-email',
  'requires-recent-login',
  'user-token-expired',
  'invalid-action-code',
  'different-account',
  'expired-action-code',
  'captcha-check-failed',
  'unauthorized-domain',
  'operation-not-allowed',
  'last-owner',
  'staff-recovery',
  'wrong-code',
  'google-not-connected',
  'google-of-another',
  'only-google',
  'quota-exceeded',
  'internal-error',
] as const

export type IdentityCode = (typeof identityCodes)[number]

/** Refusals with a sentence of their own in section 8, which users correct by themselves. */
const everyday: readonly string[] = [
  'missing-email',
  'invalid-email',
  'missing-password',
  'invalid-credential',
  'weak-password',
  'email-already-in-use',
] satisfies IdentityCode[]

/** Whether a refusal is logged: those without a sentence in section 8. */
export const isLogged = (code: string): boolean => !everyday.includes(code)

/** Whether a refusal of re-authentication is shown at the password field. */
export const isOfPassword = (code: IdentityCode): boolean =>
  code === 'missing-password' || code === 'wrong-password'

/** Whether a refusal is about the email that was typed. */
export const isOfEmail = (code: IdentityCode): boolean =>
  code === 'missing-email' || code === 'invalid-email'

/** Failures that only the browser sees and reports. */
export const browserCodes = [
  'network-request-failed',
  'popup-closed-by-user',
] as const satisfies IdentityCode[]

export type BrowserCode = (typeof browserCodes)[number]

/** The forms that such a report can come from. */
export const identityPlaces = ['login', 'recovery', 'registration', 'google', 'security'] as const

export type IdentityPlace = (typeof identityPlaces)[number]

/** Codes of an identity server, and the code that reaches the browser for each (specification, section 8). */
const fromServer: Readonly<Record<string, IdentityCode>> = {
  EMAIL_EXISTS: 'email-already-in-use',
  INVALID_PASSWORD: 'wrong-password',
  EMAIL_NOT_FOUND: 'user-not-found',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
}

/** The code that browsers get for a server's code; `internal-error` for an unknown one. */
export const codeFromServer = (code: string): IdentityCode =>
  (Object.hasOwn(fromServer, code) && fromServer[code]) || 'internal-error'
