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

/**
 * The HTTP server itself: kept pages are answered here, at the cost of bare `node:http`; all else
 * goes on to Fastify.
 */
export const frontDoor =
  ({ pages, isClosing, requestTimeout, keepAliveTimeout }: FrontDoorParts): FastifyServerFactory =>
  (handler) => {
    const server = createServer({ requestTimeout, keepAliveTimeout }, (request, response) => {
      const toFastify = () => handler(request, response)
      if (isClosing() || !pages.answer(request, response, toFastify)) toFastify()
    })
    return server
  }
