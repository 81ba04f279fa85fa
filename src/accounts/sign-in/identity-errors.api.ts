import type { onErrorAsyncHookHandler } from 'fastify'

import { ApiError } from '#platform/api/errors.api.ts'

import type { IdentityCode } from './identity-codes.rules.ts'
import { isLogged } from './identity-codes.rules.ts'
import type { SentenceFacts } from './sign-in.copy.ts'
import { identitySentence } from './sign-in.copy.ts'

/** Status of each code. */
const identityStatus = {
  'missing-email': 400,
  'invalid-email': 400,
  'missing-password': 400,
  'name-too-long': 400,
  'invalid-credential': 401,
  'wrong-password': 401,
  'user-not-found': 404,
  'email-already-in-use': 409,
  'weak-password': 400,
  'password-does-not-meet-requirements': 400,
  'too-many-requests': 429,
  'too-many-emails': 429,
  'too-many-links': 429,
  'network-request-failed': 503,
  'popup-closed-by-user': 400,
  'user-cancelled': 400,
  'invalid-auth-event': 400,
  'account-exists-with-different-credential': 409,
  'unverified-email': 403,
  'requires-recent-login': 403,
  'user-token-expired': 401,
  'invalid-action-code': 400,
  'different-account': 403,
  'expired-action-code': 400,
  'captcha-check-failed': 403,
  'unauthorized-domain': 403,
  'last-owner': 409,
  'staff-recovery': 403,
  'wrong-code': 403,
  'google-not-connected': 409,
  'google-of-another': 409,
  'only-google': 409,
  'operation-not-allowed': 403,
  'quota-exceeded': 503,
  'internal-error': 503,
} as const satisfies Record<IdentityCode, number>

/** A refusal as an API error, with the full code of section 8 and a sentence for people. */
export const identityError = (code: IdentityCode, facts: Partial<SentenceFacts>) =>
  new ApiError(identityStatus[code], `auth/${code}`, identitySentence(code, facts))

/** Logs refused calls as the pages do: code, call and request id, no personal data. */
export const logRefusedCall: onErrorAsyncHookHandler = async (request, _reply, error) => {
  const code =
    error instanceof ApiError
      ? error.code.replace('auth/', '')
      : error.validation && 'invalid-values'
  if (!code || !isLogged(code)) return
  request.log.warn({ code, call: request.routeOptions.url }, 'identity call refused')
}
