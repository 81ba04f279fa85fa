import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { operation } from './operation.ts'

const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Kohue',
    version: '1.0.0',
    description:
      'The product backend of the shop. Who pays, what, and how much is the server’s to know: what a caller says of it is compared, and refused when it disagrees. Amounts are cents.',
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'buying', description: 'To the payment page.' },
    { name: 'cards', description: 'Paying by card in the shop’s own page.' },
    { name: 'customers', description: 'The member’s customer at the payment provider.' },
    { name: 'history', description: 'What was paid.' },
    { name: 'identity', description: 'Who is who.' },
    { name: 'service', description: 'The service itself.' },
  ],
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
} as const

/** `/api/identity/sign-up` → `identitySignUp`: what generated clients call it. */
const nameOf = (url: string): string =>
  url
    .replace(/^\/api\//, '')
    .replace(/:\w+|\.json$/g, '')
    .replace(/[^A-Za-z0-9]+(\w?)/g, (_match, next: string) => next.toUpperCase())

/** Collects every call that is registered after it into one OpenAPI document. */
export async function documentCalls(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: structuredClone(openapi) as unknown as NonNullable<
      Parameters<typeof fastifySwagger>[1]
    > extends { openapi?: infer Document }
      ? Document
      : never,
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
