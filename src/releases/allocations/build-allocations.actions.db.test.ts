import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedOrder } from '#app/seed/factory.ts'
import type { AllocationRule } from '#catalogue/on-sale/allocation.rules.ts'
import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { saveRow, sentRules } from '#tests/harness/release-drafts.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { buildAllocations, previewAllocations } from './build-allocations.actions.server.ts'

let testShop: TestShop
const staff = {
  id: null as never as string,
  email: 'staff@example.com',
  role: 'staff' as const,
  duties: ['owner'] as const,
}

beforeAll(async () => {
  testShop = await openTestShop()
  staff.id = (await aMember(testShop.db, { role: 'staff', emailVerified: false })).id
})
afterAll(() => testShop.close())

const none = { atLeast: null, ofLast: null, cents: null, months: null }

type Wish = { rules: AllocationRule[]; keepManual: boolean; version: number }

const build = (id: string, { rules, keepManual, version }: Wish) =>
  buildAllocations(testShop.services, staff, { ...sentRules(rules, keepManual), id, version })

const preview = async (id: string, { rules, keepManual }: Omit<Wish, 'version'>) =>
  previewAllocations(testShop.services, staff, { ...sentRules(rules, keepManual), id, version: 1 })

async function aDraft(stock = 100) {
  const made = await aRelease(testShop.db, {
    stock,
    state: 'draft',
    opensAt: new Date(Date.now() + 3_600_000),
    closesAt: new Date(Date.now() + 7_200_000),
    waves: [70, 90],
  })
  const rule = (condition: AllocationRule['condition'], units: number): AllocationRule => ({
    ...none,
    condition,
    units: { [made.wine]: units },
    waveId: made.waves[0]!,
  })
  return { made, rule }
}

const unitsOf = async (releaseId: string, userId: string) => {
  const rows = await testShop.db
    .select({ units: allocations.units, origin: allocations.origin })
    .from(allocations)
    .where(sql`release_id = ${releaseId} and user_id = ${userId}`)
  return rows[0] ?? null
}

test('the first rule that fits counts; a rebuild keeps manual rows and what is taken', async () => {
  const { made, rule } = await aDraft()
  const club = await aMember(testShop.db, { membership: true, membershipLevel: 12 })
  const confirmed = await aMember(testShop.db)
  const manual = await aMember(testShop.db)
  const unconfirmed = await aMember(testShop.db, { emailVerified: false })
  const row = await allocate(
    testShop.db,
    { ...made, release: { ...made.release, promise: 'cap' } },
    manual,
    7,
  )
  const rules = [rule('club-12', 4), rule('confirmed', 1)]
  const wish = { rules, keepManual: true }
  const previewed = await preview(made.release.id, wish)
  expect(previewed).toMatchObject({
    ok: true,
    done: { plan: { people: [1, 2], unmatched: 1, wines: [{ units: 4 + 1 + 7, stock: 100 }] } },
  })
  // Named, so that staff see who is left out.
  expect(previewed.ok && previewed.done.plan.unmatchedPeople.map(({ id }) => id)).toContain(
    unconfirmed.id,
  )
  expect(await unitsOf(made.release.id, club.id)).toBeNull()

  const [one, other] = await Promise.all(
    [1, 2].map(() => build(made.release.id, { ...wish, version: 1 })),
  )
  expect([one!.ok, other!.ok].toSorted()).toEqual([false, true])
  expect([one, other]).toContainEqual(
    expect.objectContaining({
      ...{ ok: false, status: 409 },
      sentence:
        'This release was saved elsewhere in the meantime. This is what your rules give now; nothing is written yet.',
    }),
  )
  expect(await unitsOf(made.release.id, club.id)).toEqual({ units: 4, origin: 'rule' })
  expect(await unitsOf(made.release.id, confirmed.id)).toEqual({ units: 1, origin: 'rule' })
  expect(await unitsOf(made.release.id, manual.id)).toEqual({ units: 7, origin: 'manual' })
  expect(await unitsOf(made.release.id, unconfirmed.id)).toBeNull()

  // A buyer has one and pays for another: a rebuild that allocates less leaves them those.
  await testShop.db
    .update(allocations)
    .set({ bought: 1, held: 1 })
    .where(sql`release_id = ${made.release.id} and user_id = ${club.id}`)
  const less = { rules: [rule('club-12', 1)], keepManual: false, version: 2 }
  expect(await build(made.release.id, less)).toMatchObject({
    ok: true,
  })
  expect(await unitsOf(made.release.id, club.id)).toEqual({ units: 2, origin: 'rule' })
  expect(await unitsOf(made.release.id, confirmed.id)).toBeNull()
  expect(await unitsOf(made.release.id, manual.id)).toBeNull()
  expect(row).toBeTypeOf('string')
  await testShop.db.delete(allocations).where(eq(allocations.releaseId, made.release.id))
})

