import fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { apiErrorHandler } from './errors.api.ts'
import { operation } from './operation.api.ts'

test('a call reads the query that it names, and refuses another', async () => {
  const app = fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(apiErrorHandler)
  const doubles = operation({
    summary: 'Doubles a number.',
    about: 'service',
    who: 'anyone',
    query: z.object({ number: z.coerce.number().int() }),
    response: z.object({ doubled: z.number() }),
  })
  app.get('/double', doubles, async ({ query }) => ({ doubled: query.number * 2 }))

  const good = await app.inject('/double?number=21')
  expect(good.json()).toEqual({ doubled: 42 })
  const bad = await app.inject('/double?number=many')
  expect(bad.statusCode).toBe(422)
  expect(bad.json().error.code).toBe('invalid-values')
})
