import { createServer } from 'node:http'

import type { FastifyServerFactory } from 'fastify'

import { isReadable } from '#server/security/reject-unreadable-urls.ts'

import type { PageCache } from './page-cache.ts'

export type CacheFirstOptions = {
  pages: PageCache
  /** While closing, Fastify responds to everything and ends the connections. */
  isClosing: () => boolean
  requestTimeout: number
  keepAliveTimeout: number
}

/** How long a client may take to send its headers, and how often Node checks that; in ms. */
const headersTimeout = 10_000
const connectionsCheckingInterval = 5_000

/** The HTTP server: sends cached pages at the cost of bare `node:http`, and hands the rest to Fastify. */
export const cacheFirstServer =
  ({
    pages,
    isClosing,
    requestTimeout,
    keepAliveTimeout,
  }: CacheFirstOptions): FastifyServerFactory =>
  (handler) => {
    const timeouts = {
      requestTimeout,
      keepAliveTimeout,
      headersTimeout,
      connectionsCheckingInterval,
    }
    const server = createServer(timeouts, (request, response) => {
      const toFastify = () => handler(request, response)
      const isCached =
        !isClosing() && isReadable(request) && pages.respond(request, response, toFastify)
      if (!isCached) toFastify()
    })
    return server
  }
