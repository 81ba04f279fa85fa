import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { compressed } from './compressed.ts'

const words = '<p>Paraje Altamira</p>'.repeat(100)
const page = (type = 'text/html; charset=utf-8') =>
  new Response(words, { status: 404, headers: { 'content-type': type, 'x-request-id': 'one' } })
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('to a client that takes %s it speaks %s', async (accepted, encoding, decode) => {
  const answer = compressed(page(), accepted)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(answer.headers.get('x-request-id')).toBe('one')
  const body = await bytes(answer)
  expect(body.length).toBeLessThan(words.length / 5)
  expect(decode(body).toString()).toBe(words)
})

test('to others it speaks plainly', async () => {
  const answer = compressed(page(), undefined)
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(await answer.text()).toBe(words)
})

test('what is compressed already, or empty, is left alone', () => {
  const picture = page('image/avif')
  expect(compressed(picture, 'br')).toBe(picture)
  const redirect = new Response(null, { status: 303, headers: { location: '/' } })
  expect(compressed(redirect, 'br')).toBe(redirect)
})

test('the first words arrive before the last are written', async () => {
  let write: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      write = controller
    },
  })
  const html = new Response(body, { headers: { 'content-type': 'text/html' } })
  const reader = compressed(html, 'gzip').body!.getReader()
  write!.enqueue(new TextEncoder().encode(words))
  let arrived = 0
  while (arrived < 20) arrived += (await reader.read()).value!.length
  write!.close()
  while (!(await reader.read()).done);
})

test('a page that breaks off does not look finished', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
  const html = new Response(body, { headers: { 'content-type': 'text/html' } })
  await expect(compressed(html, 'gzip').text()).rejects.toThrow()
})
