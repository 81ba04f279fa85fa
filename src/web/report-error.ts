import type { RouterContextProvider } from 'react-router'
import { isRouteErrorResponse } from 'react-router'

import { logContext, requestContext } from './context.ts'

/** Logs what was not expected, once, under the request's id. */
export function reportError(
  error: unknown,
  request: Request,
  context: Readonly<RouterContextProvider>,
): void {
  if (isRouteErrorResponse(error) && error.status < 500) return
  context
    .get(logContext)
    .error(
      { err: error, reqId: context.get(requestContext).id, path: new URL(request.url).pathname },
      'a page failed',
    )
}
