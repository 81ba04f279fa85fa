import fastifyFormbody from '@fastify/formbody'
import type { FastifyPluginAsync, HTTPMethods } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

import type { Shop } from '#use-cases/shop.ts'

import { cardRoutes } from './card-routes.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { apiErrorHandler, ApiFault, sendApiError } from './errors.ts'
import { historyRoutes } from './history-routes.ts'
import { identityReportRoute } from './identity-report-route.ts'
import { offerRoutes } from './offer-routes.ts'
import { identityRoutes } from './identity-routes.ts'
import { identifyCaller } from './viewer.ts'
import { documentCalls } from './openapi.ts'
import { operation } from './operation.ts'
import { webhookRoute } from './webhook-route.ts'

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const isUp = operation({
  summary: 'Says that the service is up.',
  about: 'service',
  who: 'anyone',
  answer: z.object({ status: z.literal('up') }),
})

/** The product backend of the specification's section 7, under `/api`. */
export const apiRoutes: FastifyPluginAsync<{ shop: Shop }> = async (app, { shop }) => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(apiErrorHandler)
  app.setNotFoundHandler((request, reply) =>
    sendApiError(request, reply, 404, 'not-found', 'There is no such call.'),
  )

  // Each path is taken by the methods it has; the others are told so.
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = taken.get(url) ?? new Set()
    for (const one of Array.isArray(method) ? method : [method]) known.add(one)
    taken.set(url, known)
  })

  await documentCalls(app)
  await app.register(webhookRoute, { shop })
  await app.register(async (calls) => {
    await calls.register(fastifyFormbody)
    calls.decorateRequest('viewer', null)
    calls.addHook('onRequest', identifyCaller(shop))
    calls.get('/test', isUp, async () => ({ status: 'up' }))
    await calls.register(cardRoutes, { shop })
    await calls.register(checkoutRoutes, { shop })
    await calls.register(customerRoutes, { shop })
    await calls.register(historyRoutes, { shop })
    await calls.register(offerRoutes, { shop })
    await calls.register(identityRoutes, { prefix: '/identity', shop })
    await calls.register(identityReportRoute, { prefix: '/identity', shop })
  })

  for (const [url, known] of taken) {
    const allow = [...known].join(', ')
    const others = methods.filter((method) => !known.has(method))
    app.route({
      method: others,
      schema: { hide: true },
      url: url.replace(/^\/api/, ''),
      handler: (_request, reply) => {
        reply.header('allow', allow)
        throw new ApiFault(405, 'method-not-allowed', 'This call does not take that method.')
      },
    })
  }
}
