import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { alignTasks } from '#admin/today/tasks.store.server.ts'
import { applyMigrations } from '#app/migrate/apply-migrations.server.ts'
import { knownMigrations, migrateDatabase, migrationsIn } from '#app/migrate/migrate.server.ts'
import { seedMany } from '#app/seed/bulk.ts'
import { catalogue } from '#catalogue/wines/seeded-wines.store.server.ts'
import type { RunningDatabase } from '#launch/database.ts'
import { startDatabase } from '#launch/database.ts'
import { openDatabase, openPool } from '#platform/database/connection.server.ts'
import { isTimedTask, taskKinds } from '#platform/tasks/tasks.server.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'

import { browse, buy, edit, join as joinList, register } from './world/earlier-statements.ts'

/** The migrations of the earlier release. A shop with fewer has to stop before (docs/upgrading.md). */
const earlierMigrations = 8

/** What a later release may add, so that there is something to migrate as long as the baseline is the last. */
const additions = [
  'ALTER TABLE "orders" ADD COLUMN "weight" integer DEFAULT 0 NOT NULL',
  'CREATE INDEX "orders_weight" ON "orders" USING btree ("weight")',
  'ALTER TABLE "users" ADD COLUMN "nickname" text DEFAULT \'\' NOT NULL',
  'CREATE INDEX "users_nickname" ON "users" USING btree ("nickname")',
  'ALTER TABLE "mailing_list_clients" ADD COLUMN "nickname" text DEFAULT \'\' NOT NULL',
  'ALTER TABLE "carts" ADD COLUMN "note" text DEFAULT \'\' NOT NULL',
  'ALTER TABLE "checkouts" ADD COLUMN "note" text DEFAULT \'\' NOT NULL',
  'ALTER TABLE "products" ADD COLUMN "weight" integer DEFAULT 0 NOT NULL',
]

/** In full: UPGRADE_CUSTOMERS=100000 UPGRADE_ORDERS=50000. */
const customers = Number(process.env['UPGRADE_CUSTOMERS'] ?? 10_000)
const orders = Number(process.env['UPGRADE_ORDERS'] ?? 5_000)

/** `statement_timeout` of the shop's connections is 15 s; a request that waits is to stay far from it. */
const longestWait = 5_000

let dir: string
let database: RunningDatabase
let owner: pg.Pool
/** The connections of the process that still serves: prepared statements and limits as the shop's. */
let serving: pg.Pool

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kohue-upgrade-'))
  database = await startDatabase(dir, () => {})
  owner = openPool(database.url, 3, 0)
  await migrateDatabase(owner, earlierMigrations)
  for (const wine of catalogue) {
    await owner.query(
      `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents,
         description, category_id, category_name, release_state, stock)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'on-sale', 1000000)`,
      [
        ...[wine.id, wine.title, wine.subtitle, wine.titleCart, wine.vintage, wine.image],
        ...[wine.priceCents, wine.description, wine.categoryId, wine.categoryName],
      ],
    )
  }
  const wanted = { users: customers, subscribers: customers, orders }
  await seedMany(openDatabase(owner), wanted, () => {})
  // Nobody has chosen a shipping method there.
  await owner.query(
    `insert into carts (user_id) select id from users order by id limit 300 on conflict do nothing`,
  )
  serving = openPool(database.url, 8)
}, 600_000)
afterAll(async () => {
  await serving.end()
  await owner.end()
  await database.child.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('an older process serves while its database is migrated', { timeout: 600_000 }, async () => {
  const { rows } = await owner.query<{ id: string; email: string }>(
    `select id, email from users order by id limit 300`,
  )
  let longest = { what: '', millis: 0 }
  const failures = new Set<string>()
  const done = new Map<string, number>()
  const over = new AbortController()
  const keepDoing = async (
    what: string,
    work: (client: pg.PoolClient, at: number) => Promise<void>,
  ) => {
    for (let at = 0; !over.signal.aborted; at++) {
      await pause(10)
      const client = await serving.connect()
      const began = performance.now()
      try {
        await work(client, at)
        done.set(what, (done.get(what) ?? 0) + 1)
      } catch (error) {
        failures.add(`${what}: ${(error as Error).message}`)
        await client.query('rollback')
      } finally {
        client.release()
      }
      const millis = performance.now() - began
      if (millis > longest.millis) longest = { what, millis }
    }
  }
  const person = (at: number) => rows[at % rows.length]!
  const work = Promise.all([
    keepDoing('browse', (client, at) => browse(client, person(at).id)),
    ...[0, 100].map((first) =>
      keepDoing('buy', (client, at) => buy(client, person(first + (at % 100)))),
    ),
    keepDoing('edit', (client, at) => edit(client, person(at).id)),
    keepDoing('register', register),
    keepDoing('join', joinList),
  ])

  await expect.poll(() => done.size).toBe(5)
  const began = performance.now()
  await migrateDatabase(owner)
  const client = await owner.connect()
  const known = readMigrationFiles({ migrationsFolder: 'src/app/migrations' })
  const last = known.at(-1)!.folderMillis
  const added = additions.map((statement, at) => ({
    sql: [statement],
    bps: true,
    folderMillis: last + 1 + at,
    hash: `added-${at}`,
  }))
  await applyMigrations(client, [...known, ...added])
  client.release()
  const seconds = (performance.now() - began) / 1_000
  over.abort()
  await work

  const counts = [...done].map(([what, count]) => `${count} × ${what}`).join(', ')
  process.stderr.write(
    `migrated in ${seconds.toFixed(1)} s; ${counts}; longest ${longest.what} ${longest.millis.toFixed(0)} ms\n`,
  )
  expect([...failures]).toEqual([])
  expect(longest.millis).toBeLessThan(longestWait)
  expect([...done.keys()].toSorted()).toEqual(['browse', 'buy', 'edit', 'join', 'register'])
  expect(await migrationsIn(owner)).toEqual([
    ...knownMigrations(),
    ...added.map(({ hash }) => hash),
  ])
})

test('what the older process wrote meanwhile is in everything that was added', async () => {
  const db = openDatabase(owner)
  expect(await inconsistencies(database.url)).toEqual([])
  const moment = { timeZone: 'UTC', today: new Date().toISOString().slice(0, 10) }
  for (const kind of taskKinds().filter((one) => !isTimedTask(one))) {
    expect([kind, await alignTasks(db, kind, moment)]).toEqual([kind, { opened: 0, obsolete: 0 }])
  }
})

test('the older process goes on with the newer database, as after a rollback', async () => {
  const client = await serving.connect()
  const { rows } = await client.query<{ id: string; email: string }>(
    'select id, email from users order by id offset 300 limit 1',
  )
  for (const again of [1, 2]) {
    await browse(client, rows[0]!.id)
    await buy(client, rows[0]!)
    await edit(client, rows[0]!.id)
    await register(client, 1_000_000 + again)
    await joinList(client, 1_000_000 + again)
  }
  client.release()
  expect(await inconsistencies(database.url)).toEqual([])
})
