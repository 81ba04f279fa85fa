import { verifyPassword } from 'better-auth/crypto'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { identities } from '#accounts/sign-in/tables.ts'
import { campaignFigures, campaignHours } from '#campaigns/campaign/campaign-emails.store.server.ts'
import { contentErrors } from '#campaigns/campaign/content.rules.ts'
import { campaigns } from '#campaigns/campaign/tables.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { requests } from '#requests/tables.ts'
import { shipmentStates } from '#shipping/shipments/shipment.rules.ts'
import { shipments } from '#shipping/tables.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { seedDemoMembers } from '../demo-members.ts'
import { tellStory } from './story.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a release in the middle agrees with itself, and is told once', async () => {
  const lines: string[] = []
  const how = { now: new Date(), progress: (line: string) => void lines.push(line) }
  await tellStory(database.db, 'release', how)
  const { db } = database
  const counts = async () => [
    await db.$count(allocations),
    await db.$count(orders),
    await db.$count(requests),
    await db.$count(shipments),
  ]
  const before = await counts()
  expect(before.slice(0, 3)).toEqual([100, 50, 9])
  expect(await inconsistencies(database.url)).toEqual([])
  // The provider gets the prices of its wines at once: they are on sale.
  const queued = await db.execute(sql`select key from graphile_worker.jobs order by key`)
  expect(queued.rows).toEqual(
    expect.arrayContaining([
      { key: 'price:cabernet-sauvignon-2023' },
      { key: 'price:malbec-2023' },
    ]),
  )
  await tellStory(database.db, 'release', how)
  expect(await counts()).toEqual(before)
  expect(lines.slice(6)).toEqual([
    'release: it is there already',
    'campaigns: they are there already',
    'requests: they are there already',
    'shipping: it is there already',
    'subscribers: they are there already',
    'compliance: it is there already',
  ])
})

test('a request that is there keeps none of the others away', async () => {
  const { db } = database
  const how = { now: new Date(), progress: () => {} }
  await tellStory(db, 'release', how)
  await db.execute(sql`delete from requests where kind = 'wine'`)
  await tellStory(db, 'release', how)
  const { rows } = await db.execute<{ kind: string; count: number }>(sql`
    select kind, count(*)::int as count from requests group by kind order by kind`)
  expect(rows).toEqual([
    { kind: 'club', count: 2 },
    { kind: 'subscription', count: 1 },
    { kind: 'wine', count: 6 },
  ])
})

test('its people, homes and orders differ, and twenty more are on the mailing list', async () => {
  const { db } = database
  await tellStory(db, 'release', { now: new Date(), progress: () => {} })
  const [counted] = (
    await db.execute(sql`
      select count(*)::int as people, count(distinct (first_name, last_name))::int as names,
        count(distinct address)::int as houses, count(distinct state)::int as states
      from users where email like '%@story.example'`)
  ).rows
  expect(counted).toEqual({ people: 82, names: 82, houses: 82, states: 17 })
  const baskets = await db.execute(sql`
    select distinct (select string_agg(quantity || ' ' || product_id, ', ' order by product_id)
      from order_lines where order_id = orders.id) from orders`)
  expect(baskets.rowCount).toBeGreaterThan(10)
  const wines = await db.execute(sql`
    select distinct description_a from products where category_id = 'story'`)
  expect(wines.rowCount).toBe(2)
  expect(await db.$count(mailingListClients)).toBe(20)
})

test('makes one pair of accounts that look like one person', async () => {
  const { db } = database
  await tellStory(db, 'release', { now: new Date(), progress: () => {} })
  const alike = await db.execute(sql`
    select one.email as one, other.email as other from duplicates
    join users one on one.id = duplicates.one join users other on other.id = duplicates.other
    order by one.email`)
  expect(alike.rows.map((row) => Object.values(row).toSorted())).toEqual([
    ['theresa.moreau@story.example', 'victor.nakamura@story.example'],
  ])
})

test('its campaigns have figures that agree with its orders', async () => {
  const { db } = database
  const now = new Date()
  await tellStory(db, 'release', { now, progress: () => {} })
  const told = await db.select().from(campaigns)
  expect(told.map(({ state }) => state).toSorted()).toEqual(['draft', 'scheduled', 'sent'])
  for (const { subject, preheader, blocks } of told) {
    expect(contentErrors({ subject, preheader, blocks })).toEqual({})
  }
  const sent = told.find(({ state }) => state === 'sent')!
  const figures = await campaignFigures(db, sent)
  const counts = Object.fromEntries(figures.outcomes.map(({ outcome, count }) => [outcome, count]))
  expect(counts).toMatchObject({ sent: expect.any(Number), rejected: expect.any(Number) })
  expect(counts['sent']).toBeGreaterThan(figures.entered)
  expect(figures.entered).toBeGreaterThan(figures.orders)
  expect(figures.orders).toBeGreaterThan(10)
  expect(figures.cents).toBeGreaterThan(0)
  const hours = await campaignHours(db, sent)
  const sum = (key: 'sent' | 'entered' | 'ordered') =>
    hours.reduce((total, row) => total + row[key], 0)
  expect([sum('sent'), sum('entered'), sum('ordered')]).toEqual([
    counts['sent']! + counts['rejected']!,
    figures.entered,
    figures.orders,
  ])
  // Nobody came before their email, or after now.
  const odd = await db.execute(sql`select 1 from campaign_emails
    where entered_at <= settled_at or entered_at > now() + interval '1 minute'`)
  expect(odd.rowCount).toBe(0)
})

test('shipments in every state agree with themselves, and are told once', async () => {
  const lines: string[] = []
  const how = { now: new Date(), progress: (line: string) => void lines.push(line) }
  await tellStory(database.db, 'shipping', how)
  const before = await database.db.$count(shipments)
  const states = await database.db.selectDistinct({ state: shipments.state }).from(shipments)
  expect(states.map(({ state }) => state).toSorted()).toEqual(shipmentStates.toSorted())
  expect(await inconsistencies(database.url)).toEqual([])
  await tellStory(database.db, 'shipping', how)
  expect(await database.db.$count(shipments)).toBe(before)
  expect(lines[1]).toBe('shipping: it is there already')
})

test.each([true, false])(
  'its people log in with the demo’s password where it is (%s)',
  async (isDemo) => {
    const shop = await openTestDatabase()
    if (isDemo) await seedDemoMembers(shop.db, 'of the demo')
    await tellStory(shop.db, 'release', { now: new Date(), progress: () => {} })
    const hashes = await shop.db
      .selectDistinct({ hash: identities.password })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId))
      .where(like(users.email, '%@story.example'))
    // One for the release, one for the shipments.
    expect(hashes).toHaveLength(2)
    for (const { hash } of hashes) {
      expect(await verifyPassword({ hash: hash!, password: 'mendoza' })).toBe(isDemo)
    }
    await shop.close()
  },
)
