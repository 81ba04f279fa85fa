import fastify from 'fastify'
import { expect, test } from 'vitest'

import { plainPageHandler } from './plain-page.ts'

test('what fails before a page can be made is told to people, with a number and no inside', async () => {
  const app = fastify({ bodyLimit: 100 })
  app.setErrorHandler(plainPageHandler)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/form', async () => 'taken')
  app.get('/broken', async () => {
    throw new Error('a secret of the inside')
  })

  const large = await app.inject({
    method: 'POST',
    url: '/form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'x'.repeat(200),
  })
  expect(large.statusCode).toBe(413)
  expect(large.body).toContain('This is too much for one form')

  const broken = await app.inject({ url: '/broken' })
  expect(broken.statusCode).toBe(500)
  expect(broken.body).toContain(`Request ${broken.headers['x-request-id']}`)
  expect(broken.body).not.toContain('a secret of the inside')
  await app.close()
})
