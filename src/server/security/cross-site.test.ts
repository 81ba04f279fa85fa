import fastify from 'fastify'
import { describe, expect, test } from 'vitest'

import { allowedOrigins } from './allowed-origins.ts'
import { refuseCrossSite } from './cross-site.ts'

function aShop(anyNameOfOurs = false) {
  const app = fastify()
  const env = { PUBLIC_URL: 'https://kohue.example', ALLOWED_ORIGINS: 'https://m.kohue.example' }
  const origins = allowedOrigins({ ...env, NODE_ENV: 'production' })
  app.addHook('onRequest', refuseCrossSite({ allowedOrigins: origins, anyNameOfOurs }))
  app.all('/*', async () => 'done')
  return app
}

const post = (headers: Record<string, string>, url = '/login') =>
  aShop().inject({ method: 'POST', url, headers })

describe('a write', () => {
  test.each<[string, Record<string, string>]>([
    ['from our own page', { origin: 'https://kohue.example' }],
    ['from an origin we allow', { origin: 'https://m.kohue.example' }],
    ['from a program that is no browser', {}],
    ['from our page, where only the fetch metadata say so', { 'sec-fetch-site': 'same-origin' }],
  ])('%s is let through', async (_name, headers) => {
    expect((await post(headers)).statusCode).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a page with an opaque origin', { origin: 'null' }],
    ['our name under HTTP', { origin: 'http://kohue.example' }],
    ['a neighbour', { origin: 'https://shop.kohue.example' }],
    ['our name with a port', { origin: 'https://kohue.example:8443' }],
    ['a name that begins as ours', { origin: 'https://kohue.example.evil.example' }],
    ['another site, by the fetch metadata alone', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour, by the fetch metadata alone', { 'sec-fetch-site': 'same-site' }],
    ['another site that forges the host', { origin: 'https://evil.example', host: 'evil.example' }],
  ])('of %s is refused', async (_name, headers) => {
    const answer = await post(headers)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error).toMatchObject({ code: 'cross-site' })
  })

  test('in a demo may come from any name of this machine', async () => {
    const headers = { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }
    const answer = await aShop(true).inject({ method: 'POST', url: '/login', headers })
    expect(answer.statusCode).toBe(200)
  })
})

test('reading is free, and the webhook has its own proof', async () => {
  const headers = { origin: 'https://evil.example' }
  expect((await aShop().inject({ url: '/', headers })).statusCode).toBe(200)
  expect((await post(headers, '/api/stripe/webhook')).statusCode).toBe(200)
})
