import { createServer } from 'node:http'

import type { FastifyServerFactory } from 'fastify'

import type { PageCache } from './page-cache.ts'

export type FrontDoorParts = {
  pages: PageCache
  requestTimeout: number
  keepAliveTimeout: number
}

/**
 * The HTTP server itself: kept pages are answered here, at the cost of bare `node:http`; all else
 * goes on to Fastify. While the server closes, Fastify answers, so that connections end.
 */
export const frontDoor =
  ({ pages, requestTimeout, keepAliveTimeout }: FrontDoorParts): FastifyServerFactory =>
  (handler) => {
    const server = createServer({ requestTimeout, keepAliveTimeout }, (request, response) => {
      const toFastify = () => handler(request, response)
      if (!server.listening || !pages.answer(request, response, toFastify)) toFastify()
    })
    return server
  }
