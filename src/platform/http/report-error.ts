import type { RouterContextProvider } from 'react-router'
import { isRouteErrorResponse } from 'react-router'

import { logContext, patternContext } from './context.ts'

/** Logs what was not expected, once, under the request's id. */
export function reportError(
  error: unknown,
  request: Request,
  context: Readonly<RouterContextProvider>,
): void {
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { method } = request
  context
    .get(logContext)
    .error({ err: error, method, route: context.get(patternContext) }, 'a page failed')
}
