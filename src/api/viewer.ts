import type { FastifyRequest, onRequestHookHandler } from 'fastify'

import type { Viewer } from '#data/people/users.ts'
import type { Shop } from '#use-cases/shop.ts'

import { ApiFault } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
}

/** Finds out who asks, from the session cookie, before any call runs. */
export function identifyCaller(shop: Shop): onRequestHookHandler {
  return async (request, reply) => {
    const cookie = request.headers.cookie
    if (!cookie) return
    const { viewer, cookies } = await shop.identify(new Headers({ cookie }))
    request.viewer = viewer
    if (cookies.length > 0) reply.header('set-cookie', cookies)
  }
}

/** The signed-in caller; 401 for anybody else. */
export function callerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new ApiFault(401, 'not-signed-in', 'Please log in first.')
  return request.viewer
}
