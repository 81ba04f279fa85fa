import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { Shop } from '#use-cases/shop.ts'

import { identityCalls } from './identity-calls.ts'
import { identityError } from './identity-errors.ts'
import { headersOf } from './identity-routes.ts'

/**
 * Logs failures that only happen in the browser: a popup that was closed, no network. Refusals here are not
 * logged, so that nobody can fill the log.
 */
export const identityReportRoute: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop }) => {
  app.post('/report', identityCalls.report, async (request, reply) => {
    if (!(await shop.limitReport(headersOf(request)))) throw identityError('too-many-requests', {})
    const { code, at } = request.body
    request.log.warn({ code, at }, 'sign-in failed in the browser')
    return reply.code(204).send()
  })
}
