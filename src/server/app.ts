import { randomBytes } from 'node:crypto'

import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyUnderPressure from '@fastify/under-pressure'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fastify from 'fastify'

import { apiRoutes } from '#api/routes.ts'

import { refuseCrossSite } from './cross-site.ts'
import type { Env } from './env.ts'
import { healthRoute } from './health.ts'
import { pages } from './pages.ts'
import { securityHeaders } from './security-headers.ts'
import { staticFiles } from './static-files.ts'
import type { House } from './wire.ts'

export type AppOptions = { env: Env; house: House; logger: FastifyBaseLogger }

/** Largest body of a form or an API call, in bytes. */
export const bodyLimit = 64 * 1024

/** The whole HTTP surface of the shop as one map. */
export async function openApp({ env, house, logger }: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: logger,
    disableRequestLogging: true,
    bodyLimit,
    trustProxy: env.TRUSTED_PROXIES?.split(',') ?? false,
    genReqId: () => randomBytes(8).toString('hex'),
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
  })

  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: 3_000,
    message: 'The shop is very busy. Please try again in a moment.',
    retryAfter: 5,
  })
  await app.register(fastifyCookie)
  await app.register(fastifyHelmet, securityHeaders(env))
  app.addHook('onRequest', refuseCrossSite(env.PUBLIC_URL))

  healthRoute(app, house)
  await app.register(staticFiles)
  await app.register(apiRoutes, { prefix: '/api', shop: house.shop })
  await app.register(pages, { env, house })
  return app
}
