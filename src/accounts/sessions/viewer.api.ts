import { parseCookie } from 'cookie'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'

import { isLimitedCall } from '#platform/access/limited-session.rules.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { ApiError } from '#platform/api/errors.api.ts'
import { notSignedIn } from '#platform/api/operation.api.ts'
import { ageGateOf } from '#platform/http/age-gate.rules.ts'
import type { Services } from '#platform/services/services.ts'

import { identify } from './login-session.actions.server.ts'

/** A hook that reads the signed-in user from the session cookie before any call. */
export function identifyCaller(services: Services): onRequestHookHandler {
  return async (request, reply) => {
    const cookie = request.headers.cookie
    if (!cookie) return
    if (request.method === 'POST' && ageGateOf(parseCookie(cookie)) === 'refused') {
      throw new ApiError(403, 'not-allowed', 'You must be 21 or older.')
    }
    const { viewer, cookies } = await identify(services, new Headers({ cookie }))
    if (viewer?.isLimited && !isForLimited(request)) {
      throw new ApiError(403, 'confirm', 'Please confirm it’s you.')
    }
    request.viewer = viewer
    if (cookies.length > 0) reply.header('set-cookie', cookies)
  }
}

/** Whether a limited login session, opened by a purchase link, may make this call. */
function isForLimited({ method, routeOptions }: FastifyRequest): boolean {
  const path = routeOptions.url?.replace(/^\/api(?=\/)/, '')
  return isLimitedCall(`${method === 'HEAD' ? 'GET' : method} ${path}`)
}

/** The signed-in user of a member's call. */
export function callerOf(request: FastifyRequest): SignedIn {
  if (!request.viewer) throw notSignedIn()
  return request.viewer
}
