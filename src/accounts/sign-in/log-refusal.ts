import type { RouterContextProvider } from 'react-router'

import { logContext, requestContext } from '#platform/http/context.ts'

import type { IdentityCode } from './identity-codes.rules.ts'
import { isLogged } from './identity-codes.rules.ts'

/** Logs what section 8 of the specification only logs: the form and the code, no personal data. */
export function logRefusal(
  context: Readonly<RouterContextProvider>,
  at: string,
  code: IdentityCode,
): void {
  if (!isLogged(code)) return
  const { id } = context.get(requestContext)
  context.get(logContext).warn({ code, reqId: id }, `${at} was refused`)
}
