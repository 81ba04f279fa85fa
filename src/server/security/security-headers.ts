import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { onRequestAsyncHookHandler } from 'fastify'

import type { Env } from '../env.ts'

/** Security headers of every answer. Scripts run only with this request's nonce or from our host. */
export function securityHeaders(env: Env): FastifyHelmetOptions {
  const secure = env.PUBLIC_URL.startsWith('https:')
  const riddle = env.CAPTCHA_SITE_KEY ? [new URL(env.CAPTCHA_SCRIPT_URL).origin] : []
  return {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...riddle],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: [
          "'self'",
          ...(env.GOOGLE_CLIENT_ID ? [new URL(env.GOOGLE_DISCOVERY_URL).origin] : []),
        ],
        ...(riddle.length > 0 && { frameSrc: riddle }),
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // A window that goes to Google and comes back must stay known to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  }
}

/** What no page of ours asks a browser for; paying by it, the card panel alone (`pages.ts`). */
export const permissions = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'display-capture'],
  ...['geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'serial', 'usb'],
  ...['screen-wake-lock', 'xr-spatial-tracking', 'payment'],
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Beside helmet's: what the browser may not do, and that nothing is kept unless somebody says so. */
export const furtherHeaders: onRequestAsyncHookHandler = async (_request, reply) => {
  reply.header('permissions-policy', permissions)
  reply.header('cache-control', 'no-store')
}
