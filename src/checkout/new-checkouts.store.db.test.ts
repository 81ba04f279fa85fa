import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { releases, releaseWines } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { aMember, openTestDatabase, setStock } from '#tests/harness/test-shop.ts'

import { insertCheckout } from './new-checkouts.store.server.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** Writes a checkout of one case, as after everything else was checked a moment earlier. */
async function hold(
  productId: string,
  channel: 'cart' | 'offering',
  invited?: { id: string },
): Promise<string> {
  const member = invited ?? (await aMember(db))
  await db.execute(sql`insert into carts (user_id) values (${member.id})`)
  const line = {
    productId,
    description: 'a case',
    quantity: 1,
    unitPriceCents: 45_000,
    taxCents: 0,
  }
  const written = await insertCheckout(
    db,
    {
      userId: member.id,
      channel,
      fingerprint: 'a test',
      shippingMethod: 'pickup',
      subtotalCents: 45_000,
      shippingCents: 0,
      taxCents: 0,
      totalCents: 45_000,
      shipTo: null,
      startedAt: new Date(),
      expiresAt: inMinutes(30),
    },
    [line],
    channel === 'cart' ? { userId: member.id, version: 0, hasAllocations: Boolean(invited) } : null,
  )
  return typeof written === 'string' ? written : written.state
}

const heldOf = async (id: string) =>
  (await db.select({ held: products.held }).from(products).where(eq(products.id, id)))[0]!.held

test.each([
  ['on-sale', 'open'],
  ['announced', 'sold-out'],
  ['closed', 'sold-out'],
] as const)('a hold of a wine that is %s: %s', async (releaseState, outcome) => {
  const wine = 'malbec-2022'
  await setStock(db, wine, 10)
  await db.update(products).set({ releaseState }).where(eq(products.id, wine))
  for (const channel of ['cart', 'offering'] as const) {
    expect(await hold(wine, channel), channel).toBe(outcome)
  }
  expect(await heldOf(wine)).toBe(outcome === 'open' ? 2 : 0)
})

test.each([
  ['is open', { state: 'scheduled' }, 'open'],
  ['has not opened', { opensAt: inMinutes(5) }, 'sold-out'],
  ['is paused', { state: 'paused' }, 'sold-out'],
  ['has ended', { state: 'ended' }, 'sold-out'],
  ['has closed', { closesAt: inMinutes(-1) }, 'sold-out'],
] as const)('a hold of a wine whose release %s', async (_how, change, outcome) => {
  const made = await aRelease(db, { kind: 'open' })
  await db.update(releases).set(change).where(eq(releases.id, made.release.id))
  for (const channel of ['cart', 'offering'] as const) {
    expect(await hold(made.wine, channel), channel).toBe(outcome)
  }
  expect(await heldOf(made.wine)).toBe(outcome === 'open' ? 2 : 0)
})

test.each([
  ['was in', false, 'open'],
  ['is in', true, 'sold-out'],
])(
  'a hold of an allocation of a wine that %s a release that is paused',
  async (_how, isCurrent, outcome) => {
    const [made, paused] = [await aRelease(db), await aRelease(db, { state: 'paused' })]
    const member = await aMember(db)
    await allocate(db, made, member, 1)
    if (isCurrent)
      await db
        .update(releaseWines)
        .set({ isCurrent: false })
        .where(eq(releaseWines.productId, made.wine))
    const earlier = { releaseId: paused.release.id, productId: made.wine, position: 2, isCurrent }
    await db.insert(releaseWines).values(earlier)
    expect(await hold(made.wine, 'cart', member)).toBe(outcome)
  },
)

test('a hold of an allocation once its own wave is open, whatever other waves are', async () => {
  const made = await aRelease(db, { waves: [-30, 30, -20] })
  for (const [wave, outcome] of ['open', 'sold-out', 'open'].entries()) {
    const member = await aMember(db)
    const id = await allocate(db, made, member, 1, wave)
    expect(await hold(made.wine, 'cart', member), `wave ${wave + 1}`).toBe(outcome)
    const { rows } = await db.execute(sql`select held from allocations where id = ${id}`)
    expect(rows).toEqual([{ held: outcome === 'open' ? 1 : 0 }])
  }
})
