import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { HttpServer } from '#tests/harness/http-server.ts'
import {
  dripping,
  endless,
  json,
  startHttpServer,
  wrongResponses,
} from '#tests/harness/http-server.ts'

import { turnstileCaptcha } from './turnstile-captcha.adapter.server.ts'

test('a redirect is not followed: it would send the secret to another host', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    if (request.url === '/moved') response.writeHead(307, { location: '/verify' }).end()
    else response.setHeader('content-type', 'application/json').end('{"success":true}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const isHuman = (path: string) =>
    turnstileCaptcha({
      ...{ siteKey: 'site', secret: 'secret', scriptUrl: `${base}/script` },
      verifyUrl: base + path,
    }).isHuman('solved', '192.0.2.1')
  expect(await isHuman('/verify')).toBe(true)
  expect(await isHuman('/moved')).toBe(false)
  expect(asked).toEqual(['/verify', '/moved'])
  server.close()
})

let service: HttpServer
beforeAll(async () => {
  service = await startHttpServer()
})
afterAll(() => service.stop())

const isHuman = (patienceMs = 5_000) =>
  turnstileCaptcha({
    ...{ siteKey: 'site', secret: 'secret', scriptUrl: `${service.url}/script`, patienceMs },
    verifyUrl: `${service.url}/verify`,
  }).isHuman('solved', '192.0.2.1')

test.each(Object.entries(wrongResponses))('nobody passes by %s', async (_name, respond) => {
  service.respondWith(respond)
  expect(await isHuman()).toBe(false)
})

test('nobody passes by a verdict that is not true or false', async () => {
  for (const success of ['true', 1, null, ['true'], {}]) {
    service.respondWith(json({ success }))
    expect(await isHuman()).toBe(false)
  }
})

test('a solution that was spent before is refused, as the service says', async () => {
  const spent = new Set<string>()
  service.respondWith((response, request) => {
    const success = !spent.has(request.url!)
    spent.add(request.url!)
    json(success ? { success } : { success, 'error-codes': ['timeout-or-duplicate'] })(
      response,
      request,
    )
  })
  expect([await isHuman(), await isHuman()]).toEqual([true, false])
})

test('nobody passes while the service is silent, or sends a byte at a time: that ends in time', async () => {
  for (const respond of [() => {}, dripping]) {
    service.respondWith(respond)
    expect(await isHuman(200)).toBe(false)
  }
})

test('of an endless body no more than some megabytes are read', async () => {
  const others = service.sent()
  service.respondWith(endless)
  expect(await isHuman()).toBe(false)
  await expect.poll(service.sent).toBeGreaterThan(Math.min(others, 1_000_000) - 1)
  expect(service.sent()).toBeLessThan(32_000_000)
})
