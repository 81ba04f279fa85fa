import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer, request as httpRequest } from 'node:http'
import { request } from 'node:https'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Proxy } from '#tests/faults/world/proxy.ts'
import { hasProxy, startProxy } from '#tests/faults/world/proxy.ts'
import { freePorts } from '#launch/free-ports.ts'

describe.skipIf(!hasProxy())('the proxy', () => {
  const shop = createServer((asked, response) => response.end(`${asked.headers.host}${asked.url}`))
  let proxy: Proxy
  let ports: { http: number; https: number }

  beforeAll(async () => {
    const first = await freePorts(3)
    ports = { http: first, https: first + 1 }
    shop.listen(first + 2, '127.0.0.1')
    await once(shop, 'listening')
    proxy = await startProxy(ports, [first + 2, first + 2, first + 2])
  })
  afterAll(async () => {
    await proxy.stop()
    shop.close()
  })

  async function statusOf(host: string, { path = '/', secure = true } = {}) {
    const options = { host: '127.0.0.1', path, headers: { host }, agent: false }
    const sent = secure
      ? request({ ...options, port: ports.https, rejectUnauthorized: false })
      : httpRequest({ ...options, port: ports.http })
    const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
    response.resume()
    return [response.statusCode, response.headers.location]
  }

  test('hands requests for the shop on, and leads HTTP to HTTPS', async () => {
    expect(await statusOf('localhost')).toEqual([200, undefined])
    expect(await statusOf('localhost', { secure: false })).toEqual([301, 'https://localhost/'])
  })

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1', 'x'])(
    'answers host %s with 421',
    async (host) => {
      expect(await statusOf(host)).toEqual([421, undefined])
      expect(await statusOf(host, { secure: false })).toEqual([421, undefined])
    },
  )

  test('answers its own health check under any name', async () => {
    expect(await statusOf('127.0.0.1', { path: '/healthz' })).toEqual([200, undefined])
  })
})
