import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { getHeapStatistics } from 'node:v8'

import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyUnderPressure from '@fastify/under-pressure'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fastify, { LogController } from 'fastify'
import * as build from 'virtual:react-router/server-build'

import { roleNow } from '#accounts/sessions/login-session.actions.server.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { apiRoutes } from './api.ts'
import { redirectToBrand } from './brand-redirect.ts'
import { namedFailure } from './database-unavailable.ts'
import type { DevMode } from './dev-mode.ts'
import { addDevClient } from './dev-mode.ts'
import type { Env } from './env.ts'
import { errorPages } from './error-page.ts'
import {
  endConnectionsWhileClosing,
  endSilentConnectionsOnClose,
  healthRoutes,
  Overburdened,
  refuseWhileOpening,
} from './health.ts'
import { liveListStreams } from './live-lists.ts'
import { addRequestIds } from './observability/log.ts'
import { metricsRoute } from './observability/metrics-route.ts'
import { createMetrics } from './observability/metrics.ts'
import { countQueries } from './observability/query-count.ts'
import type { Tracing } from './observability/tracing.ts'
import { cacheFirstServer } from './page-cache/cache-first-server.ts'
import { ageCookieOf, cacheablePages } from './page-cache/cacheable-pages.ts'
import { partsFrom } from './page-cache/inline-parts.ts'
import { pageCache } from './page-cache/page-cache.ts'
import { pageFacts } from './page-facts.ts'
import { pages } from './pages.ts'
import { addRetryAfter } from './retry-after.ts'
import { robotsAndSitemap } from './robots-and-sitemap.ts'
import { allowedOrigins } from './security/allowed-origins.ts'
import { rejectCrossSite } from './security/cross-site.ts'
import { rejectUnreadableUrl, rejectUnreadableBody } from './security/reject-unreadable-urls.ts'
import { furtherHeaders, securityHeaders } from './security/security-headers.ts'
import type { App } from './services.ts'
import { staticFiles } from './static-files.ts'
import { uploadedFiles } from './uploaded-files.ts'
import { linePath, sendNews, waitingLine } from './waiting-line.ts'

type AppOptions = {
  env: Env
  app: App
  logger: FastifyBaseLogger
  tracing?: Tracing | null
  dev?: DevMode | undefined
}

/** Largest body of a form or an API call, in bytes. */
export const bodyLimit = 64 * 1024

const timeouts = { requestTimeout: 30_000, keepAliveTimeout: 65_000 }

/** The proxies whose X-Forwarded-For is trusted; `none` means that there are none. */
const trustedProxies = ({ TRUSTED_PROXIES: list }: Env): string[] | false =>
  !list || list === 'none' ? false : list.split(',').map((address) => address.trim())

/** Creates the HTTP server with all hooks and routes of the shop. */
export async function createHttpServer(options: AppOptions): Promise<FastifyInstance> {
  const { env, app, logger, tracing, dev } = options
  const facts = pageFacts(build.routes)
  const pathsWith = (fact: 'inSitemap' | 'redirected') =>
    facts.filter((page) => page[fact]).map(({ path }) => path)
  const brandUrl = env.REDIRECT_FLAG ? env.BRAND_URL : undefined
  const cachedPages = pageCache({
    // Cached pages are sent before any hook runs, so none is cached while they are redirected.
    pages: brandUrl || dev ? {} : cacheablePages(facts),
    render: async (path, gate) => {
      const response = await server.inject({
        url: path,
        headers: {
          host: new URL(env.PUBLIC_URL).host,
          cookie: ageCookieOf[gate],
          'user-agent': 'bot',
        },
      })
      return { status: response.statusCode, headers: response.headers, body: response.rawPayload }
    },
    readPart: partsFrom(resolve('build/client')),
    onError: (err, path) => logger.error({ err, path }, 'page not cached'),
  })
  const { errorHandler, notFoundHandler } = errorPages(env.PAGE_TITLE, env.REHEARSAL)
  const server: FastifyInstance = fastify({
    serverFactory: cacheFirstServer({
      pages: cachedPages,
      isClosing: () => app.lifecycle === 'closing',
      isInLine: (url) => app.waitingRoom.isInLine(url),
      poll: { url: linePath, answer: (_, response) => sendNews(app.waitingRoom, response) },
      ...timeouts,
    }),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: trustedProxies(env),
    frameworkErrors: errorHandler,
    // Requests on open connections are still served; new connections are refused.
    return503OnClosing: false,
    // `randomUUID` has a cache of random values; other functions make a system call each.
    genReqId: () => randomUUID().replaceAll('-', '').slice(0, 16),
  })

  server.setErrorHandler(errorHandler)
  server.setNotFoundHandler(notFoundHandler)
  server.addHook('onSend', addRetryAfter)
  addRequestIds(server)
  tracing?.watchRequests(server)
  await server.register(fastifyHelmet, securityHeaders(env))
  server.addHook('onRequest', furtherHeaders)
  server.addHook('onRequest', rejectUnreadableUrl)
  server.addHook('preValidation', rejectUnreadableBody)
  server.addHook('onRequest', refuseWhileOpening(app))
  server.addHook(
    'onRequest',
    rejectCrossSite({
      allowedOrigins: allowedOrigins(env),
      anyOwnHost: env.NODE_ENV !== 'production',
    }),
  )
  waitingLine(server, app, env)
  server.addHook('onSend', endConnectionsWhileClosing(app))
  endSilentConnectionsOnClose(server)
  const metrics = createMetrics(server, app, cachedPages)
  if (env.COUNT_QUERIES) countQueries(server, app.pool)
  await server.register(fastifyUnderPressure, {
    maxEventLoopDelay: 3_000,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * 0.9,
    customError: Overburdened,
    retryAfter: 5,
  })
  await server.register(fastifyCookie)

  if (brandUrl) server.addHook('onRequest', redirectToBrand(brandUrl, pathsWith('redirected')))
  healthRoutes(server, app)
  metricsRoute(server, metrics, env)
  // In development Vite serves the files.
  if (dev) addDevClient(server, dev)
  else await server.register(staticFiles, { env })
  await server.register(uploadedFiles, { services: app.services })
  await server.register(robotsAndSitemap, {
    publicUrl: env.PUBLIC_URL,
    sitemapPaths: pathsWith('inSitemap'),
  })
  await server.register(apiRoutes, {
    prefix: paths.api(),
    services: app.services,
    publicUrl: env.PUBLIC_URL,
    failureOf: namedFailure,
  })
  await server.register(liveListStreams, {
    accessOf: (headers) => roleNow(app.services, headers),
    changes: app.changes,
  })
  await server.register(pages, { env, app, dev })
  return server
}
