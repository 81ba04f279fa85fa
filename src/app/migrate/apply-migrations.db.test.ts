import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'

import { openPool } from '#platform/database/connection.server.ts'
import { emptyDatabase } from '#tests/harness/test-shop.ts'

import { applyMigrations, locksOf } from './apply-migrations.server.ts'
import { knownMigrations, migrateDatabase, migrationsIn } from './migrate.server.ts'

test('a migration that gets no lock lets the shop go on, and is tried again', async () => {
  const { url, drop } = await emptyDatabase()
  const pool = openPool(url, 4, 0)
  await migrateDatabase(pool)
  const known = readMigrationFiles({ migrationsFolder: 'src/app/migrations' })
  const next = {
    sql: ['ALTER TABLE "orders" ADD COLUMN "weight" integer'],
    bps: true,
    folderMillis: known.at(-1)!.folderMillis + 1,
    hash: 'next',
  }
  const client = await pool.connect()
  const other = await pool.connect()
  await other.query('begin')
  await other.query('lock table orders in row exclusive mode')

  const migrating = applyMigrations(client, [...known, next])
  const waiting = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_locks
       where relation = 'orders'::regclass and not granted`,
    )
    return rows[0]!.count
  }
  await expect.poll(waiting, { interval: 10 }).toBe(1)
  // It gives up, so that what came after it in the queue for the lock goes on.
  await expect.poll(waiting, { interval: 10 }).toBe(0)
  expect(await migrationsIn(pool)).toEqual(knownMigrations())
  await other.query('commit')
  other.release()
  await migrating
  expect(await migrationsIn(pool)).toEqual([...knownMigrations(), 'next'])
  client.release()
  await pool.end()
  await drop()
})

test('a migration that fails otherwise changes nothing, and keeps those before it', async () => {
  const { url, drop } = await emptyDatabase()
  const pool = openPool(url, 1, 0)
  const client = await pool.connect()
  const [first] = readMigrationFiles({ migrationsFolder: 'src/app/migrations' })
  const faulty = {
    sql: ['create table half (id integer)', 'select * from nowhere'],
    bps: true,
    folderMillis: first!.folderMillis + 1,
    hash: 'faulty',
  }
  await expect(applyMigrations(client, [first!, faulty])).rejects.toThrow('nowhere')
  expect(await migrationsIn(client)).toEqual([first!.hash])
  const { rows } = await client.query(`select to_regclass('half') as half`)
  expect(rows).toEqual([{ half: null }])
  client.release()
  await pool.end()
  await drop()
})

test('the tables that a migration changes are locked before it begins', () => {
  expect(
    locksOf([
      'CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN UPDATE tasks SET state = 1; END $$;',
      'ALTER TABLE "orders" ADD CONSTRAINT "o" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null',
      'CREATE INDEX "mails_new" ON "mails" USING btree ("number")',
      'UPDATE order_lines AS line SET release_id = null FROM releases',
      "SELECT watch_list('duplicates', 'duplicates', 'by_phone')",
    ]),
  ).toEqual([
    { mode: 'access exclusive', tables: ['orders'] },
    { mode: 'share row exclusive', tables: ['users', 'mails', 'order_lines', 'duplicates'] },
  ])
  const [whole] = locksOf(['DROP INDEX "mails_new"', 'CREATE INDEX "mails_new" ON "mails" ("id")'])
  expect(whole).toEqual({ mode: 'access exclusive', tables: ['mails'] })
})
