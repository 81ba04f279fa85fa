import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { root } from '#launch/prepare.mjs'
import { inconsistencies } from '#tests/harness/consistency.ts'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import { NpmServer } from './world/npm-server.ts'
import { queryIn } from './world/world.ts'

describe('npm start -- --processes 3', () => {
  let server: NpmServer
  const members: string[] = []

  beforeAll(async () => {
    server = await NpmServer.open(3)
    members.push(...(await server.members(40)))
  })
  afterAll(() => server.clear())

  const aBuyer = () => new Buyer(server.world, members.pop()!)
  const url = (path: string) => server.world.shop.url + path

  test('answers health checks, and sells', async () => {
    expect(server.shops()).toHaveLength(3)
    expect((await fetch(url('/healthz'))).status).toBe(200)
    expect((await fetch(url('/readyz'))).status).toBe(200)
    expect((await fetch(url('/metrics'))).status).toBe(404)
    const authorization = `Bearer ${server.metricsToken}`
    const metrics = await fetch(url('/metrics'), { headers: { authorization } })
    expect(await metrics.text()).toContain('kohue_database_up 1')
    expect(await aBuyer().buy()).toBe('paid')
    await expectConsistent(server.world)
  })

  test('one that is killed under load drops its own requests, and is restarted', async () => {
    const before = server.shops()
    const buyers = Array.from({ length: 16 }, aBuyer)
    const buying = Promise.all(buyers.map((buyer) => buyer.buy()))
    await expect
      .poll(
        async () => (await server.world.queryDatabase('select 1 from checkouts limit 5')).length,
        {
          timeout: 30_000,
          interval: 10,
        },
      )
      .toBe(5)
    process.kill(before[0]!, 'SIGKILL')
    // Requests during the restart are served by the others.
    const statuses = new Set<number>()
    const ask = async (path: string) => {
      // Requests of the killed process break off.
      const response = await fetch(url(path), { headers: { connection: 'close' } }).catch(
        () => null,
      )
      if (response) statuses.add(response.status)
    }
    while (server.shops().length < 3 || !server.said.includes('it is started again'))
      await ask('/healthz')
    for (let n = 0; n < 200; n++) await ask('/login')
    expect([...statuses]).toEqual([200])
    expect(new Set(await buying)).toEqual(new Set(['paid']))
    const failures = buyers.map(({ failures: own }) => own)
    expect(failures.flat().filter((failure) => / 5\d\d$/.test(failure))).toEqual([])
    expect(Math.max(...failures.map(({ length }) => length))).toBeLessThanOrEqual(1)
    await expect.poll(() => server.shops().length, { timeout: 30_000 }).toBe(3)
    expect(server.shops().filter((pid) => before.includes(pid))).toHaveLength(2)
    expect(server.said).toMatch(/The shop \d stopped by itself \(it was killed\); it is started/)
    const { orders } = await expectConsistent(server.world)
    expect(orders).toBe(17)
  })

  test('every one of them sends a change event', async () => {
    const [staff] = await server.members(1)
    await server.world.queryDatabase(
      `update users set role = 'staff' where id =
         (select user_id from sessions order by created_at desc limit 1)`,
    )
    const leaving = new AbortController()
    // The kernel assigns each connection to one of the three.
    const lines = await Promise.all(
      Array.from({ length: 12 }, () =>
        fetch(url('/admin/live?list=joined'), {
          headers: { cookie: staff! },
          signal: leaving.signal,
        }),
      ),
    )
    const readers = lines.map(({ body }) => body!.pipeThrough(new TextDecoderStream()).getReader())
    const all = (event: string) =>
      Promise.all(
        readers.map(async (reader) => {
          for (let received = ''; !received.includes(`event: ${event}`);) {
            const { value, done } = await reader.read()
            if (done) throw new Error(`An event stream ended before ${event}`)
            received += value
          }
        }),
      )
    await all('ready')
    const joined = await fetch(url('/ex-join'), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ fullname: 'Ana Ruiz', email: 'ana@example.com' }),
      headers: { origin: server.world.shop.url },
    })
    expect(joined.status).toBe(303)
    await all('change')
    leaving.abort()
  })

  test('a backup and a restore by the commands of the README', async () => {
    const { databaseUrl, queryDatabase } = server.world
    const file = join(server.dir, 'backup.gz')
    const npm = (command: string, DATABASE_URL: string) =>
      execFileSync('npm', ['run', command, '--', file], {
        cwd: root,
        stdio: 'pipe',
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          DATA_DIR: server.dir,
          DATABASE_URL,
        },
      })
    npm('backup', databaseUrl)
    await queryDatabase('create database restored')
    const restored = databaseUrl.replace(/kohue$/, 'restored')
    npm('restore', restored)
    expect(await inconsistencies(restored)).toEqual([])
    const orders = 'select number, total_cents from orders order by number'
    expect(await queryIn(restored, orders)).toEqual(await queryDatabase(orders))
  })

  test('SIGTERM to npm: requests in progress are completed, and no process is left', async () => {
    const buyer = aBuyer()
    await buyer.fillCart()
    const { url: fakes } = server.world.fakes
    await fetch(`${fakes}/_faults`, {
      method: 'POST',
      body: JSON.stringify({
        match: 'POST /v1/checkout/sessions',
        fault: 'delay',
        ms: 1_500,
        times: 1,
      }),
    })
    const asked = buyer.ask('/api/create-checkout-session', { json: {} })
    const rules = async () =>
      ((await (await fetch(`${fakes}/_faults`)).json()) as { rules: unknown[] }).rules
    await expect.poll(rules, { timeout: 30_000, interval: 20 }).toEqual([])
    const shops = server.shops()
    await server.terminate()
    expect((await asked).status).toBe(200)
    await expect.poll(() => server.processes(), { timeout: 30_000 }).toEqual([])
    expect(shops).toHaveLength(3)
  })
})
