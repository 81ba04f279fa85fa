import type { onErrorAsyncHookHandler } from 'fastify'

import { identitySentence } from '#domain/copy/identity.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import { isLogged } from '#domain/identity-codes.ts'

import { ApiFault } from './errors.ts'

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
  'network-request-failed': 503,
  'popup-closed-by-user': 400,
  'user-cancelled': 400,
  'invalid-auth-event': 400,
  'account-exists-with-different-credential': 409,
  'requires-recent-login': 403,
  'user-token-expired': 401,
  'invalid-action-code': 400,
  'expired-action-code': 400,
  'captcha-check-failed': 403,
  'unauthorized-domain': 403,
  'operation-not-allowed': 403,
  'internal-error': 503,
} as const satisfies Record<IdentityCode, number>

/** A refusal as the API answers it: section 8's code in full, and the sentence people read. */
export const identityFault = (code: IdentityCode, facts: { email?: string; minLength?: number }) =>
  new ApiFault(identityStatus[code], `auth/${code}`, identitySentence(code, facts))

/** Logs refused calls as their pages do: by code and call, with the request's id and nobody's name. */
export const logRefusedCall: onErrorAsyncHookHandler = async (request, _reply, error) => {
  const code =
    error instanceof ApiFault
      ? error.code.replace('auth/', '')
      : error.validation && 'invalid-values'
  if (!code || !isLogged(code)) return
  request.log.warn({ code, call: request.routeOptions.url }, 'an identity call was refused')
}
