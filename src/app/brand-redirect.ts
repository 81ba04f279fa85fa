import type { onRequestHookHandler } from 'fastify'

/**
 * Redirects these pages to `brandUrl`, with 302 so that browsers do not cache it. Sign-in, emailed links
 * and the return from a payment are not among them.
 */
export function redirectToBrand(
  brandUrl: string,
  redirectedPaths: Iterable<string>,
): onRequestHookHandler {
  const redirected = new Set(redirectedPaths)
  return async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const pathname = request.url.split('?', 1)[0]!
    // The router matches addresses in any case.
    if (!redirected.has(pathname.toLowerCase().replace(/(?<=.)\/$/, ''))) return
    return reply.header('cache-control', 'no-store').redirect(brandUrl, 302)
  }
}
