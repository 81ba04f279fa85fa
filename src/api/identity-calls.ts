import type { z } from 'zod'

import * as contract from './identity-contract.ts'
import { operation } from './operation.ts'

const call = <const C extends { body?: z.ZodType; answer?: z.ZodType }>(
  who: 'anyone' | 'member',
  summary: string,
  payloads: C,
  refusals: readonly number[] = [],
) => operation({ about: 'identity', who, summary, refusals, ...payloads })

/** What each operation of the identity service does, for whom, and how it refuses. */
export const identityCalls = {
  signUp: call(
    'anyone',
    'Registers somebody with a password and signs them in.',
    contract.signUp,
    [409, 429],
  ),
  signIn: call('anyone', 'Signs somebody in with a password.', contract.signIn, [401, 429]),
  signInWithProvider: call(
    'anyone',
    'Where signing in with Google begins.',
    contract.signInWithProvider,
  ),
  sendCode: call(
    'anyone',
    'Sends a letter to choose a new password, if the address is known.',
    contract.sendCode,
    [429],
  ),
  lookup: call('member', 'The account of who is signed in.', contract.lookup, [404]),
  deleteAccount: call(
    'member',
    'Deletes the account of who is signed in.',
    contract.deleteAccount,
    [429],
  ),
  revoke: call('anyone', 'Signs out, here or everywhere.', contract.revoke, [401]),
  refresh: call('member', 'Renews the session.', contract.refresh),
  report: call('anyone', 'Takes a browser’s word for what only it sees.', contract.report, [429]),
  recaptchaConfig: call('anyone', 'Whether a riddle is asked.', {
    answer: contract.recaptchaConfig,
  }),
  passwordPolicy: call('anyone', 'What a password must have.', { answer: contract.passwordPolicy }),
  authorizedDomains: call('anyone', 'Where people may sign in from.', {
    answer: contract.authorizedDomains,
  }),
}
