import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { describe, expect, test } from 'vitest'

import { emptyDatabase } from '#tests/harness/test-shop.ts'

import { openPool } from '#platform/database/connection.server.ts'
import { migrateDatabase } from './migrate.server.ts'
import { catalogue, singleBottle } from '../seed/catalogue.ts'

import { products } from '#catalogue/tables.ts'

type NewProduct = typeof products.$inferInsert

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

  test('bring an older database up to date and keep what is in it', async () => {
    const { url, drop } = await emptyDatabase()
    const pool = openPool(url, 1)
    await migrate(drizzle(pool), { migrationsFolder: migrationsUpTo('0000_opening') })
    await pool.query(
      `insert into users (name, email, first_name) values ('Ana Ruiz', 'ana@example.com', 'Ana')`,
    )
    await pool.end()
    await migrated(url)
    const after = openPool(url, 1)
    const kept = await after.query(`select first_name from users`)
    expect(kept.rows).toEqual([{ first_name: 'Ana' }])
    await after.end()
    await drop()
  })
})

test('wines seeded earlier take the names and words of today, unless staff changed them', async () => {
  const { url, drop } = await emptyDatabase()
  const pool = openPool(url, 2)
  await migrate(drizzle(pool), { migrationsFolder: migrationsUpTo('0022_kept-forms') })
  const asSeeded = (product: NewProduct, titleCart: string) => ({
    ...product,
    titleCart,
    descriptionA: '',
  })
  const [malbec2022, cabernet, malbec2021] = catalogue
  if (!malbec2022 || !cabernet || !malbec2021) throw new Error('the catalogue has three wines')
  const seeded = [
    asSeeded(malbec2022, 'Malbec 2022'),
    asSeeded(cabernet, 'Our Cabernet'),
    asSeeded(malbec2021, 'Malbec 2021'),
    asSeeded(singleBottle(15_000), 'Malbec 2021, single bottle'),
  ]
  // By the columns of that time, not by those of today's schema.
  for (const wine of seeded) {
    await pool.query(
      `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents,
         description, description_a, category_id, category_name, release_state)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        wine.id,
        wine.title,
        wine.subtitle,
        wine.titleCart,
        wine.vintage,
        wine.image,
        wine.priceCents,
        wine.description,
        wine.descriptionA,
        wine.categoryId,
        wine.categoryName,
        wine.releaseState,
      ],
    )
  }
  await migrateDatabase(pool)
  const { rows } = await pool.query<{ id: string; title_cart: string; description_a: string }>(
    'select id, title_cart, description_a from products',
  )
  expect(Object.fromEntries(rows.map((row) => [row.id, row.title_cart]))).toEqual({
    'malbec-2022': malbec2022.titleCart,
    'cabernet-sauvignon-2021': 'Our Cabernet',
    'malbec-2021': malbec2021.titleCart,
    'malbec-2021-bottle': singleBottle(15_000).titleCart,
  })
  expect(rows.find(({ id }) => id === 'malbec-2022')?.description_a).toBe(malbec2022.descriptionA)
  await pool.end()
  await drop()
})

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

test('entries of the audit log that say client are about a subscriber', async () => {
  const { url, drop } = await emptyDatabase()
  const pool = openPool(url, 2)
  await migrate(drizzle(pool), {
    migrationsFolder: migrationsUpTo('0035_erasure-and-data-requests'),
  })
  await pool.query(
    `insert into audit_log (actor_email, action, subject_kind, subject_id, after)
     values ('staff@example.com', 'client-updated', 'client', '1', '{"city": "Reno"}'),
            ('staff@example.com', 'records-imported', 'import', '2', '{"clients": 3, "users": 4}')`,
  )
  await migrateDatabase(pool)
  const { rows } = await pool.query(
    'select action, subject_kind, after from audit_log order by subject_id',
  )
  expect(rows).toEqual([
    { action: 'subscriber-updated', subject_kind: 'subscriber', after: { city: 'Reno' } },
    { action: 'records-imported', subject_kind: 'import', after: { subscribers: 3, users: 4 } },
  ])
  await expect(pool.query(`delete from audit_log`)).rejects.toThrow('append-only')
  await pool.end()
  await drop()
})

/** The migrations as an earlier version of the shop had them. */
function migrationsUpTo(tag: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kohue-migrations-'))
  cpSync('src/app/migrations', folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const count = journal.entries.findIndex((entry) => entry.tag === tag) + 1
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return folder
}
