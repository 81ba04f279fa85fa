import fastify from 'fastify'
import { expect, test } from 'vitest'

import { refuseWhileOpening, whyNotReady } from './health.ts'
import type { App } from './services.ts'

test('while the shop opens a read is for another process, and a write waits', async () => {
  const app = { lifecycle: 'opening' } as App
  const server = fastify()
  server.addHook('onRequest', refuseWhileOpening(app))
  server.all('/cart', async () => 'served')
  server.get('/healthz', async () => 'up')

  expect((await server.inject({ url: '/healthz' })).body).toBe('up')
  const read = await server.inject({ url: '/cart' })
  expect([read.statusCode, read.headers['retry-after']]).toEqual([502, '2'])
  const writing = server.inject({ method: 'POST', url: '/cart' })
  app.lifecycle = 'open'
  expect((await writing).body).toBe('served')
  expect((await server.inject({ url: '/cart' })).body).toBe('served')
  await server.close()
})

test('a shop that may not migrate says what it waits for', async () => {
  const app = { lifecycle: 'opening', lacksMigrations: true } as App
  expect(await whyNotReady(app)).toBe('migrations missing')
  expect(await whyNotReady({ ...app, lacksMigrations: false })).toBe('opening')
})
