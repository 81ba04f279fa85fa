import type { onRequestHookHandler } from 'fastify'

import { sendApiError } from '#api/errors.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Called by other machines, with a proof of their own. */
const fromMachines = new Set(['/api/stripe/webhook'])

/**
 * Refuses writes that another site's page sends in a visitor's name: the browser says where a
 * request comes from (`Origin`, `Sec-Fetch-Site`), and it has to be this shop or an origin it allows.
 */
export function refuseCrossSite(rules: {
  allowedOrigins: readonly string[]
  /** A demo may be opened under any name this machine has; production only under its own. */
  anyNameOfOurs: boolean
}): onRequestHookHandler {
  return async (request, reply) => {
    if (safe.has(request.method)) return
    const path = request.url.split('?', 1)[0]!
    if (fromMachines.has(path)) return
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    const isOurs =
      origin === undefined
        ? site === undefined || site === 'same-origin'
        : rules.allowedOrigins.includes(origin) ||
          (rules.anyNameOfOurs && origin === `${request.protocol}://${request.host}`)
    if (isOurs) return
    return sendApiError(request, reply, 403, 'cross-site', 'This request came from another site.')
  }
}
