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

/** Failures that only the browser sees and reports. */
export const browserCodes = [
  'network-request-failed',
  'popup-closed-by-user',
] as const satisfies IdentityCode[]

export type BrowserCode = (typeof browserCodes)[number]

/** The forms that such a report can come from. */
export const identityPlaces = ['login', 'recovery', 'registration', 'google', 'security'] as const

export type IdentityPlace = (typeof identityPlaces)[number]

/**
 * Codes of an identity server, and the code that reaches the browser for each. The first block is
 * section 8's last paragraph and the hosted service's other codes; the second the library's.
 */
const fromServer = {
  EMAIL_EXISTS: 'email-already-in-use',
  INVALID_PASSWORD: 'wrong-password',
  EMAIL_NOT_FOUND: 'user-not-found',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
  MISSING_EMAIL: 'missing-email',
  INVALID_EMAIL: 'invalid-email',
  MISSING_PASSWORD: 'missing-password',
  INVALID_LOGIN_CREDENTIALS: 'invalid-credential',
  WEAK_PASSWORD: 'weak-password',
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'password-does-not-meet-requirements',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  TOKEN_EXPIRED: 'user-token-expired',
  USER_NOT_FOUND: 'user-not-found',
  INVALID_OOB_CODE: 'invalid-action-code',
  EXPIRED_OOB_CODE: 'expired-action-code',
  FEDERATED_USER_ID_ALREADY_LINKED: 'account-exists-with-different-credential',
  CAPTCHA_CHECK_FAILED: 'captcha-check-failed',
  UNAUTHORIZED_DOMAIN: 'unauthorized-domain',
  OPERATION_NOT_ALLOWED: 'operation-not-allowed',

  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credential',
  PASSWORD_TOO_SHORT: 'weak-password',
  PASSWORD_TOO_LONG: 'password-does-not-meet-requirements',
  SESSION_EXPIRED: 'user-token-expired',
  SESSION_NOT_FRESH: 'requires-recent-login',
  INVALID_TOKEN: 'invalid-action-code',
  TOKEN_EXPIRED_OR_USED: 'expired-action-code',
} as const satisfies Record<string, IdentityCode>

type ServerCode = keyof typeof fromServer

/** The code that browsers get for a server's code; `internal-error` for an unknown one. */
export const codeFromServer = (serverCode: string): IdentityCode =>
  Object.hasOwn(fromServer, serverCode) ? fromServer[serverCode as ServerCode] : 'internal-error'
