import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer, request as httpRequest } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { freePorts } from '#launch/free-ports.ts'
import type { Proxy } from '#launch/proxy.ts'
import { hasProxy, startProxy } from '#launch/proxy.ts'

describe.skipIf(!hasProxy())('the proxy', () => {
  const received: { url?: string | undefined; agent?: string | undefined; bytes: number }[] = []
  const shop = createServer(async (asked, response) => {
    let bytes = 0
    for await (const chunk of asked as AsyncIterable<Buffer>) bytes += chunk.length
    received.push({ url: asked.url, agent: asked.headers['user-agent'], bytes })
    if (asked.url === '/assets/new.js' && requestsFor('/assets/new.js') < 3) response.writeHead(404)
    if (asked.url === '/missing') response.writeHead(404)
    if (asked.url === '/ex-join') response.writeHead(451)
    if (asked.url?.startsWith('/busy')) response.writeHead(502)
    response.end(asked.url === '/ex-join' ? 'Unavailable For Headless Browser' : 'served')
  })
  const requestsFor = (url: string) => received.filter((one) => one.url === url).length
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

  async function post(path: string, bytes: number, headers: Record<string, string> = {}) {
    const sent = request({
      ...{ host: '127.0.0.1', port: ports.https, path, agent: false, rejectUnauthorized: false },
      method: 'POST',
      headers: { host: 'localhost', 'content-length': bytes, ...headers },
    })
    // A refusal may come, and the connection close, before all of it is sent.
    sent.on('error', () => {})
    const [response] = (await once(sent.end(Buffer.alloc(bytes)), 'response')) as [IncomingMessage]
    return [response.statusCode, await text(response)]
  }

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

  test('refuses a call over HTTP, so that its sender notices', async () => {
    const inTheClear = { path: '/api/products', secure: false }
    expect(await statusOf('localhost', inTheClear)).toEqual([403, undefined])
  })

  test.each([
    ['ECDHE-ECDSA-AES128-GCM-SHA256', true],
    ['ECDHE-ECDSA-AES128-SHA', false],
  ])('speaks TLS 1.2 with %s: %s', async (ciphers, isTaken) => {
    const socket = connect({
      ...{ host: '127.0.0.1', port: ports.https, servername: 'localhost' },
      ...{ maxVersion: 'TLSv1.2', ciphers, rejectUnauthorized: false },
    })
    const spoken = await once(socket, 'secureConnect').then(
      () => true,
      () => false,
    )
    expect(spoken).toBe(isTaken)
    socket.destroy()
  })

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1', 'x'])(
    'answers host %s with 421',
    async (host) => {
      expect(await statusOf(host)).toEqual([421, undefined])
      expect(await statusOf(host, { secure: false })).toEqual([421, undefined])
    },
  )

  test.each([
    '/admin/wines/malbec-2022/files/picture',
    '/admin/wines/malbec-2022/files/sheet',
    '/admin/releases/spring-2027/allocations',
    '/admin/shipping/handovers',
  ])('takes a file of the largest size at %s', async (path) => {
    const five = 5 * 1024 * 1024
    expect(await post(path, five)).toEqual([200, 'served'])
    expect(received.at(-1)).toMatchObject({ url: path, bytes: five })
    expect((await post(path, 6 * 1024 * 1024))[0]).toBe(413)
  })

  test.each([
    '/',
    '/ex-join',
    '/admin/wines/malbec-2022',
    '/admin/wines/a/files/picture/b',
    '/api/x',
  ])('takes no large body at %s', async (path) => {
    const before = received.length
    expect((await post(path, 400 * 1024))[0]).toBe(413)
    expect(received).toHaveLength(before)
  })

  test('tells the shop which client it is, and hands its refusal of a headless one on', async () => {
    const agent = { 'user-agent': 'HeadlessChrome/153' }
    expect(await post('/ex-join', 0, agent)).toEqual([451, 'Unavailable For Headless Browser'])
    expect(received.at(-1)).toMatchObject({ url: '/ex-join', agent: 'HeadlessChrome/153' })
  })

  test('asks another process for a page only: what writes may have been done', async () => {
    expect(await statusOf('localhost', { path: '/busy-page' })).toEqual([503, undefined])
    expect(requestsFor('/busy-page')).toBe(2)
    // The first leaves its processes out for two seconds.
    await expect.poll(() => statusOf('localhost'), { timeout: 10_000 }).toEqual([200, undefined])
    const [status, said] = await post('/busy-form', 20)
    expect([status, requestsFor('/busy-form')]).toEqual([503, 1])
    expect(said).toContain('Kohue will be back in a moment.')
  })

  test('asks every process for a file of a build, as only those of that release have it', async () => {
    expect(await statusOf('localhost', { path: '/assets/new.js' })).toEqual([200, undefined])
    expect(requestsFor('/assets/new.js')).toBe(3)
    expect(await statusOf('localhost', { path: '/missing' })).toEqual([404, undefined])
    expect(requestsFor('/missing')).toBe(1)
  })

  test.each(['/metrics', '/readyz', '/metrics/', '//readyz/'])(
    'keeps %s from outside',
    async (path) => {
      const before = received.length
      expect(await statusOf('localhost', { path })).toEqual([404, undefined])
      expect(received).toHaveLength(before)
    },
  )

  test('answers its own health check under any name', async () => {
    expect(await statusOf('127.0.0.1', { path: '/healthz' })).toEqual([200, undefined])
  })

  test('shows a renewed certificate once it is told to reload', async () => {
    async function shown(): Promise<string> {
      const options = { host: '127.0.0.1', port: ports.https, rejectUnauthorized: false }
      const socket = connect({ ...options, servername: 'localhost' })
      await once(socket, 'secureConnect')
      const { serialNumber } = socket.getPeerCertificate()
      socket.destroy()
      return serialNumber
    }
    const renewed = proxy.renewCertificate()
    expect(await shown()).not.toBe(renewed)
    proxy.reload()
    await expect.poll(shown).toBe(renewed)
  })
})
