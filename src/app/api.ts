import fastifyFormbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, HTTPMethods } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { identifyCaller } from '#accounts/sessions/viewer.api.ts'
import type { Calls } from '#platform/api/calls.ts'
import { apiErrorHandler, ApiError } from '#platform/api/errors.api.ts'
import { documentCalls } from '#platform/api/openapi.api.ts'
import { operation } from '#platform/api/operation.api.ts'
import type { Services } from '#platform/services/services.ts'

import { modules } from './modules.server.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const isUp = operation({
  summary: 'Says that the service is up.',
  about: 'service',
  who: 'anyone',
  response: z.object({ status: z.literal('up') }),
})

type Options = {
  services: Services
  /** Over HTTPS only cookies whose name begins with `__Host-` are read. */
  publicUrl?: string
  /** Converts errors of services behind the calls, such as an unavailable database. */
  failureOf?: (error: FastifyError) => FastifyError
}

/** The product backend of the specification's section 7, under `/api`. */
export const apiRoutes: FastifyPluginAsync<Options> = async (
  app,
  { services, failureOf, publicUrl = 'https://localhost' },
) => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler((error: FastifyError, request, reply) =>
    apiErrorHandler(failureOf?.(error) ?? error, request, reply),
  )
  app.setNotFoundHandler(() => {
    throw new ApiError(404, 'not-found', 'There is no such call.')
  })
  // The methods of each path; any other gets 405.
  const allowed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = allowed.get(url) ?? new Set()
    for (const one of Array.isArray(method) ? method : [method]) known.add(one)
    allowed.set(url, known)
  })

  await documentCalls(app)
  const all = modules.flatMap(({ calls = [] }) => calls)
  const register = async (to: FastifyInstance, { routes, prefix = '' }: Calls) =>
    to.register(routes, { prefix, services, publicUrl })
  for (const calls of all.filter(({ isWebhook }) => isWebhook)) await register(app, calls)
  await app.register(async (calls) => {
    await calls.register(fastifyFormbody)
    calls.decorateRequest('viewer', null)
    calls.addHook('onRequest', identifyCaller(services))
    calls.get('/test', isUp, async () => ({ status: 'up' }))
    for (const one of all.filter(({ isWebhook }) => !isWebhook)) await register(calls, one)
  })

  for (const [url, known] of allowed) {
    const allow = [...known].join(', ')
    const others = methods.filter((method) => !known.has(method))
    app.route({
      method: others,
      schema: { hide: true },
      url: url.replace(/^\/api/, ''),
      // Before the body is looked at, which may be of a kind that no call takes.
      onRequest: async (_request, reply) => {
        reply.header('allow', allow)
        throw new ApiError(405, 'method-not-allowed', 'This call does not take that method.')
      },
      handler: () => {},
    })
  }
}
