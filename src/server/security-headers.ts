import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { onRequestAsyncHookHandler } from 'fastify'

import type { Env } from './env.ts'

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
          new URL(env.STRIPE_API_BASE ?? 'https://checkout.stripe.com').origin,
          ...[env.PAYMENT_LINK_OFFERING, env.PAYMENT_LINK_OFFER1].flatMap((link) =>
            link ? new URL(link).origin : [],
          ),
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

/** What no page of ours asks a browser for. Paying by the browser is for the provider's script too. */
const permissions = (env: Env) =>
  [
    ...['accelerometer', 'autoplay', 'bluetooth', 'browsing-topics', 'camera', 'display-capture'],
    ...['geolocation', 'gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'serial', 'usb'],
    ...['screen-wake-lock', 'xr-spatial-tracking'],
  ]
    .map((feature) => `${feature}=()`)
    .concat(`payment=(self "${new URL(env.STRIPE_JS_URL).origin}")`)
    .join(', ')

/** Beside helmet's: what the browser may not do, and that nothing is kept unless somebody says so. */
export function furtherHeaders(env: Env): onRequestAsyncHookHandler {
  const policy = permissions(env)
  return async (_request, reply) => {
    reply.header('permissions-policy', policy)
    reply.header('cache-control', 'no-store')
  }
}
