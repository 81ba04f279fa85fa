import type { MiddlewareFunction } from 'react-router'

import {
  codeDueContext,
  outageContext,
  patternContext,
  servicesContext,
  viewerContext,
} from '#platform/http/context.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { identify } from './login-session.actions.server.ts'

/** Identifies the viewer once per request, and passes on the cookies of a renewed login session. */
export const identifyViewer: MiddlewareFunction<Response> = async (
  { request, context, pattern },
  next,
) => {
  context.set(patternContext, pattern)
  const identifying = identify(context.get(servicesContext), request.headers)
  const found = await (keepsTyped(request)
    ? orVisitor(identifying, context.get(outageContext))
    : identifying)
  const { viewer, cookies } = found
  context.set(viewerContext, viewer)
  context.set(codeDueContext, found.isCodeDue ?? false)
  const response = await next()
  // A page's own Set-Cookie of the session, as of logging out, takes precedence.
  const settled = response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])
  for (const cookie of cookies) {
    if (!settled.includes(cookie.split('=', 1)[0])) response.headers.append('set-cookie', cookie)
  }
  return response
}

/**
 * While the database is unavailable, the forms to log in and to register are shown again as they
 * were typed, also to a visitor with a session cookie: their actions report the outage.
 */
const keepsTyped = (request: Request): boolean =>
  request.method === 'POST' &&
  [paths.login(), paths.register()].includes(new URL(request.url).pathname)

async function orVisitor(
  identifying: ReturnType<typeof identify>,
  isOutage: (error: unknown) => boolean,
): ReturnType<typeof identify> {
  try {
    return await identifying
  } catch (error) {
    if (!isOutage(error)) throw error
    return { viewer: null, cookies: [] }
  }
}
