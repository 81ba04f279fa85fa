import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import { ownWords } from '#web/own-words.ts'
import { pageTemplate } from '#web/page-template.ts'
import { wholePage } from '#web/whole-page.ts'

import type { Answer } from './compressed.ts'
import { compressed } from './compressed.ts'

const words = '<p>Paraje Altamira</p>'.repeat(100)
const page = (type = 'text/html; charset=utf-8', more: Record<string, string> = {}) =>
  new Response(words, {
    status: 404,
    headers: { 'content-type': type, 'x-request-id': 'one', ...more },
  })
const bytes = ({ body }: Answer) =>
  Buffer.isBuffer(body) ? Promise.resolve(body) : buffer(body as Readable)
const kinds: Record<string, string>[] = [{}, { 'content-length': String(words.length) }]

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('to a client that takes %s it speaks %s', async (accepted, encoding, decode) => {
  for (const more of kinds) {
    const answer = await compressed(page(undefined, more), accepted)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(answer.headers.get('x-request-id')).toBe('one')
    const body = await bytes(answer)
    expect(body.length).toBeLessThan(words.length / 5)
    expect(decode(body).toString()).toBe(words)
    const length = answer.headers.get('content-length')
    expect(length).toBe('content-length' in more ? String(body.length) : null)
  }
})

test('to others it speaks plainly', async () => {
  for (const more of kinds) {
    const answer = await compressed(page(undefined, more), undefined)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect((await bytes(answer)).toString()).toBe(words)
  }
})

test('what is compressed already, or empty, is left alone', async () => {
  const picture = await compressed(page('image/avif'), 'br')
  expect(picture.headers.get('content-encoding')).toBeNull()
  expect((await bytes(picture)).toString()).toBe(words)
  const redirect = new Response(null, { status: 303, headers: { location: '/' } })
  expect(await compressed(redirect, 'br')).toMatchObject({ status: 303, body: null })
})

describe('a page that was rendered before', () => {
  const facts = { nonce: 'f1'.repeat(16), id: 'e1'.repeat(8), own: ownWords(true) }
  const template = pageTemplate(words, facts)
  const known = () =>
    wholePage(template, facts, {
      headers: { 'content-type': 'text/html; charset=utf-8', 'x-request-id': 'one' },
    })

  test.each([
    ['gzip, deflate, br, zstd', 'gzip', gunzipSync],
    ['gzip;q=0.5', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['br, gzip;q=0', 'br', brotliDecompressSync],
    ['', null, (body: Buffer) => body],
  ])('to a client that takes %j it speaks %j', async (accepted, encoding, decode) => {
    const answer = await compressed(known(), accepted)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(answer.headers.get('x-request-id')).toBe('one')
    const body = await bytes(answer)
    expect(answer.headers.get('content-length')).toBe(String(body.length))
    expect(decode(body).toString()).toBe(words)
  })

  test('can be read as any answer', async () => {
    expect(await known().text()).toBe(words)
    const again = new Response(known().body, known())
    const answer = await compressed(again, 'gzip')
    expect(gunzipSync(await bytes(answer)).toString()).toBe(words)
  })
})

test('the first words arrive before the last are written', async () => {
  let write: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      write = controller
    },
  })
  const html = new Response(body, { headers: { 'content-type': 'text/html' } })
  const answer = (await compressed(html, 'gzip')).body as Readable
  write!.enqueue(new TextEncoder().encode(words))
  let arrived = 0
  for await (const chunk of answer) {
    arrived += (chunk as Buffer).length
    if (arrived > 20) break
  }
  expect(arrived).toBeGreaterThan(20)
})

test('a page that breaks off does not look finished', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
  const html = new Response(body, { headers: { 'content-type': 'text/html' } })
  await expect(bytes(await compressed(html, 'gzip'))).rejects.toThrow()
})
