import { createServer } from 'node:http'

import type { FastifyServerFactory } from 'fastify'

import { isReadable } from '../security/reject-unreadable-urls.ts'

import type { PageCache } from './page-cache.ts'

type CacheFirstOptions = {
  pages: PageCache
  /** While closing, Fastify handles every request and ends the connections. */
  isClosing: () => boolean
  /** Whether people wait in line for this address, which Fastify decides. */
  isInLine: (url: string) => boolean
  requestTimeout: number
  keepAliveTimeout: number
}

/** Timeout of a request's headers, and how often Node checks it; in milliseconds. */
const headersTimeout = 10_000
const connectionsCheckingInterval = 5_000

/** Creates the HTTP server: it sends cached pages itself, as fast as `node:http` can, and passes the rest to Fastify. */
export const cacheFirstServer =
  ({ pages, isClosing, isInLine, ...timeouts }: CacheFirstOptions): FastifyServerFactory =>
  (handler) =>
    createServer(
      { ...timeouts, headersTimeout, connectionsCheckingInterval },
      (request, response) => {
        const toFastify = () => handler(request, response)
        const isCached =
          !isClosing() &&
          !isInLine(request.url!) &&
          isReadable(request) &&
          pages.respond(request, response, toFastify)
        if (!isCached) toFastify()
      },
    )
