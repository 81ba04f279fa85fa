import fastify from 'fastify'
import { expect, test } from 'vitest'

import { redirectToBrand } from './brand-redirect.ts'

const brand = 'https://kohue.example/brand'

const server = fastify()
const redirected = ['/', '/about', '/offer1/ship-to']
server.addHook('onRequest', redirectToBrand(brand, redirected))
server.all('*', async () => 'the shop')

const respondTo = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  server.inject({ url, method })

test.each(['/', '/about', '/about/', '/About', '/?utm_source=email', '/offer1/ship-to?quantity=1'])(
  '%s leads to the brand',
  async (url) => {
    const response = await respondTo(url)
    expect(response.statusCode).toBe(302)
    expect(response.headers).toMatchObject({ location: brand, 'cache-control': 'no-store' })
    expect((await respondTo(url, 'HEAD')).statusCode).toBe(302)
  },
)

test.each(['/members', '/success_offering', '/terms', '/privacy', '/api/test'])(
  '%s stays',
  async (url) => {
    expect((await respondTo(url)).body).toBe('the shop')
  },
)

test('a post stays', async () => {
  expect((await respondTo('/ex-join', 'POST')).body).toBe('the shop')
})

test.each(['//[', '//about'])('%s, which is no address or another host’s, stays', async (url) => {
  const hook = redirectToBrand(brand, redirected)
  const request = { method: 'GET', url } as never
  expect(await hook.call(server, request, {} as never, () => {})).toBeUndefined()
})
