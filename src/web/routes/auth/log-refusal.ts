import type { RouterContextProvider } from 'react-router'

import type { IdentityCode } from '#domain/identity-codes.ts'
import { logContext, requestContext } from '#web/context.ts'

/** Refusals that people mend by themselves; all others are logged (specification, section 8). */
const everyday: readonly IdentityCode[] = [
  'missing-email',
  'invalid-email',
  'missing-password',
  'invalid-credential',
  'weak-password',
  'email-already-in-use',
]

export function logRefusal(
  context: Readonly<RouterContextProvider>,
  at: string,
  code: IdentityCode,
): void {
  if (everyday.includes(code)) return
  const { id } = context.get(requestContext)
  context.get(logContext).warn({ code, reqId: id }, `${at} was refused`)
}
