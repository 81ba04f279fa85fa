import type { FastifyRequest } from 'fastify'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'

import {
  isReadable,
  rejectUnreadableForm,
  rejectUnreadableUrl,
  rejectUnreadableBody,
} from './reject-unreadable-urls.ts'

const form = 'application/x-www-form-urlencoded'

async function statusOf(
  url: string,
  type?: string,
  payload?: string,
  host = 'kohue.example',
): Promise<number> {
  const server = fastify()
  server.addHook('onRequest', rejectUnreadableUrl)
  server.addHook('preValidation', rejectUnreadableBody)
  server.addContentTypeParser(
    [form, 'multipart/form-data'],
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) =>
      rejectUnreadableForm(request, body, { takesFiles: false }),
  )
  server.all('*', async () => 'taken')
  const response = await server.inject({
    url,
    headers: { host, ...(type && { 'content-type': type }) },
    ...(type && { method: 'POST', payload }),
  })
  await server.close()
  return response.statusCode
}

const multipart = 'multipart/form-data; boundary=x'
const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'
const named = (fileName: string) => `"a"; filename="${fileName}"`
const filePart = part.replace('"a"', named('b.csv'))
const nested = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`

describe('a request', () => {
  test.each([
    ['a URL', '/a?b=%20c', undefined, undefined],
    ['a form', '/', form, 'a=1&b=%25'],
    ['a multipart form', '/', multipart, part],
    ['a multipart form with a file', '/', multipart, filePart],
    ['JSON', '/', 'application/json', '{"a":["b",{"c":null}]}'],
    ['JSON nested deeper than the stack', '/', 'application/json', nested],
  ])('passes: %s', async (_what, url, type, body) => {
    expect(await statusOf(url, type, body)).toBe(200)
  })

  test.each([
    ['a path', '/a%00b', undefined, undefined],
    ['a query', '/?q=%00', undefined, undefined],
    ['a form', '/', form, 'a=%00'],
    ['a multipart form', '/', multipart, part.replace('1', '\0')],
    ['an invalid multipart form', '/', 'multipart/form-data', 'a=1'],
    ['a NUL in a name of a form', '/', multipart, part.replace('"a"', '"a\0"')],
    ['a line break in a name of a form', '/', multipart, part.replace('"a"', '"a%0D%0A"')],
    ['a line break in the name of a file', '/', multipart, part.replace('"a"', named('b%0Ac'))],
    ['two files in one field', '/', multipart, filePart.replace('--x--', filePart)],
    ['a JSON value', '/', 'application/json', '{"a":[{"b":"\\u0000"}]}'],
    ['a JSON key', '/', 'application/json', '{"\\u0000":1}'],
  ])('is rejected: %s', async (_what, url, type, body) => {
    expect(await statusOf(url, type, body)).toBe(400)
  })
})

describe('a target', () => {
  const headers = { host: 'kohue.example' }

  test.each(['/', '/members.data?page=2', '/a%23b'])('%s passes', (url) =>
    expect(isReadable({ url, headers })).toBe(true),
  )

  test.each(['/members.data#x', '/#', '#', 'members', 'http://kohue.example/members', ''])(
    '%j is rejected',
    (url) => expect(isReadable({ url, headers })).toBe(false),
  )
})

describe('a host', () => {
  const status = (host: string) => statusOf('/', undefined, undefined, host)

  test.each(['kohue.example', 'localhost:3000', '127.0.0.1', '[::1]:3000', 'my_host'])(
    '%s passes',
    async (host) => expect(await status(host)).toBe(200),
  )

  test.each([
    'a b',
    'a/b',
    'x@kohue.example',
    'a:b',
    'a?b',
    'a#b',
    '[::1',
    'a\\b',
    'ü.example',
    'localhost:99999',
    '999.1.1.1',
    ',',
  ])('%s is rejected', async (host) => expect(await status(host)).toBe(400))
})
