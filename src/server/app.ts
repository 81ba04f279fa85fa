import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { getHeapStatistics } from 'node:v8'

import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyUnderPressure from '@fastify/under-pressure'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fastify, { LogController } from 'fastify'

import { apiRoutes } from '#api/routes.ts'

import { redirectToBrand } from './brand-redirect.ts'
import type { Env } from './env.ts'
import { found } from './found.ts'
import {
  endConnectionsWhileClosing,
  endSilentConnectionsOnClose,
  healthRoutes,
  refuseWhileOpening,
} from './health.ts'
import { cookieOf } from './kept-pages/cached-pages.ts'
import { frontDoor } from './kept-pages/front-door.ts'
import { partsFrom } from './kept-pages/inline-parts.ts'
import { pageCache } from './kept-pages/page-cache.ts'
import { liveListLines } from './live-lists.ts'
import { nameRequests } from './observability/log.ts'
import { metricsRoute } from './observability/metrics-route.ts'
import { openMetrics } from './observability/metrics.ts'
import { countQueries } from './observability/query-count.ts'
import type { Tracing } from './observability/tracing.ts'
import { pages } from './pages.ts'
import { plainPageHandler } from './plain-page.ts'
import { allowedOrigins } from './security/allowed-origins.ts'
import { refuseCrossSite } from './security/cross-site.ts'
import { refuseUnreadableAddress, refuseUnreadableCall } from './security/readable.ts'
import { furtherHeaders, securityHeaders } from './security/security-headers.ts'
import { staticFiles } from './static-files.ts'
import type { House } from './wire.ts'

export type AppOptions = {
  env: Env
  house: House
  logger: FastifyBaseLogger
  tracing?: Tracing | null
}

/** Largest body of a form or an API call, in bytes. */
export const bodyLimit = 64 * 1024

const timeouts = { requestTimeout: 30_000, keepAliveTimeout: 65_000 }

/** The whole HTTP surface of the shop as one map. */
export async function openApp({
  env,
  house,
  logger,
  tracing,
}: AppOptions): Promise<FastifyInstance> {
  const brandUrl = env.REDIRECT_FLAG ? env.BRAND_URL : undefined
  const kept = pageCache({
    // Kept pages are answered before any hook: while public pages give way, none is kept.
    ...(brandUrl && { pages: {} }),
    render: async (path, gate) => {
      const answer = await app.inject({
        url: path,
        headers: {
          host: new URL(env.PUBLIC_URL).host,
          cookie: cookieOf[gate],
          'user-agent': 'bot',
        },
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload }
    },
    readPart: partsFrom(resolve('build/client')),
    onError: (err, path) => logger.error({ err, path }, 'a page could not be kept'),
  })
  const app: FastifyInstance = fastify({
    serverFactory: frontDoor({
      pages: kept,
      isClosing: () => house.standing === 'closing',
      ...timeouts,
    }),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: env.TRUSTED_PROXIES?.split(',') ?? false,
    frameworkErrors: plainPageHandler,
    // A request that still comes over an open connection is answered; new connections are not taken.
    return503OnClosing: false,
    // Of those that Node draws ahead: a draw of its own is a call into the system.
    genReqId: () => randomUUID().replaceAll('-', '').slice(0, 16),
  })

  app.setErrorHandler(plainPageHandler)
  nameRequests(app)
  tracing?.watchRequests(app)
  await app.register(fastifyHelmet, securityHeaders(env))
  app.addHook('onRequest', furtherHeaders)
  app.addHook('onRequest', refuseUnreadableAddress)
  app.addHook('preValidation', refuseUnreadableCall)
  app.addHook('onRequest', refuseWhileOpening(house))
  app.addHook('onSend', endConnectionsWhileClosing(house))
  endSilentConnectionsOnClose(app)
  const metrics = openMetrics(app, house, kept)
  if (env.COUNT_QUERIES) countQueries(app, house.pool)
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: 3_000,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.9,
    message: 'The shop is very busy. Please try again in a moment.',
    retryAfter: 5,
  })
  await app.register(fastifyCookie)
  app.addHook(
    'onRequest',
    refuseCrossSite({
      allowedOrigins: allowedOrigins(env),
      anyNameOfOurs: env.NODE_ENV !== 'production',
    }),
  )

  if (brandUrl) app.addHook('onRequest', redirectToBrand(brandUrl))
  healthRoutes(app, house)
  metricsRoute(app, metrics, env)
  await app.register(staticFiles)
  await app.register(found, { publicUrl: env.PUBLIC_URL })
  await app.register(apiRoutes, { prefix: '/api', shop: house.shop })
  await app.register(liveListLines, { shop: house.shop, changes: house.changes })
  await app.register(pages, { env, house })
  return app
}
