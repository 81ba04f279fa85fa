import type { RequestListener } from 'node:http'
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
  /** Where those who wait ask how far the line is, and what answers them. */
  poll: { url: string; answer: RequestListener }
  requestTimeout: number
  keepAliveTimeout: number
}

/** Timeout of a request's headers, and how often Node checks it; in milliseconds. */
const headersTimeout = 10_000
const connectionsCheckingInterval = 5_000

/** Creates the HTTP server: it sends cached pages and the line's news itself, as fast as `node:http` can, and passes the rest to Fastify. */
export const cacheFirstServer =
  ({ pages, isClosing, isInLine, poll, ...timeouts }: CacheFirstOptions): FastifyServerFactory =>
  (handler) =>
    createServer(
      { ...timeouts, headersTimeout, connectionsCheckingInterval },
      (request, response) => {
        const { url, method } = request
        if (url === poll.url && method === 'GET' && !isClosing() && isReadable(request)) {
          poll.answer(request, response)
          return
        }
        const toFastify = () => handler(request, response)
        const isCached =
          !isClosing() &&
          !isInLine(url!) &&
          isReadable(request) &&
          pages.respond(request, response, toFastify)
        if (!isCached) toFastify()
      },
    )
