import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { freePorts } from '#launch/free-ports.ts'
import { hasProxy, startProxy } from '#launch/proxy.ts'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import { holdCommit } from './world/held-commit.ts'
import { killAtCommit } from './world/kill-at-commit.ts'
import { World } from './world/world.ts'

/** One fault of each kind that takes seconds: a part of `npm test`. The other files try all of them. */
let world: World
const members: string[] = []

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  await world.setStock(1_000)
  members.push(...(await world.members(20)))
})
afterAll(() => world.close())
afterEach(() => world.clearFaults())

const aBuyer = () => new Buyer(world, members.pop()!)

describe('kill -9 of the shop', () => {
  test.each(['undo', 'commit'] as const)(
    'as an order is written, and the database is to %s',
    async (how) => {
      const write = { table: 'orders', on: 'insert' } as const
      expect(await killAtCommit(world, write, how, () => aBuyer().buy())).toBe('paid')
      await expectConsistent(world)
    },
  )

  test('as the payment provider has opened a page', async () => {
    const call = { match: 'POST /v1/checkout/sessions', fault: 'delay-after' }
    const rule = await world.fault({ ...call, ms: 1_500, times: 1 })
    const buying = aBuyer().buy()
    await expect.poll(() => world.isUsed(rule), { timeout: 30_000, interval: 20 }).toBe(true)
    await world.shop.kill()
    await world.shop.start()
    expect(await buying).toBe('paid')
    await expectConsistent(world)
  })
})

test.each([
  [
    'the provider answers 500 with nothing done',
    { match: 'POST /v1/checkout/sessions', fault: 'error-before', times: 2 },
  ],
  ['the provider drops a response', { match: 'POST /v1/customers', fault: 'drop-after', times: 2 }],
  ['events come twice', { webhooks: 'double' }],
  ['events come late', { webhooks: 'late', ms: 1_500 }],
  ['events come in another order', { webhooks: 'reorder', ms: 500 }],
  ['events are forged', { webhooks: 'forged' }],
  ['the mail server is down', { smtp: 'refuse-connection', times: 1_000 }],
  ['the mail server hangs up after an email', { smtp: 'drop-after-data', times: 1 }],
] as readonly [string, { times?: number; webhooks?: string; [more: string]: unknown }][])(
  '%s',
  async (_what, fault) => {
    const events = async () => (await world.queryDatabase('select id from provider_events')).length
    const before = await events()
    const rule = await world.fault(fault)
    expect(await aBuyer().buy()).toBe('paid')
    // Not before the fault was met: an email leaves, and an event comes, after the buyer's thank-you page.
    const { times } = fault
    if (times) {
      await expect.poll(() => world.timesLeft(rule), { timeout: 30_000 }).toBeLessThan(times)
    }
    if (fault.webhooks) await expect.poll(events, { timeout: 30_000 }).toBeGreaterThan(before)
    await world.clearFaults()
    await expectConsistent(world)
  },
)

describe('the buyer closes the window after paying', () => {
  const orders = async () =>
    (await world.queryDatabase<{ n: number }>('select count(*)::int as n from orders'))[0]!.n

  async function payAndLeave() {
    const buyer = aBuyer()
    await buyer.fillCart()
    await buyer.pay(await buyer.checkout())
  }

  test('and the events come late: they write the order', async () => {
    const before = await orders()
    await world.fault({ webhooks: 'late', ms: 1_500 })
    await payAndLeave()
    expect(await orders()).toBe(before)
    await expect.poll(orders, { timeout: 30_000, interval: 50 }).toBe(before + 1)
    await expectConsistent(world)
    expect(await orders()).toBe(before + 1)
  })

  test('and the events never come', async () => {
    const before = await orders()
    await world.fault({ webhooks: 'withhold' })
    await payAndLeave()
    await fetch(`${world.fakes.url}/_faults?withheld=drop`, { method: 'DELETE' })
    expect(await orders()).toBe(before)
    await expectConsistent(world)
    expect(await orders()).toBe(before + 1)
  })
})