test('a rule that names another wave moves its allocations there', async () => {
  const { made, rule } = await aDraft()
  const member = await aMember(testShop.db)
  const waveAfter = async (wave: number, version: number) => {
    const rules = [{ ...rule('confirmed', 4), waveId: made.waves[wave]! }]
    const built = await build(made.release.id, { rules, keepManual: true, version })
    expect(built).toMatchObject({ ok: true })
    const own = eq(allocations.userId, member.id)
    const [row] = await testShop.db.select().from(allocations).where(own)
    return made.waves.indexOf(row!.waveId!)
  }
  expect([await waveAfter(0, 1), await waveAfter(1, 2)]).toEqual([0, 1])
})

test('what staff changed by hand counts as set by hand, and a rebuild keeps it', async () => {
  const { made, rule } = await aDraft()
  const club = await aMember(testShop.db, { membership: true, membershipLevel: 6 })
  const wish = { rules: [rule('club-6', 4)], keepManual: true }
  const again = (version: number) => build(made.release.id, { ...wish, version })
  expect(await again(1)).toMatchObject({ ok: true, done: { plan: { setByHand: 0 } } })
  const [row] = await testShop.db.select().from(allocations).where(eq(allocations.userId, club.id))
  const edit = { id: row!.id, version: row!.version, waveId: row!.waveId, note: '' }
  const noted = { ...edit, units: 4, note: 'Called.' }
  await saveRow(testShop, staff, made.release.id, noted)
  expect(await unitsOf(made.release.id, club.id)).toEqual({ units: 4, origin: 'rule' })
  const raised = { ...edit, version: edit.version + 1, units: 6 }
  await saveRow(testShop, staff, made.release.id, raised)
  expect(await preview(made.release.id, wish)).toMatchObject({
    done: { plan: { setByHand: 1, wines: [{ units: 6 }] } },
  })
  const isFrom = (origin: 'file' | 'manual') =>
    testShop.db.update(allocations).set({ origin }).where(eq(allocations.id, row!.id))
  await isFrom('file')
  expect(await preview(made.release.id, wish)).toMatchObject({ done: { plan: { setByHand: 1 } } })
  await isFrom('manual')
  expect(await again(2)).toMatchObject({ ok: true })
  expect(await unitsOf(made.release.id, club.id)).toEqual({ units: 6, origin: 'manual' })
})

test('a scheduled release promises what it builds, and never more than there is', async () => {
  const { made, rule } = await aDraft(4)
  // A grant of the wine, which no rule gives or takes.
  await testShop.db.insert(allocations).values({
    ...{ releaseId: made.release.id, productId: made.wine, origin: 'grant', isPromised: true },
    ...{ userId: (await aMember(testShop.db)).id, units: 1 },
    promiseUntil: new Date(Date.now() + 3_600_000),
  })
  await testShop.db.update(products).set({ promised: 1 }).where(eq(products.id, made.wine))
  await testShop.db
    .update(releases)
    .set({ state: 'scheduled' })
    .where(eq(releases.id, made.release.id))
  const everyone = (units: number, version: number) =>
    build(made.release.id, { rules: [rule('club-12', units)], keepManual: true, version })
  expect(await everyone(9, 1)).toMatchObject({
    ...{ ok: false, status: 409 },
    sentence: 'Nothing was written: these rules promise more than there is.',
    shown: { plan: { wines: [{ units: 9, stock: 3 }] } },
  })
  expect(await everyone(2, 1)).toMatchObject({ ok: true })
  const [wine] = await testShop.db.select().from(products).where(eq(products.id, made.wine))
  expect(wine!.promised).toBe(3)
  // What they promise already does not count against them.
  expect(await everyone(1, 2)).toMatchObject({ done: { plan: { wines: [{ stock: 3 }] } } })
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  const changed = { ...sentRules([rule('club-12', 3)], true), id: made.release.id, version: 3 }
  const previewed = sentRules([rule('club-12', 1)], true).previewed
  expect(await buildAllocations(testShop.services, staff, { ...changed, previewed })).toMatchObject(
    {
      ...{ ok: false, status: 409 },
      sentence:
        'The rules were changed after the preview. This is what they give now; nothing is written yet.',
      shown: { plan: { wines: [{ units: 3 }] } },
    },
  )
})

