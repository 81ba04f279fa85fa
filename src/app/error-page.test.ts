import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

import fastifyCompress from '@fastify/compress'
import fastify from 'fastify'
import { expect, test } from 'vitest'

import { compression } from './compression.ts'
import { errorPages } from './error-page.ts'
import { addRetryAfter } from './retry-after.ts'

const { errorHandler, notFoundHandler } = errorPages('Ruiz & Co')

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
  server.get('/long', async () => {
    throw Object.assign(new Error('too long'), { statusCode: 414 })
  })

  const tooLarge = await server.inject({
    method: 'POST',
    url: '/form',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'x'.repeat(200),
  })
  expect(tooLarge.statusCode).toBe(413)
  expect(tooLarge.body).toContain('This is too large for one form')
  expect(tooLarge.body).toContain('<a class="button first" href="">Back to the form</a>')
  expect(tooLarge.body).toContain('<title>This is too large for one form · Ruiz &#38; Co</title>')

  const broken = await server.inject({ url: '/broken' })
  expect(broken.statusCode).toBe(500)
  expect(broken.body).toContain(`Request ${broken.headers['x-request-id']}`)
  expect(broken.body).not.toContain('an internal detail')

  const tooLong = await server.inject({ url: '/long' })
  expect(tooLong.statusCode).toBe(414)
  expect(tooLong.body).toContain('This request could not be read')
  expect(tooLong.body).not.toContain('our side')

  const call = await server.inject({ url: '/API/nothing' })
  expect(call.json()).toMatchObject({ error: { code: 'not-found' } })
  await server.close()
})

test('a file that fails before its first byte is a page like others, compressed or not', async () => {
  const server = fastify()
  await server.register(fastifyCompress, compression)
  server.setErrorHandler(errorHandler)
  server.get('/list.csv', (_request, reply) =>
    reply
      .header('content-disposition', 'attachment; filename="list.csv"')
      .type('text/csv; charset=utf-8')
      .send(new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })),
  )
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const { headers: sent, rawPayload } = await server.inject({ url: '/list.csv', headers })
    expect(sent['content-disposition']).toBeUndefined()
    const isPacked = sent['content-encoding'] === 'gzip'
    const page = isPacked ? gunzipSync(rawPayload) : rawPayload
    expect(page.toString()).toContain('Something went wrong on our side')
  }
  await server.close()
})

test('only a page that was looked at offers to load it again, by no address from outside', async () => {
  const server = fastify()
  server.setErrorHandler(errorHandler)
  server.all('/*', async () => {
    throw Object.assign(new Error('refused'), { statusCode: 503 })
  })
  const again = '<a class="button first" href="">Try again</a>'
  const looked = await server.inject({ url: '//elsewhere.example/%22%3E' })
  expect(looked.body).toContain(again)
  expect(looked.body).not.toContain('elsewhere')

  const sent = await server.inject({ method: 'POST', url: '/ship' })
  expect(sent.body).toContain('The shop is very busy')
  expect(sent.body).not.toContain('Try again<')
  // Whether a form was saved before its answer failed is not known here.
  expect(sent.body).not.toMatch(/lost|saved/)
  await server.close()
})

test('the page has its style and its name in it, and its policy lets that style and the faces in', async () => {
  const server = fastify()
  server.setNotFoundHandler(notFoundHandler)
  const { body, headers } = await server.inject({ url: '/nothing' })
  const style = /<style>([^]*)<\/style>/.exec(body)![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(style).toContain("font-family:'Cinzel'")
  expect(body).toContain('aria-label="Kohue"')
  expect(body.length).toBeLessThan(8_000)
  await server.close()
})

test('a shop that rehearses says so there too', async () => {
  const server = fastify()
  server.setNotFoundHandler(errorPages('Kohue', true).notFoundHandler)
  const { body } = await server.inject({ url: '/nothing' })
  expect(body).toContain('Rehearsal: nothing is sold')
  await server.close()
})

test('429, 502 and 503 carry Retry-After, as a page and under /api', async () => {
  const server = fastify()
  server.setErrorHandler(errorHandler)
  server.addHook('onSend', addRetryAfter)
  for (const prefix of ['', '/api']) {
    server.get(`${prefix}/:status`, async (request) => {
      const { status } = request.params as { status: string }
      throw Object.assign(new Error('refused'), { statusCode: Number(status) })
    })
  }
  server.get('/known', (_request, reply) => reply.code(429).header('retry-after', '7').send())

  for (const [url, after] of [
    ['/429', '60'],
    ['/api/429', '60'],
    ['/502', '5'],
    ['/api/502', '5'],
    ['/503', '5'],
    ['/api/503', '5'],
    ['/known', '7'],
    ['/404', undefined],
  ] as const) {
    expect([url, (await server.inject({ url })).headers['retry-after']]).toEqual([url, after])
  }
  await server.close()
})
