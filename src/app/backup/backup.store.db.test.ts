import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openPool } from '#platform/database/connection.server.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { contentsOf, inconsistencies } from '#tests/harness/consistency.ts'
import { payAt } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, emptyDatabase, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { knownMigrations, migrateDatabase, migrationsIn } from '../migrate/migrate.server.ts'
import { restoreBackup } from './restore-backup.store.server.ts'
import { writeBackup } from './write-backup.store.server.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
  await setStock(testShop.db, 'malbec-2022', 100_000)
})
afterAll(() => testShop.close())

const backup = () => buffer(Readable.from(writeBackup(testShop.databaseUrl)))

/** Chunks cut in the middle of lines and characters. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997)
}

async function buy(): Promise<void> {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
}

/** The hash of the last migration that the baseline replaced. */
const lastReplaced = '092ada0d4d799bfe471dff4849e7de4e4c77b36433a81ce67714ee3178259a6a'

/** Texts that a wrong escaping would change. */
const awkward = ['a\tb\nc\r\nd', '\\.', '\\N', 'ñ “x”\u2028y', "'; drop table users; --", '']

describe('a backup', () => {
  test('brings the very same shop back, and the queue with its waiting duties', async () => {
    await buy()
    await testShop.db.insert(mailingListClients).values(
      awkward.map((fullName, at) => ({
        fullName,
        email: `awkward.${at}@example.com`,
        consentSource: 'test',
        consentWording: '',
      })),
    )
    const pool = openPool(testShop.databaseUrl, 1)
    await pool.query(`select graphile_worker.add_job('clean-up-sign-in', '{"n": 1}'::json)`)
    await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x'`)
    await pool.end()

    const { url, drop } = await emptyDatabase()
    const restored = await restoreBackup(url, inPieces(await backup()))
    expect(restored).toMatchObject({ ok: true, rows: { 'public.orders': 1 } })
    expect(await contentsOf(url)).toEqual(await contentsOf(testShop.databaseUrl))

    const after = openPool(url, 2)
    expect(await migrationsIn(after)).toEqual(knownMigrations())
    const jobs = await after.query(
      'select task_identifier, locked_at from graphile_worker.jobs order by 1',
    )
    // The second is of the buyer, whose cart was filled.
    expect(jobs.rows).toEqual([
      { task_identifier: 'clean-up-sign-in', locked_at: null },
      { task_identifier: 'sync-payment-customer', locked_at: null },
    ])
    await migrateDatabase(after)
    const next = await after.query<{ number: number }>(
      `select nextval('orders_number_seq')::int as number`,
    )
    expect(next.rows[0]!.number).toBeGreaterThan(1_001)
    await after.end()
    await drop()
  })

  test('made while people buy is a consistent snapshot', async () => {
    const closing = new AbortController()
    let bought = 0
    const buyers = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!closing.signal.aborted) {
          await buy()
          bought++
        }
      }),
    )
    await expect.poll(() => bought).toBeGreaterThan(4)
    const first = await backup()
    const second = await backup()
    const before = bought
    closing.abort()
    await buyers
    expect(bought).toBeGreaterThanOrEqual(before)
    for (const bytes of [first, second]) {
      const { url, drop } = await emptyDatabase()
      const restored = await restoreBackup(url, inPieces(bytes))
      expect(restored.ok && restored.rows['public.orders']).toBeGreaterThan(4)
      expect(await inconsistencies(url)).toEqual([])
      await drop()
    }
  })
})

describe('nothing is restored, and the database stays as it was', () => {
  test('from half a backup, wherever it ends, and a second try may follow', async () => {
    const bytes = await backup()
    const { url, drop } = await emptyDatabase()
    const lastLine = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1
    for (const end of [0, 10, Math.floor(bytes.length / 2), lastLine, bytes.length - 5]) {
      const restored = await restoreBackup(url, inPieces(bytes.subarray(0, end)))
      expect(restored).toEqual({ ok: false, reason: end <= 10 ? 'no-backup' : 'cut-off' })
    }
    expect(await contentsOf(url)).toEqual({})
    expect(await restoreBackup(url, inPieces(bytes))).toMatchObject({ ok: true })
    expect(await restoreBackup(url, inPieces(bytes))).toEqual({ ok: false, reason: 'not-empty' })
    await drop()
  })

  test.each([
    ['a view', 'create view cellar as select 1 as racks', 'select racks from cellar'],
    ['a function', 'create function racks() returns int return 1', 'select racks()'],
    ['a sequence', 'create sequence racks', "select nextval('racks')::int as racks"],
    [
      'a partitioned table',
      'create table r (racks int) partition by list (racks)',
      'select 1 as racks from r right join (select 1) as one on true',
    ],
  ])('into a database that has nothing but %s, which stays', async (_, make, read) => {
    const { url, drop } = await emptyDatabase()
    const client = new pg.Client(url)
    await client.connect()
    await client.query(make)
    const half = (await backup()).subarray(0, 20_000)
    expect(await restoreBackup(url, inPieces(half))).toEqual({ ok: false, reason: 'not-empty' })
    expect((await client.query(read)).rows).toEqual([{ racks: 1 }])
    await client.end()
    await drop()
  })

  test('from a release that knows more than this one', async () => {
    const bytes = String(await backup()).replace('"migrations":[', '"migrations":["another",')
    const { url, drop } = await emptyDatabase()
    const restored = await restoreBackup(url, inPieces(Buffer.from(bytes)))
    expect(restored).toEqual({ ok: false, reason: 'other-release' })
    expect(await contentsOf(url)).toEqual({})
    await drop()
  })
})

test('the backup of a database that the migrations before the baseline made is restored', async () => {
  const bytes = String(await backup())
  const replacing = (hashes: string[]) =>
    Buffer.from(
      bytes.replace(/"migrations":\["\w+"/, JSON.stringify({ migrations: hashes }).slice(1, -2)),
    )
  const earlier = [...Array.from({ length: 67 }, (_, at) => `earlier-${at}`), lastReplaced]
  const { url, drop } = await emptyDatabase()
  const tooOld = await restoreBackup(url, inPieces(replacing(earlier.slice(0, 60))))
  expect(tooOld).toEqual({ ok: false, reason: 'other-release' })
  expect(await restoreBackup(url, inPieces(replacing(earlier)))).toMatchObject({ ok: true })
  const after = openPool(url, 1)
  expect(await migrationsIn(after)).toEqual(knownMigrations())
  await after.end()
  await drop()
})

test('the backup of an older release is brought up to date', async () => {
  const old = await emptyDatabase()
  const pool = openPool(old.url, 2)
  await migrateDatabase(pool, 1)
  await pool.query(`insert into users (name, email) values ('Ana Ruiz', 'ana@example.com')`)
  await pool.end()
  const bytes = await buffer(Readable.from(writeBackup(old.url)))
  const { url, drop } = await emptyDatabase()
  expect(await restoreBackup(url, inPieces(bytes))).toMatchObject({ ok: true })
  const after = openPool(url, 1)
  expect(await migrationsIn(after)).toEqual(knownMigrations())
  expect((await after.query('select email from users')).rows).toEqual([
    { email: 'ana@example.com' },
  ])
  await after.end()
  await drop()
  await old.drop()
})
