import type { z } from 'zod'

import { operation } from '#platform/api/operation.api.ts'

import * as contract from './identity-contract.api.ts'
import { identityError } from './identity-errors.api.ts'

const call = <const C extends { body?: z.ZodType; response?: z.ZodType }>(
  who: 'anyone' | 'member',
  summary: string,
  payloads: C,
  refusals: readonly number[] = [],
) => operation({ about: 'identity', who, summary, refusals, signedOut, ...payloads })

const signedOut = () => identityError('user-token-expired', {})

/** Each operation of the identity service: who may call it, and its refusals. */
export const identityCalls = {
  signUp: call(
    'anyone',
    'Registers with a password and signs in.',
    contract.signUp,
    [409, 429, 503],
  ),
  signIn: call('anyone', 'Signs in with a password.', contract.signIn, [401, 429, 503]),
  signInWithProvider: call(
    'anyone',
    'The address at which signing in with Google begins.',
    contract.signInWithProvider,
  ),
  sendCode: call(
    'anyone',
    'Sends a password recovery email, if the address has an account.',
    contract.sendCode,
    [429],
  ),
  lookup: call('member', 'The account of the signed-in customer.', contract.lookup, [404]),
  deleteAccount: call(
    'member',
    'Deletes the account of the signed-in customer.',
    contract.deleteAccount,
    [429],
  ),
  revoke: call('anyone', 'Signs out, here or everywhere.', contract.revoke, [401]),
  refresh: call('member', 'Renews the login session.', contract.refresh),
  report: call('anyone', 'Logs a failure that only the browser sees.', contract.report, [429]),
  recaptchaConfig: call('anyone', 'Whether a captcha is asked for.', {
    response: contract.recaptchaConfig,
  }),
  passwordPolicy: call('anyone', 'The rules for passwords.', { response: contract.passwordPolicy }),
  authorizedDomains: call('anyone', 'The hosts whose pages may sign people in.', {
    response: contract.authorizedDomains,
  }),
}
