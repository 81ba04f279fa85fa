import fastify from 'fastify'
import { expect, test } from 'vitest'

import { errorHandler, notFoundHandler } from './error-page.ts'

test('errors before rendering show a page with the request id and no internals', async () => {
  const server = fastify({ bodyLimit: 100 })
  server.setErrorHandler(errorHandler)
  server.setNotFoundHandler(notFoundHandler)
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  server.post('/form', async () => 'taken')
  server.get('/broken', async () => {
    throw new Error('an internal detail')
  })

  const tooLarge = await server.inject({
    method: 'POST',
    url: '/form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'x'.repeat(200),
  })
  expect(tooLarge.statusCode).toBe(413)
  expect(tooLarge.body).toContain('This is too large for one form')

  const broken = await server.inject({ url: '/broken' })
  expect(broken.statusCode).toBe(500)
  expect(broken.body).toContain(`Request ${broken.headers['x-request-id']}`)
  expect(broken.body).not.toContain('an internal detail')

  const call = await server.inject({ url: '/API/nothing' })
  expect(call.json()).toMatchObject({ error: { code: 'not-found' } })
  await server.close()
})
