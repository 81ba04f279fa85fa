import type { FastifyRequest } from 'fastify'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'

import { readableForm, refuseUnreadableAddress, refuseUnreadableCall } from './readable.ts'

const form = 'application/x-www-form-urlencoded'

async function answerTo(url: string, type?: string, payload?: string): Promise<number> {
  const app = fastify()
  app.addHook('onRequest', refuseUnreadableAddress)
  app.addHook('preValidation', refuseUnreadableCall)
  app.addContentTypeParser(
    [form, 'multipart/form-data'],
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) => readableForm(request, body),
  )
  app.all('*', async () => 'taken')
  const answer = await app.inject({
    url,
    ...(type && { method: 'POST', payload, headers: { 'content-type': type } }),
  })
  await app.close()
  return answer.statusCode
}

const multipart = 'multipart/form-data; boundary=x'
const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'
const nested = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`

describe('a request', () => {
  test.each([
    ['an address', '/a?b=%20c', undefined, undefined],
    ['a form', '/', form, 'a=1&b=%25'],
    ['a form in parts', '/', multipart, part],
    ['a call', '/', 'application/json', '{"a":["b",{"c":null}]}'],
    ['a call nested deeper than a stack', '/', 'application/json', nested],
  ])('that can be read goes on: %s', async (_what, url, type, body) => {
    expect(await answerTo(url, type, body)).toBe(200)
  })

  test.each([
    ['an address', '/a%00b', undefined, undefined],
    ['a search', '/?q=%00', undefined, undefined],
    ['a form', '/', form, 'a=%00'],
    ['a form in parts', '/', multipart, part.replace('1', '\0')],
    ['a form in parts that are none', '/', 'multipart/form-data', 'a=1'],
    ['a value of a call', '/', 'application/json', '{"a":[{"b":"\\u0000"}]}'],
    ['a name in a call', '/', 'application/json', '{"\\u0000":1}'],
  ])('that can’t be read is refused: %s', async (_what, url, type, body) => {
    expect(await answerTo(url, type, body)).toBe(400)
  })
})
