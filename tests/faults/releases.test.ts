import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { inconsistencies } from '#tests/harness/consistency.ts'

import { World } from './world/world.ts'

let world: World
const members: string[] = []

beforeAll(async () => {
  world = await World.open({ shops: 3, env: { MAILS_PER_MINUTE: '0' } })
  members.push(...(await world.members(3)))
})
afterAll(() => world.close())

type Cart = { view: { products: { id: string; release?: { phase: string } }[] } }

/** What one process tells a customer of the phase of the release. */
async function phaseIn(shop: string, cookie: string): Promise<string | undefined> {
  const response = await fetch(`${shop}/cart`, { headers: { cookie, accept: 'application/json' } })
  const { view } = (await response.json()) as Cart
  return view.products.find(({ id }) => id === 'malbec-2022')?.release?.phase
}

test('a release opens at its hour in three processes, with the job queue stopped', async () => {
  const opensInMs = 6_000
  const opensAt = Date.now() + opensInMs
  await world.queryDatabase(
    `with release as (
       insert into releases (name, season, year, kind, promise, opens_at, closes_at, state)
       values ('By the hour', 'spring', 2027, 'allocated', 'guaranteed', $1,
         now() + interval '1 day', 'scheduled') returning id),
     wine as (
       insert into release_wines (release_id, product_id, position)
       select id, 'malbec-2022', 1 from release returning release_id, product_id),
     given as (
       insert into allocations (release_id, product_id, user_id, units, origin, is_promised)
       select wine.release_id, wine.product_id, users.id, 2, 'manual', true
       from wine, users where users.role = 'member' returning units)
     update products set stock = held + sold + (select sum(units) from given),
       promised = (select sum(units) from given) where id = 'malbec-2022'`,
    [new Date(opensAt).toISOString()],
  )
  const queue = new pg.Client({ connectionString: world.databaseUrl })
  await queue.connect()
  await queue.query('begin')
  await queue.query('lock table graphile_worker._private_jobs in access exclusive mode')
  try {
    const opened = await Promise.all(
      world.shops.map(async ({ url }, index) => {
        expect(await phaseIn(url, members[index]!)).toBe('before')
        for (;;) {
          const phase = await phaseIn(url, members[index]!)
          if (phase === 'open') return Date.now() - opensAt
          await pause(50)
        }
      }),
    )
    expect(Math.min(...opened)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...opened)).toBeLessThan(2_000)
  } finally {
    await queue.query('rollback')
    await queue.end()
  }
})

test('a wine gets exactly one price, also when all processes are killed while it is created', async () => {
  await world.queryDatabase(
    `insert into products (id, title, subtitle, title_cart, vintage, image, price_cents, description,
       category_id, category_name, release_state, stock)
     values ('tannat-2025', '2025 Tannat', '3-pack of 750ml', '2025 Tannat', 2025, 'bottle-malbec-2022',
       48000, 'Tannat.', 'tannat', 'Tannat', 'closed', 10)`,
  )
  const rule = await world.fault({
    match: 'POST /v1/prices',
    fault: 'delay-after',
    ms: 3_000,
    times: 1,
  })
  await expect.poll(() => world.isUsed(rule), { timeout: 90_000, interval: 50 }).toBe(true)
  await Promise.all(world.shops.map((shop) => shop.kill()))
  await Promise.all(world.shops.map((shop) => shop.start()))
  const priceId = async () => {
    const [wine] = await world.queryDatabase<{ price_id: string | null }>(
      `select price_id from products where id = 'tannat-2025'`,
    )
    return wine!.price_id
  }
  await expect.poll(priceId, { timeout: 90_000, interval: 500 }).not.toBeNull()
  const response = await fetch(`${world.fakes.url}/v1/prices?lookup_keys[]=kohue_tannat-2025`, {
    headers: { authorization: `Bearer ${world.fakes.secretKey}` },
  })
  const { data } = (await response.json()) as { data: { id: string; unit_amount: number }[] }
  expect(data).toMatchObject([{ id: await priceId(), unit_amount: 48_000 }])
})

test('a backup in the middle of a release keeps its promises and sums', async () => {
  const sums = (databaseUrl: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    return client
      .connect()
      .then(() =>
        client.query(`select a.*, p.held as wine_held, p.sold, p.promised, p.stock from products as p,
          lateral (select sum(units) as units, sum(held) as held, sum(bought) as bought,
            count(*) filter (where is_promised) as kept from allocations
            where product_id = p.id) as a where p.id = 'malbec-2022'`),
      )
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  // One of them is on a payment page.
  const [cookie] = members
  const headers = { cookie: cookie!, origin: world.shop.url, accept: 'application/json' }
  const cart = (form: Record<string, string>) =>
    fetch(`${world.shop.url}/cart`, { method: 'POST', body: new URLSearchParams(form), headers })
  await cart({ kind: 'set-quantity', productId: 'malbec-2022', quantity: '1' })
  await cart({ kind: 'choose-shipping', method: 'ground' })
  const opened = await fetch(`${world.shop.url}/api/create-checkout-session`, {
    method: 'POST',
    body: '{}',
    headers: { ...headers, 'content-type': 'application/json' },
  })
  expect(opened.status).toBe(200)
  const before = await sums(world.databaseUrl)
  expect(before).toMatchObject([{ wine_held: 1, promised: 5 }])
  const file = join(world.dir, 'release.gz')
  expect(await world.shop.command('backup', [file])).toMatchObject({ code: 0 })
  await world.queryDatabase('create database mid_release')
  const DATABASE_URL = world.databaseUrl.replace(/kohue$/, 'mid_release')
  expect(await world.shop.command('restore', [file], { DATABASE_URL })).toMatchObject({ code: 0 })
  expect(await sums(DATABASE_URL)).toEqual(before)
  expect(await inconsistencies(DATABASE_URL)).toEqual([])
})
