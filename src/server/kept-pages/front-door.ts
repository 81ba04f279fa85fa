import { createServer } from 'node:http'

import type { FastifyServerFactory } from 'fastify'

import type { PageCache } from './page-cache.ts'

export type FrontDoorParts = {
  pages: PageCache
  /** From then on Fastify answers everything, so that connections end. */
  isClosing: () => boolean
  requestTimeout: number
  keepAliveTimeout: number
}

/** How long a client may take to say what it wants, and how often that is looked after; in ms. */
const headersTimeout = 10_000
const connectionsCheckingInterval = 5_000

/**
 * The HTTP server itself: kept pages are answered here, at the cost of bare `node:http`; all else
 * goes on to Fastify.
 */
export const frontDoor =
  ({ pages, isClosing, requestTimeout, keepAliveTimeout }: FrontDoorParts): FastifyServerFactory =>
  (handler) => {
    const timeouts = {
      requestTimeout,
      keepAliveTimeout,
      headersTimeout,
      connectionsCheckingInterval,
    }
    const server = createServer(timeouts, (request, response) => {
      const toFastify = () => handler(request, response)
      if (isClosing() || !pages.answer(request, response, toFastify)) toFastify()
    })
    return server
  }