test('rules give nothing to staff, who may get some by hand', async () => {
  const { made, rule } = await aDraft()
  const customer = await aMember(testShop.db)
  const colleague = await aMember(testShop.db, { role: 'staff' })
  const byHand = await aMember(testShop.db, { role: 'staff' })
  await allocate(testShop.db, made, byHand, 2)
  const rules = [rule('everyone', 1)]
  const wish = { rules, keepManual: true, version: made.release.version }
  await build(made.release.id, wish)
  expect(await unitsOf(made.release.id, customer.id)).toMatchObject({ units: 1 })
  expect(await unitsOf(made.release.id, colleague.id)).toBeNull()
  expect(await unitsOf(made.release.id, byHand.id)).toMatchObject({ units: 2 })
})

/** A customer with an order of one case, 20 days ago, for $517.63. */
async function aBuyer() {
  const member = await aMember(testShop.db)
  const order = await seedOrder(testShop.db, { ...member, firstName: 'Ana', lastName: 'Ruiz' }, 0)
  const [row] = await testShop.db.select().from(orders).where(eq(orders.id, order))
  expect(row!.totalCents).toBe(51_763)
  const change = (columns: Partial<typeof orders.$inferInsert>) =>
    testShop.db.update(orders).set(columns).where(eq(orders.id, order))
  return { member, order, change }
}

test('what a customer spent is without refunds, and of the last months alone', async () => {
  const { made, rule } = await aDraft()
  const [whole, refunded, long] = [await aBuyer(), await aBuyer(), await aBuyer()]
  await refunded.change({ refundedCents: 1 })
  await long.change({ createdAt: new Date(Date.now() - 70 * 86_400_000) })
  const spent = { ...rule('spent', 1), cents: 51_763, months: 2 }
  const wish = { rules: [spent], keepManual: true, version: 1 }
  await build(made.release.id, wish)
  expect(await unitsOf(made.release.id, whole.member.id)).toMatchObject({ units: 1 })
  expect(await unitsOf(made.release.id, refunded.member.id)).toBeNull()
  expect(await unitsOf(made.release.id, long.member.id)).toBeNull()
})

test('who returned all that they bought of a release has not bought in it', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const hours = { opensAt: daysAgo(30), closesAt: daysAgo(10) }
  // Drafts, of which nobody could buy, are not the last release.
  await testShop.db.update(releases).set({ state: 'draft' })
  const earlier = await aRelease(testShop.db, { ...hours, waves: [-29 * 1_440] })
  await aRelease(testShop.db, { state: 'draft', opensAt: daysAgo(9), closesAt: daysAgo(8) })
  // Nor is one that opens later than this.
  await aRelease(testShop.db, { opensAt: daysAgo(-2), closesAt: daysAgo(-3) })
  const { made, rule } = await aDraft()
  const [keeper, returner, before] = [await aBuyer(), await aBuyer(), await aBuyer()]
  const late = await aBuyer()
  const ids = [keeper, returner, before, late].map(({ order }) => order)
  const ofThem = inArray(orderLines.orderId, ids)
  const sold = { productId: earlier.wine, releaseId: earlier.release.id }
  await testShop.db.update(orderLines).set(sold).where(ofThem)
  // The same wine in the release of the rest, while the earlier one would still have been open.
  const rest = await aRelease(testShop.db, {
    state: 'draft',
    opensAt: daysAgo(20),
    closesAt: daysAgo(9),
  })
  const later = await aBuyer()
  await testShop.db
    .update(orderLines)
    .set({ productId: earlier.wine, releaseId: rest.release.id })
    .where(eq(orderLines.orderId, later.order))
  const ofReturner = eq(orderLines.orderId, returner.order)
  await testShop.db.update(orderLines).set({ returned: 1 }).where(ofReturner)
  await before.change({ createdAt: daysAgo(31) })
  // A payment page that was open when the release closed may be paid after it.
  await late.change({ createdAt: new Date(hours.closesAt.getTime() + 600_000) })
  const bought = { ...rule('bought', 1), atLeast: 1, ofLast: 1 }
  const wish = { rules: [bought], keepManual: true, version: 1 }
  await build(made.release.id, wish)
  expect(await unitsOf(made.release.id, keeper.member.id)).toMatchObject({ units: 1 })
  expect(await unitsOf(made.release.id, returner.member.id)).toBeNull()
  expect(await unitsOf(made.release.id, before.member.id)).toBeNull()
  expect(await unitsOf(made.release.id, later.member.id)).toBeNull()
  expect(await unitsOf(made.release.id, late.member.id)).toMatchObject({ units: 1 })
})
