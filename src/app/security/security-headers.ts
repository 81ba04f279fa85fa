import { createHash } from 'node:crypto'

import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { onRequestAsyncHookHandler } from 'fastify'

import { viewTransitionStyle } from '#platform/http/view-transition.ts'

import type { Env } from '../env.ts'

const hashSource = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Security headers of every response. Scripts run only from our host or with the nonce of the request. */
export function securityHeaders(env: Env): FastifyHelmetOptions {
  const secure = env.PUBLIC_URL.startsWith('https:')
  const captcha = env.CAPTCHA_SITE_KEY ? [new URL(env.CAPTCHA_SCRIPT_URL).origin] : []
  return {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...captcha],
        styleSrc: ["'self'", hashSource(viewTransitionStyle)],
        imgSrc: ["'self'", 'data:'],
        // The styles of the age gate contain the glyphs of a first visit.
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        formAction: [
          "'self'",
          ...(env.GOOGLE_CLIENT_ID ? [new URL(env.GOOGLE_DISCOVERY_URL).origin] : []),
        ],
        ...(captcha.length > 0 && { frameSrc: captcha }),
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
    // The popup that returns from Google must keep its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  }
}

/** Browser features that no page uses; payment is allowed to the card panel alone (`pages.ts`). */
export const permissions = [
  ...['accelerometer', 'autoplay', 'browsing-topics', 'camera', 'display-capture'],
  ...['geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'serial', 'usb'],
  ...['screen-wake-lock', 'xr-spatial-tracking', 'payment'],
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Headers besides helmet's: the permissions policy, and `no-store` unless a route overrides it. */
export const furtherHeaders: onRequestAsyncHookHandler = async (_request, reply) => {
  reply.header('permissions-policy', permissions)
  reply.header('cache-control', 'no-store')
}
