import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'

import { openPool } from '#platform/database/connection.server.ts'
import { emptyDatabase } from '#tests/harness/test-shop.ts'

import { applyMigrations } from './apply-migrations.server.ts'
import { knownMigrations, migrateDatabase, migrationsIn } from './migrate.server.ts'

const tablesOf = async (url: string) => {
  const pool = openPool(url, 1)
  const found = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  await pool.end()
  return found.rows.map((row) => row.name)
}

const migrated = async (url: string) => {
  const pool = openPool(url, 2)
  await migrateDatabase(pool)
  await pool.end()
}

describe('migrations', () => {
  test('bring an empty database up to date, twice, and from two processes at once', async () => {
    const { url, drop } = await emptyDatabase()
    await Promise.all([migrated(url), migrated(url)])
    await migrated(url)
    expect(await tablesOf(url)).toEqual(
      expect.arrayContaining(['users', 'orders', 'checkouts', 'products', 'audit_log']),
    )
    await drop()
  })
})

describe('a database that the migrations before the baseline made', () => {
  /** The table of applied migrations as they left it; of them all, only the last is known today. */
  const recordEarlier = async (pool: pg.Pool, count: number) => {
    await pool.query('truncate drizzle.__drizzle_migrations')
    await pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at)
       select case n when 68 then '092ada0d4d799bfe471dff4849e7de4e4c77b36433a81ce67714ee3178259a6a'
         else 'earlier-' || n end, 1795534553681 - 1000 * (68 - n) from generate_series(1, $1) as n`,
      [count],
    )
  }

  test('keeps its rows, and gets the schema of a new one', async () => {
    const [{ url, drop }, fresh] = [await emptyDatabase(), await emptyDatabase()]
    const [pool, freshPool] = [openPool(url, 2), openPool(fresh.url, 2)]
    await migrateDatabase(freshPool)
    await migrateDatabase(pool, 1)
    await pool.query(
      `insert into users (name, email, first_name) values ('Ana Ruiz', 'ana@example.com', 'Ana')`,
    )
    await recordEarlier(pool, 68)
    await migrateDatabase(pool)
    expect(await schemaOf(pool)).toEqual(await schemaOf(freshPool))
    expect(await migrationsIn(pool)).toEqual(knownMigrations())
    expect((await pool.query('select first_name from users')).rows).toEqual([{ first_name: 'Ana' }])
    await pool.end()
    await freshPool.end()
    await drop()
    await fresh.drop()
  })

  test('also one that the first form of the baseline made', async () => {
    const { url, drop } = await emptyDatabase()
    const pool = openPool(url, 2)
    await migrateDatabase(pool, 1)
    await pool.query(
      `update drizzle.__drizzle_migrations
       set hash = '9e59c7aafda378bd92354b11083b94f1f3dcfcd9c51d7faa0aa70396c040c4e4'`,
    )
    await migrateDatabase(pool)
    expect(await migrationsIn(pool)).toEqual(knownMigrations())
    await pool.end()
    await drop()
  })

  test('is given the migrations after the baseline, and not the baseline', async () => {
    const { url, drop } = await emptyDatabase()
    const pool = openPool(url, 2)
    await migrateDatabase(pool, 1)
    await recordEarlier(pool, 68)
    const known = readMigrationFiles({ migrationsFolder: 'src/app/migrations' })
    const folderMillis = known.at(-1)!.folderMillis + 1
    const next = { sql: ['create table next (id integer)'], bps: true, folderMillis, hash: 'next' }
    const client = await pool.connect()
    await applyMigrations(client, [...known, next])
    client.release()
    expect(await migrationsIn(pool)).toEqual([...knownMigrations(), 'next'])
    expect(await tablesOf(url)).toContain('next')
    await pool.end()
    await drop()
  })

  test('is refused and left alone when it lacks one of them', async () => {
    const { url, drop } = await emptyDatabase()
    const pool = openPool(url, 2)
    await migrateDatabase(pool)
    await recordEarlier(pool, 67)
    await expect(migrateDatabase(pool)).rejects.toThrow(
      'This database is of a version before commit 3af5e8bc (25 November 2026): ' +
        'migrate it with that version first, then start this one.',
    )
    expect(await migrationsIn(pool)).toHaveLength(67)
    await pool.end()
    await drop()
  })
})

/** Columns, constraints, indexes, triggers and functions. */
async function schemaOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ definition: string }>(
    `select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
       pg_get_expr(adbin, adrelid)) as definition
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select concat_ws(' ', pg_get_functiondef(oid), proacl::text) from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f'
     order by 1`,
  )
  return rows.map(({ definition }) => definition)
}

/** A shop with fewer has to stop before the database is migrated (docs/upgrading.md). */
const earliestBeside = 8

test('every column that an earlier shop knows keeps its name, type and default', async () => {
  const { url, drop } = await emptyDatabase()
  const pool = openPool(url, 2)
  await migrateDatabase(pool, earliestBeside)
  const before = await columnsOf(pool)
  await migrateDatabase(pool)
  const after = await columnsOf(pool)
  expect(before.length).toBeGreaterThan(700)
  expect(before.filter((column) => !after.includes(column))).toEqual([])
  await pool.end()
  await drop()
})

async function columnsOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ definition: string }>(
    `select concat_ws(' ', table_name, column_name, udt_name, is_nullable, column_default) as definition
     from information_schema.columns where table_schema = 'public'`,
  )
  return rows.map(({ definition }) => definition)
}

test('the audit log can be written, and neither changed nor emptied', async () => {
  const { url, drop } = await emptyDatabase()
  await migrated(url)
  const pool = openPool(url, 1)
  await pool.query(
    `insert into audit_log (actor_email, action, subject_kind, subject_id)
     values ('staff@example.com', 'delete', 'subscriber', '1')`,
  )
  for (const statement of [
    `update audit_log set actor_email = 'x'`,
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(pool.query(statement)).rejects.toThrow('append-only')
  }
  await pool.end()
  await drop()
})

test('a wine made before the shop knew its bottles gets what its unit says, else three of 750 ml', async () => {
  const { url, drop } = await emptyDatabase()
  const pool = openPool(url, 2)
  await migrateDatabase(pool, 14)
  const units = [
    '12 × 375 ml',
    '3-pack of 750ml',
    '6 x 750 ml',
    'bottle (750ml)',
    '1 bottle (1500ml)',
  ]
  await pool.query(
    `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents, description,
       category_id, category_name, release_state)
     select unit, '', unit, '', 2023, '', 100, '', '', '', 'closed' from unnest($1::text[]) as unit`,
    [units],
  )
  await migrateDatabase(pool)
  const { rows } = await pool.query(
    'select id, bottles, bottle_ml from products order by bottles, id',
  )
  expect(rows.map(Object.values)).toEqual([
    ['1 bottle (1500ml)', 1, 1_500],
    ['3-pack of 750ml', 3, 750],
    ['bottle (750ml)', 3, 750],
    ['6 x 750 ml', 6, 750],
    ['12 × 375 ml', 12, 375],
  ])
  await pool.end()
  await drop()
})
