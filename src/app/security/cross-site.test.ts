import fastify from 'fastify'
import { describe, expect, test } from 'vitest'

import { errorPages } from '../error-page.ts'
import { allowedOrigins } from './allowed-origins.ts'
import { rejectCrossSite } from './cross-site.ts'

function serverWith(anyOwnHost = false) {
  const server = fastify()
  const env = { PUBLIC_URL: 'https://kohue.example', ALLOWED_ORIGINS: 'https://m.kohue.example/, ' }
  const origins = allowedOrigins({ ...env, NODE_ENV: 'production' })
  server.addHook('onRequest', rejectCrossSite({ allowedOrigins: origins, anyOwnHost }))
  server.setErrorHandler(errorPages('Kohue').errorHandler)
  server.all('/*', async () => 'done')
  return server
}

const post = (headers: Record<string, string>, url = '/login') =>
  serverWith().inject({ method: 'POST', url, headers })

describe('a write', () => {
  test.each<[string, Record<string, string>]>([
    ['from our own page', { origin: 'https://kohue.example' }],
    ['from an origin we allow', { origin: 'https://m.kohue.example' }],
    ['from a program that is not a browser', {}],
    ['from our page, by its fetch metadata alone', { 'sec-fetch-site': 'same-origin' }],
  ])('%s is let through', async (_name, headers) => {
    expect((await post(headers)).statusCode).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a page with an opaque origin', { origin: 'null' }],
    ['our name under HTTP', { origin: 'http://kohue.example' }],
    ['a subdomain', { origin: 'https://shop.kohue.example' }],
    ['our name with a port', { origin: 'https://kohue.example:8443' }],
    ['a name that begins as ours', { origin: 'https://kohue.example.evil.example' }],
    ['another site, by the fetch metadata alone', { 'sec-fetch-site': 'cross-site' }],
    ['a subdomain, by the fetch metadata alone', { 'sec-fetch-site': 'same-site' }],
    ['another site that forges the host', { origin: 'https://evil.example', host: 'evil.example' }],
  ])('of %s is refused', async (_name, headers) => {
    const call = await post(headers, '/api/cardTokenCharge')
    expect([call.statusCode, call.json().error.code]).toEqual([403, 'cross-site'])
    const page = await post(headers)
    expect(page.statusCode).toBe(403)
    expect(page.body).toContain('This came from another site')
  })

  test('outside production may come from any host name of this machine', async () => {
    const headers = { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }
    const response = await serverWith(true).inject({ method: 'POST', url: '/login', headers })
    expect(response.statusCode).toBe(200)
  })
})

test('a read and a signed call are not checked', async () => {
  const headers = { origin: 'https://evil.example' }
  expect((await serverWith().inject({ url: '/', headers })).statusCode).toBe(200)
  expect((await post(headers, '/api/stripe/webhook')).statusCode).toBe(200)
})
