import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { compression } from './compression.ts'

const html = '<p>Paraje Altamira</p>'.repeat(1_000)
const asIs = (body: Buffer) => body

let server: FastifyInstance

beforeAll(async () => {
  server = fastify()
  await server.register(fastifyCompress, compression)
  server.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
  server.get('/picture', (_request, reply) => reply.type('image/avif').send(html))
  server.get('/stream', (_request, reply) =>
    reply.type('text/csv; charset=utf-8').send(new Response(html).body),
  )
  server.get('/broken', (_request, reply) =>
    reply.type('text/csv; charset=utf-8').send(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(Buffer.from(html))
          controller.error(new Error('gone'))
        },
      }),
    ),
  )
})
afterAll(() => server.close())

const get = (url: string, encoding?: string) =>
  server.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

describe('a page', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['zstd;q=0, br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, asIs],
    [undefined, undefined, asIs],
  ])('for a client that accepts %j is sent in %j, whole', async (accepted, encoding, decode) => {
    const { headers, rawPayload } = await get('/page', accepted)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(decode(rawPayload).toString()).toBe(html)
    if (encoding) expect(headers.vary).toBe('accept-encoding')
  })
})

test('a picture is not compressed again', async () => {
  expect((await get('/picture', 'zstd')).headers['content-encoding']).toBeUndefined()
})

test('a stream stays one', async () => {
  const { headers, rawPayload } = await get('/stream', 'gzip')
  expect(headers['content-length']).toBeUndefined()
  expect(gunzipSync(rawPayload).toString()).toBe(html)
})

test('a stream that fails does not look complete', async () => {
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${address}/broken`, { headers: { 'accept-encoding': 'gzip' } })
  await expect(response.text()).rejects.toThrow()
})