describe('two processes', () => {
  let two: World
  const cookies: string[] = []

  beforeAll(async () => {
    two = await World.open({ shops: 2, toldShop: 1, env: { MAILS_PER_MINUTE: '0' } })
    await two.setStock(10)
    cookies.push(...(await two.members(3)))
  })
  afterAll(() => two.close())
  afterEach(async () => {
    await two.clearFaults()
    await two.shop.start()
  })

  test.each(['undo', 'commit'] as const)(
    'one is killed as it writes an order, the database is to %s, no event comes, the buyer is gone: the other one ends it',
    async (how) => {
      const [killed, other] = two.shops
      const before = await two.queryDatabase('select id from orders')
      await two.fault({ webhooks: 'withhold' })
      const buyer = new Buyer(two, cookies.pop()!)
      await buyer.fillCart()
      const back = await buyer.pay(await buyer.checkout())
      const held = await holdCommit(two.databaseUrl, { table: 'orders', on: 'insert' })
      const coming = buyer.ask(back).catch(() => 'broke off')
      await held.reached()
      await killed!.kill()
      await held.end(how)
      expect(await coming).toBe('broke off')
      await fetch(`${two.fakes.url}/_faults?withheld=drop`, { method: 'DELETE' })

      await expectConsistent(two)
      expect(killed!.isAlive).toBe(false)
      expect(await other!.isReady()).toBe(true)
      expect(await two.queryDatabase('select id from orders')).toHaveLength(before.length + 1)
    },
  )

  test.skipIf(!hasProxy())(
    'without a database nginx goes on asking both, and hands on what each page says',
    async () => {
      const first = await freePorts(2)
      const ports = two.shops.map(({ url }) => Number(new URL(url).port))
      const proxy = await startProxy({ http: first, https: first + 1 }, ports)
      const ask = (path: string, headers = {}) => get(first + 1, path, headers)
      // A text that each keeps for ten minutes.
      await Promise.all(two.shops.map(({ url }) => fetch(`${url}/terms`)))
      await two.killDatabase()
      for (let times = 0; times < 5; times++) {
        const page = await ask('/mono', { cookie: `ageKey=older; ${cookies.at(-1)!}` })
        expect([page.status, page.retryAfter]).toEqual([503, '5'])
        expect(page.body).toContain('The shop is very busy')
        expect((await ask('/terms')).status).toBe(200)
        expect((await ask('/favicon.svg')).status).toBe(200)
      }
      for (const port of ports) expect(proxy.log()).toContain(`"upstream":"127.0.0.1:${port}"`)
      await two.startDatabase()

      // A process that opens is left out meanwhile.
      const [opening] = two.shops
      await opening!.stop()
      await opening!.start({ DATABASE_URL: nobody }, false)
      await expect.poll(() => statusOf(opening!.url)).toBe(502)
      for (let times = 0; times < 5; times++) expect((await ask('/terms')).status).toBe(200)
      const [, other] = two.shops
      await other!.stop()
      const alone = await ask('/terms')
      expect([alone.status, alone.retryAfter]).toEqual([503, '5'])
      expect(alone.body).toContain('Kohue will be back in a moment')
      await Promise.all([opening!.kill(), other!.start()])
      await proxy.stop()
    },
  )
})

/** A database that nobody answers at. */
const nobody = 'postgres://nobody@127.0.0.1:1/none'

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => null,
  )

/** What the proxy shows, whose certificate is self-signed. */
async function get(port: number, path: string, headers: Record<string, string>) {
  const options = { host: '127.0.0.1', port, path, rejectUnauthorized: false }
  const sent = request({ ...options, headers: { host: 'localhost', ...headers } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode, headers: shown } = response
  return { status: statusCode, retryAfter: shown['retry-after'], body: await text(response) }
}

test('every connection to PostgreSQL is cut, three times over', async () => {
  const buyers = [aBuyer(), aBuyer(), aBuyer()]
  const buying = Promise.all(buyers.map((buyer) => buyer.buy()))
  for (let times = 0; times < 3; times++) {
    const cut = await world.queryDatabase<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kohue'`,
    )
    // The next cut is of connections made after this one.
    const others = () =>
      world.queryDatabase(
        `select pid from pg_stat_activity where application_name = 'kohue' and pid <> all($1)`,
        [cut.map(({ pid }) => pid)],
      )
    await expect.poll(others, { timeout: 30_000, interval: 20 }).not.toEqual([])
  }
  expect(await buying).toEqual(['paid', 'paid', 'paid'])
  await expectConsistent(world)
})

test('without a database, login and registration keep what was typed, all but the password', async () => {
  await world.killDatabase()
  const person = { email: 'typed@example.com', password: 'a secret one' }
  const forms = {
    '/login': person,
    '/signin': { ...person, firstname: 'Lucía', lastname: 'Ferrer' },
  }
  // Also with the cookie of a login session, which can't be looked up.
  for (const cookie of ['', members.at(-1)!]) {
    for (const [path, form] of Object.entries(forms)) {
      const response = await fetch(world.shop.url + path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(form),
        headers: { origin: world.shop.url, cookie: `ageKey=older; ${cookie}` },
      })
      const page = await response.text()
      expect([path, response.status]).toEqual([path, 503])
      expect(response.headers.get('retry-after')).toBe('5')
      expect(page).toContain('value="typed@example.com"')
      if (path === '/signin') expect(page).toContain('value="Ferrer"')
      expect(page).not.toContain(person.password)
    }
  }
  await world.startDatabase()
  await world.shop.untilReady()
})
