import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { freePorts } from '#launch/free-ports.ts'
import type { Proxy } from '#launch/proxy.ts'
import { hasProxy, startProxy } from '#launch/proxy.ts'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import { World } from './world/world.ts'

/** Its certificate is self-signed. */
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'

describe.skipIf(!hasProxy())('three shops behind nginx', () => {
  let world: World
  let proxy: Proxy
  const members: string[] = []

  beforeAll(async () => {
    const http = await freePorts(2)
    const ports = { http, https: http + 1 }
    world = await World.open({
      shops: 3,
      publicUrl: `https://localhost:${ports.https}`,
      toldShop: 2,
      env: { TRUSTED_PROXIES: '127.0.0.1', SHUTDOWN_DELAY: '2', MAILS_PER_MINUTE: '0' },
    })
    const shops = world.shops.map(({ url }) => Number(new URL(url).port))
    proxy = await startProxy(ports, shops)
    await world.setStock(1_000)
    members.push(...(await world.members(90)))
  })
  afterAll(async () => {
    await proxy.stop()
    await world.close()
  })

  const buyers = (count: number) =>
    Array.from({ length: count }, () => new Buyer(world, members.pop()!, proxy.url))
  const paid = (count: number) => Array.from({ length: count }, () => 'paid')

  const post = (path: string, form: Record<string, string>, headers = {}) =>
    fetch(proxy.url + path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
      headers: { origin: proxy.url, ...headers },
    })

  /** The number of processes that have responded so far. */
  const shopsAtWork = () => new Set(proxy.log().match(/"upstream":"127[^",]*"/g)).size

  /** Requests a page repeatedly until stopped; returns all failures. */
  async function reading(path: string, until: AbortSignal): Promise<string[]> {
    const failures: string[] = []
    while (!until.aborted) {
      const response = await fetch(proxy.url + path).catch(() => null)
      if (response?.status !== 200) failures.push(`GET ${path} ${response?.status ?? 'broke off'}`)
      await response?.arrayBuffer()
    }
    return failures
  }

  test('share login sessions', async () => {
    const person = { email: 'one@example.com', password: 'altamira' }
    const registered = await post('/signin', { firstname: 'Ana', lastname: 'Ruiz', ...person })
    expect(registered.status).toBe(302)
    const cookie = registered.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    for (const { url } of world.shops) {
      const response = await fetch(`${url}/mono`, { headers: { cookie }, redirect: 'manual' })
      expect(response.status).toBe(200)
    }
  })

  test('count wrong passwords together, whatever address a client claims', async () => {
    const wrong = { email: 'one@example.com', password: 'not this one' }
    const statuses = []
    for (let n = 0; n < 14; n++)
      statuses.push((await post('/login', wrong, { 'x-forwarded-for': `192.0.2.${n}` })).status)
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
    expect(shopsAtWork()).toBe(3)
  })

  test('share the queue: each email is sent once, each payment is one order', async () => {
    const many = buyers(24)
    expect(await Promise.all(many.map((buyer) => buyer.buy()))).toEqual(paid(24))
    expect(
      many.flatMap(({ failures }) => failures),
      world.troubles,
    ).toEqual([])
    const { orders } = await expectConsistent(world)
    expect(orders).toBe(24)
  })

  test('notify admin lists of a change, whichever process made it', async () => {
    const [staff] = await world.members(1)
    await world.queryDatabase(
      `update users set role = 'staff' where id =
         (select user_id from sessions order by created_at desc limit 1)`,
    )
    const leaving = new AbortController()
    const line = await fetch(`${proxy.url}/admin/live?list=joined`, {
      headers: { cookie: staff! },
      signal: leaving.signal,
    })
    expect(line.status).toBe(200)
    const reader = line.body!.pipeThrough(new TextDecoderStream()).getReader()
    const until = async (event: string) => {
      for (let received = ''; !received.includes(`event: ${event}`);) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`The event stream ended before ${event}`)
        received += value
      }
    }
    await until('ready')
    for (const { url } of world.shops) {
      const form = { fullname: 'Ana Ruiz', email: `${new URL(url).port}@example.com` }
      const joined = await fetch(`${url}/ex-join`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
        headers: { origin: proxy.url },
      })
      expect(joined.status).toBe(303)
      await until('change')
    }
    leaving.abort()
  })

  test('lose only the requests of the one that is killed', async () => {
    const stop = new AbortController()
    const readers = ['/', '/ourwines', '/login'].map((path) => reading(path, stop.signal))
    const many = buyers(16)
    const buying = Promise.all(many.map((buyer) => buyer.buy()))
    await expect
      .poll(
        async () => (await world.queryDatabase('select 1 from orders offset 26 limit 1')).length,
        {
          timeout: 30_000,
          interval: 10,
        },
      )
      .toBe(1)
    await world.shops[0]!.kill()
    expect(await buying).toEqual(paid(16))
    stop.abort()
    // The proxy retried reads with another process. No buyer had more than one request in progress.
    expect((await Promise.all(readers)).flat()).toEqual([])
    const failures = many.map(({ failures: own }) => own)
    expect(
      failures.flat().filter((failure) => failure.startsWith('GET')),
      world.troubles,
    ).toEqual([])
    expect(Math.max(...failures.map(({ length }) => length))).toBeLessThanOrEqual(1)
    await world.shops[0]!.start()
    await expectConsistent(world)
  })

  test('are replaced one after the other without a failed request', async () => {
    const stop = new AbortController()
    const readers = ['/', '/ourwines', '/login'].map((path) => reading(path, stop.signal))
    const many = buyers(16)
    const buying = Promise.all(many.map((buyer) => buyer.buy()))
    for (const shop of world.shops) {
      expect(await shop.stop()).toBe(0)
      await shop.start()
    }
    expect(await buying).toEqual(paid(16))
    stop.abort()
    expect((await Promise.all(readers)).flat()).toEqual([])
    expect(
      many.flatMap(({ failures }) => failures),
      world.troubles,
    ).toEqual([])
    await expectConsistent(world)
  })

  test('do not expose internal addresses', async () => {
    for (const path of ['/metrics', '/readyz'])
      expect((await fetch(proxy.url + path)).status).toBe(404)
    const landing = await fetch(proxy.url)
    expect(landing.headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(landing.headers.get('server')).toBe('nginx')
  })

  test('when all are down, the proxy responds with a status and a request id', async () => {
    await Promise.all(world.shops.map((shop) => shop.kill()))
    const response = await fetch(proxy.url)
    expect(response.status).toBe(503)
    const id = response.headers.get('x-request-id')
    expect(await response.text()).toContain(id!)
    await Promise.all(world.shops.map((shop) => shop.start()))
    await expectConsistent(world)
  })
})
