import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { operation, subjects } from './operation.api.ts'

const openapi: FastifyDynamicSwaggerOptions['openapi'] = {
  openapi: '3.1.0',
  info: {
    title: 'Kohue',
    version: '1.0.0',
    description:
      'The product backend of the shop. What a request says of user, wine and price is compared with the server’s records, and refused when it differs. Amounts are in cents.',
  },
  servers: [{ url: '/' }],
  tags: Object.entries(subjects).map(([name, description]) => ({ name, description })),
  components: {
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'kohue.session',
        description: 'Set by signing in; `__Host-kohue.session` over HTTPS.',
      },
      providerSignature: {
        type: 'apiKey',
        in: 'header',
        name: 'stripe-signature',
        description: 'The payment provider’s signature over the raw body.',
      },
    },
  },
}

/** `/api/identity/sign-up` → `identitySignUp`: its name in generated clients. */
const nameOf = (url: string): string =>
  url
    .replace(/^\/api\//, '')
    .replace(/:\w+|\.json$/g, '')
    .replace(/[^A-Za-z0-9]+(\w?)/g, (_match, next: string) => next.toUpperCase())

/** Serves an OpenAPI document of every call that is registered after it. */
export async function documentCalls(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi,
    transform: (call) => {
      const { schema, url } = jsonSchemaTransform(call)
      return { schema: { ...schema, operationId: nameOf(url) }, url }
    },
    transformObject: jsonSchemaTransformObject,
  })
  const schema = operation({
    summary: 'This document.',
    about: 'service',
    who: 'anyone',
    response: z.looseObject({ openapi: z.literal('3.1.0') }),
  })
  app.get('/openapi.json', schema, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return app.swagger() as { openapi: '3.1.0' }
  })
}
