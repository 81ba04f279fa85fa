import type { FastifyPluginAsync } from 'fastify'

import type { Shop } from '#use-cases/shop.ts'

import { sendApiError } from './errors.ts'

/** The product backend of the specification's section 7, under `/api`. */
export const apiRoutes: FastifyPluginAsync<{ shop: Shop }> = async (app) => {
  app.get('/test', async () => ({ ok: true }))
  app.setNotFoundHandler((request, reply) =>
    sendApiError(request, reply, 404, 'not-found', 'There is no such call.'),
  )
}
