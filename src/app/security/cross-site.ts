import type { onRequestHookHandler } from 'fastify'

import { ApiError } from '#platform/api/errors.api.ts'
import { paths } from '#platform/http/paths.rules.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Calls by servers, with a signature. */
const signedCalls = new Set<string>([paths.paymentWebhook()])

/**
 * Refuses writes from pages of other sites (CSRF): the browser's `Origin` or `Sec-Fetch-Site` must be
 * this shop or an allowed origin. What sends neither is no browser of today, and an older one keeps our
 * cookies, which are SameSite Lax, from other sites' writes.
 */
export function rejectCrossSite(rules: {
  allowedOrigins: readonly string[]
  /** Outside production the shop may be opened under any host name of this machine. */
  anyOwnHost: boolean
}): onRequestHookHandler {
  return async (request) => {
    if (safe.has(request.method)) return
    const path = request.url.split('?', 1)[0]!
    if (signedCalls.has(path)) return
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    const isOurs =
      origin === undefined
        ? site === undefined || site === 'same-origin'
        : rules.allowedOrigins.includes(origin) ||
          (rules.anyOwnHost && origin === `${request.protocol}://${request.host}`)
    if (isOurs) return
    request.log.warn({ code: 'cross-site', route: request.routeOptions.url }, 'request refused')
    throw new ApiError(403, 'cross-site', 'This request came from another site.')
  }
}
