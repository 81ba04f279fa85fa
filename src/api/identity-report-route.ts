import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { Shop } from '#use-cases/shop.ts'

import { identityCalls } from './identity-calls.ts'
import { identityFault } from './identity-errors.ts'
import { headersOf } from './identity-routes.ts'

/**
 * Takes the word of browsers for what only they see: a window that was closed, no network. What is
 * refused here is not logged, so that nobody can fill the log.
 */
export const identityReportRoute: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  app.post('/report', identityCalls.report, async (request, reply) => {
    if (!(await shop.admitReport(headersOf(request)))) throw identityFault('too-many-requests', {})
    const { code, at } = request.body
    request.log.warn({ code, at }, 'a browser could not sign somebody in')
    return reply.code(204).send()
  })
}
