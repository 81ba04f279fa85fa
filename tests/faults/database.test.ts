import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Buyer } from './world/buyer.ts'
import { expectConsistent } from './world/expect-consistent.ts'
import { World } from './world/world.ts'

let world: World
const members: string[] = []

beforeAll(async () => {
  world = await World.open({ env: { MAILS_PER_MINUTE: '0' } })
  await world.setStock(1_000)
  members.push(...(await world.members(120)))
})
afterAll(() => world.close())

/** Runs so many buyers at once beside `meanwhile`; all of them get their case in the end. */
async function buyDuring(
  count: number,
  meanwhile: (isOver: () => boolean) => Promise<void>,
): Promise<Buyer[]> {
  const buyers = Array.from({ length: count }, () => new Buyer(world, members.pop()!))
  let isOver = false
  const buying = Promise.all(buyers.map((buyer) => buyer.buy())).finally(() => {
    isOver = true
  })
  await Promise.all([meanwhile(() => isOver), buying])
  expect(await buying).toEqual(Array.from({ length: count }, () => 'paid'))
  return buyers
}

/** Resolves once so many checkouts more than before have been started. */
async function untilCheckouts(more: number, orElse: () => boolean = () => false): Promise<void> {
  const count = async () =>
    (await world.queryDatabase<{ n: number }>('select count(*)::int as n from checkouts'))[0]!.n
  const before = await count()
  while (!orElse() && (await count()) < before + more) await pause(10)
}

describe('under load', () => {
  test('PostgreSQL is killed with kill -9, and comes back', async () => {
    const pid = world.shop.pid
    await buyDuring(16, async () => {
      await untilCheckouts(2)
      await world.killDatabase()
      await expect.poll(() => world.shop.isReady()).toBe(false)
      await world.startDatabase()
    })
    expect(world.shop.pid).toBe(pid)
    await world.shop.untilReady()
    await expectConsistent(world)
  })

  test('one of its processes is killed, and it recovers by itself', async () => {
    await buyDuring(16, async () => {
      await untilCheckouts(2)
      const [backend] = await world.queryDatabase<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'kohue' limit 1`,
      )
      process.kill(backend!.pid, 'SIGKILL')
    })
    await world.shop.untilReady()
    await expectConsistent(world)
  })

  test('every connection is cut, ten times over (pg_terminate_backend)', async () => {
    await buyDuring(30, async (isOver) => {
      let times = 0
      for (; times < 10 && !isOver(); times++) {
        await untilCheckouts(1, isOver)
        await world.queryDatabase(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kohue'`,
        )
      }
      expect(times).toBeGreaterThan(3)
    })
    await world.shop.untilReady()
    await expectConsistent(world)
  })

  test('the pool is exhausted: another connection has locked a table', async () => {
    const locker = new pg.Client({ connectionString: world.databaseUrl })
    await locker.connect()
    await locker.query('begin; lock table users in access exclusive mode')
    const visitor = new Buyer(world, members.pop()!)
    const addresses = ['/mono', '/mono.data', '/api/test', '/mono']
    const asked = Promise.all(
      Array.from({ length: 40 }, (_, index) => visitor.ask(addresses[index % addresses.length]!)),
    )
    // Responses that need no database are still served, and /readyz responds 503.
    await expect.poll(() => world.shop.isReady(), { timeout: 10_000 }).toBe(false)
    expect((await visitor.ask('/healthz')).status).toBe(200)
    // Each response is a 503 with Retry-After: page, data request and API call in their own formats.
    for (const { status, retryAfter, body } of await asked) {
      expect([status, retryAfter]).toEqual([503, '5'])
      expect(body).toMatch(/The shop is very busy|Unexpected Server Error|"code":"busy"/)
    }
    await locker.query('rollback')
    await locker.end()
    expect((await visitor.ask('/mono')).status).toBe(200)
    await world.shop.untilReady()
    expect(await visitor.buy()).toBe('paid')
    await expectConsistent(world)
  })
})

test('two processes migrate an empty database at the same moment', async () => {
  await world.queryDatabase('create database twice')
  const env = { DATABASE_URL: world.databaseUrl.replace(/kohue$/, 'twice') }
  const other = await World.open({ shops: 2, env })
  const done = new pg.Client({ connectionString: env.DATABASE_URL })
  await done.connect()
  const { rows } = await done.query('select count(*)::int as n from drizzle.__drizzle_migrations')
  await done.end()
  const journal = readFileSync('src/app/migrations/meta/_journal.json', 'utf8')
  expect(rows).toEqual([{ n: (JSON.parse(journal) as { entries: unknown[] }).entries.length }])
  await other.close()
})

const mayMount = (() => {
  const dir = mkdtempSync(join(tmpdir(), 'kohue-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir], { stdio: 'ignore' })
    execFileSync('umount', [dir])
    return true
  } catch {
    return false
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})()

describe.skipIf(!mayMount)('the disk of the database is full (a small tmpfs)', () => {
  const disk = mkdtempSync(join(tmpdir(), 'kohue-disk-'))
  let full: World

  beforeAll(async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk])
    full = await World.open({ databaseDir: disk, env: { MAILS_PER_MINUTE: '0' } })
  })
  afterAll(async () => {
    await full.close()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  })

  test('nothing is sold meanwhile, and all started checkouts are completed afterwards', async () => {
    const cookies = await full.members(12)
    const buyers = cookies.map((cookie) => new Buyer(full, cookie))
    expect(await buyers[0]!.buy()).toBe('paid')
    const pid = full.shop.pid
    const filler = join(disk, 'filler')
    fillDisk(filler)
    // Rows that fit into existing database pages are still written: some checkouts succeed.
    const settled = new Set<Buyer>()
    const buying = Promise.all(
      buyers.slice(1).map(async (buyer) => {
        const outcome = await buyer.buy()
        settled.add(buyer)
        return outcome
      }),
    )
    const hasMet = (buyer: Buyer) => buyer.failures.length > 0 || settled.has(buyer)
    await expect.poll(() => buyers.slice(1).every(hasMet), { timeout: 60_000 }).toBe(true)
    expect(settled.size).toBeLessThan(buyers.length - 1)
    rmSync(filler)
    if (!full.databaseIsAlive) await full.startDatabase()
    expect(new Set(await buying)).toEqual(new Set(['paid']))
    expect(full.shop.pid).toBe(pid)
    const { orders } = await expectConsistent(full)
    expect(orders).toBe(12)
  })
})

/** Fills a disk to its last page. */
function fillDisk(file: string): void {
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

test('a process that starts while the database is unreachable retries, and becomes ready', async () => {
  await world.killDatabase()
  await world.shop.kill()
  await world.shop.start({}, false)
  await world.startDatabase()
  await world.shop.untilReady()
  await expectConsistent(world)
})
