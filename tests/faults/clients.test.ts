import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import { World } from './world/world.ts'

let world: World
const members: string[] = []

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0', SHUTDOWN_DELAY: '1' } })
  await world.setStock(1_000)
  members.push(...(await world.members(80)))
})
afterAll(() => world.close())

const aBuyer = () => new Buyer(world, members.pop()!)

const megabytesOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024

describe('request bodies over the limit', () => {
  const fifty = Buffer.alloc(50 * 2 ** 20, 'x')
  const nested = (open: string, close: string, depth: number) =>
    open.repeat(depth) + close.repeat(depth)

  /** Sends a body until the server stops reading; returns the status, or that the connection was closed. */
  async function post(path: string, type: string, body: Buffer | string): Promise<number | 'cut'> {
    const response = await fetch(world.shop.url + path, {
      method: 'POST',
      body: typeof body === 'string' ? body : new Blob([new Uint8Array(body)]),
      headers: { 'content-type': type, origin: world.shop.url },
    }).catch(() => null)
    return response?.status ?? 'cut'
  }

  test('of 50 MB are refused without being buffered', async () => {
    const before = megabytesOf(world.shop.pid)
    const refused: [status: number, path: string, type: string][] = [
      [413, '/login', 'application/x-www-form-urlencoded'],
      [413, '/login', 'multipart/form-data; boundary=x'],
      [413, '/api/stripe/webhook', 'application/json'],
      [413, '/api/identity/sign-in', 'application/json'],
      // Without a login its body is not read at all.
      [401, '/api/create-checkout-session', 'application/json'],
    ]
    for (const [status, path, type] of refused) {
      expect([status, 'cut'], path).toContain(await post(path, type, fifty))
    }
    expect(megabytesOf(world.shop.pid) - before).toBeLessThan(100)
  })

  test('that are nested deeply are refused', async () => {
    const depth = 30_000
    expect(await post('/api/identity/sign-in', 'application/json', nested('[', ']', depth))).toBe(
      422,
    )
    const deep = nested('{"a":', '}', 8_000).replace(':}', ':1}')
    expect(await post('/api/identity/sign-in', 'application/json', deep)).toBe(422)
    const form = `a${'[b]'.repeat(10_000)}=1`
    const urlencoded = 'application/x-www-form-urlencoded'
    expect(await post('/api/identity/sign-in', urlencoded, form)).toBe(422)
    expect(await post('/ex-join', urlencoded, form)).toBe(400)
    expect(await post('/api/stripe/webhook', 'application/json', nested('[', ']', depth))).toBe(400)
  })

  test('leave the server responding', async () => {
    expect(await aBuyer().buy()).toBe('paid')
    await expectConsistent(world)
  })
})

/** A connection that sends part of a request and then nothing. */
async function aSlowClient(begun: string): Promise<Socket> {
  const { hostname, port } = new URL(world.shop.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(begun)
  return socket
}

test('four hundred slow clients do not delay others, and are disconnected', async () => {
  const host = new URL(world.shop.url).host
  const head = `POST /login HTTP/1.1\r\nHost: ${host}\r\n`
  const form =
    'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nemail='
  const slow = await Promise.all([
    ...Array.from({ length: 200 }, () => aSlowClient('GET / HT')),
    ...Array.from({ length: 100 }, () => aSlowClient(head)),
    ...Array.from({ length: 100 }, () => aSlowClient(head + form)),
  ])
  const gone = Promise.all(slow.map((socket) => socket.destroyed || once(socket, 'close')))
  for (const socket of slow) socket.resume()
  expect(await aBuyer().buy()).toBe('paid')
  expect(slow.filter(({ destroyed }) => destroyed)).toEqual([])
  await gone
  await expectConsistent(world)
})

test('SIGTERM under load: accepted requests are completed', async () => {
  const buyers = Array.from({ length: 12 }, aBuyer)
  const buying = Promise.all(buyers.map((buyer) => buyer.buy()))
  await expect
    .poll(async () => (await world.queryDatabase('select 1 from checkouts limit 3')).length)
    .toBeGreaterThan(2)
  expect(await world.shop.stop()).toBe(0)
  const failures = buyers.flatMap((buyer) => buyer.failures)
  expect(failures.filter((failure) => / 5\d\d$/.test(failure))).toEqual([])
  await world.shop.start()
  expect(new Set(await buying)).toEqual(new Set(['paid']))
  await expectConsistent(world)
})

describe('the clock of the machine', () => {
  const shim = resolve('tests/faults/world/clock.mjs')
  test.each([10, -10])('is %i minutes ahead', async (minutes) => {
    await world.shop.stop()
    await world.shop.start({ NODE_OPTIONS: `--import=${shim}`, CLOCK_MINUTES: String(minutes) })
    const buyer = aBuyer()
    await buyer.fillCart()
    const asked = await buyer.ask('/api/create-checkout-session', { json: {} })
    // Behind, the checkout would expire too early for the provider, which refuses: no stock hold is left.
    expect(asked.status).toBe(minutes > 0 ? 200 : 503)
    if (minutes > 0) await buyer.comeBack(await buyer.pay(await buyer.checkout()))
    await world.shop.stop()
    await world.shop.start()
    if (minutes < 0) await buyer.comeBack(await buyer.pay(await buyer.checkout()))
    await expectConsistent(world)
  })
})
