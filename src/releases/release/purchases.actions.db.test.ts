import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { payAt } from '#tests/harness/provider.ts'
import { ago, openReleaseShop, sessionIn } from '#tests/harness/release-buyers.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { endPromises } from '../allocations/promises.store.server.ts'

const {
  testShop,
  released,
  forceCart,
  startCheckout,
  recordPayment,
  inCart,
  aCustomer,
  wineOf,
  allocationOf,
  pay,
  setRelease,
} = await openReleaseShop()

/** So many people at it, as many at once as the shop has connections for. */
async function inTurns<Result>(people: number, act: (index: number) => Promise<Result>) {
  const results: Result[] = []
  let next = 0
  const one = async () => {
    for (let index = next++; index < people; index = next++) results[index] = await act(index)
  }
  await Promise.all(Array.from({ length: 10 }, one))
  return results
}

describe('what is promised', () => {
  test('is held, bought and taken off the promise, in one order after another', async () => {
    const made = await released()
    const { member, allocation } = await aCustomer(made, 4)
    expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 4, free: 96 })
    expect(await inCart(member, made.wine, 3)).toBeNull()
    const started = await startCheckout(member)
    expect(await wineOf(made)).toEqual({ held: 3, sold: 0, promised: 1, free: 96 })
    expect(await allocationOf(allocation)).toEqual({ units: 4, held: 3, bought: 0 })
    expect(await pay(started)).toMatchObject({ state: 'paid', notServed: null })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 3, promised: 1, free: 96 })
    expect(await allocationOf(allocation)).toEqual({ units: 4, held: 0, bought: 3 })
    expect(await inCart(member, made.wine, 2)).toBe('allocation-used')
    expect(await pay(await startCheckout(member))).toMatchObject({ state: 'paid' })
    expect(await allocationOf(allocation)).toEqual({ units: 4, held: 0, bought: 4 })
    expect(await inCart(member, made.wine, 1)).toBe('allocation-used')
    await forceCart(member, made.wine, 1)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'allocation-used' })
  })

  test('is nothing for who was lowered to nothing: they may ask for it as others do', async () => {
    const made = await released()
    const { member } = await aCustomer(made, 0)
    expect(await inCart(member, made.wine)).toBe('no-allocation')
    const { products: wines } = await testShop.shop.viewCart(member)
    expect(wines.find(({ id }) => id === made.wine)!.release!.own).toBeNull()
    await forceCart(member, made.wine, 1)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'no-allocation' })
  })

  test('is left for each of a hundred customers, whatever five hundred others try', async () => {
    const made = await released({ stock: 100 })
    const customers = await inTurns(100, () => aCustomer(made, 1))
    await inTurns(500, async (index) => {
      const other = await aMember(testShop.db)
      await forceCart(other, made.wine, 1 + (index % 3))
      expect(await startCheckout(other)).toEqual({ ok: false, reason: 'no-allocation' })
    })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 100, free: 0 })
    await inTurns(100, async (index) => {
      const { member } = customers[index]!
      await forceCart(member, made.wine, 1)
      const started = await startCheckout(member)
      expect(started).toMatchObject({ ok: true })
      if (index % 10 === 0) expect(await pay(started)).toMatchObject({ state: 'paid' })
    })
    expect(await wineOf(made)).toEqual({ held: 90, sold: 10, promised: 0, free: 0 })
  })

  test('is never exceeded by parallel checkouts of one customer', async () => {
    const made = await released()
    const { member, allocation } = await aCustomer(made, 4)
    for (let order = 0; order < 3; order++) {
      await forceCart(member, made.wine, 3)
      const started = await Promise.all(Array.from({ length: 20 }, () => startCheckout(member)))
      const open = await testShop.db
        .select()
        .from(checkouts)
        .where(sql`user_id = ${member.id} and state = 'open'`)
      expect(open.length).toBeLessThanOrEqual(1)
      for (const one of started) if (one.ok) await pay(one)
    }
    expect(await allocationOf(allocation)).toEqual({ units: 4, held: 0, bought: 3 })
    expect(await wineOf(made)).toMatchObject({ held: 0, sold: 3, promised: 1 })
  })

  test('is drawn on the allocation whose promise ends first', async () => {
    const made = await released()
    const { member, allocation } = await aCustomer(made, 2)
    const [grant] = await testShop.db
      .insert(allocations)
      .values({
        // The last of all ids, so that it is its own end alone that puts it first.
        id: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
        releaseId: made.release.id,
        productId: made.wine,
        userId: member.id,
        units: 1,
        origin: 'grant',
        requestId: crypto.randomUUID(),
        promiseUntil: new Date(Date.now() + 600_000),
        isPromised: true,
      })
      .returning()
    await testShop.db.update(products).set({ promised: 3 }).where(eq(products.id, made.wine))
    await inCart(member, made.wine, 1)
    expect(await startCheckout(member)).toMatchObject({ ok: true })
    expect(await allocationOf(grant!.id)).toMatchObject({ held: 1 })
    expect(await allocationOf(allocation)).toMatchObject({ held: 0 })
    testShop.pass(31)
    await testShop.shop.settlePendingPayments()
    testShop.pass(-31)
    expect(await allocationOf(grant!.id)).toMatchObject({ held: 0 })
    await inCart(member, made.wine, 3)
    const started = await startCheckout(member)
    expect(started.ok).toBe(true)
    expect(await allocationOf(grant!.id)).toMatchObject({ held: 1 })
    expect(await allocationOf(allocation)).toMatchObject({ held: 2 })
    await pay(started)
    // A grant is bought also where the release has closed, and not after its own promise.
    await testShop.db.update(allocations).set({ units: 3 }).where(eq(allocations.id, grant!.id))
    await testShop.db.update(products).set({ promised: 2 }).where(eq(products.id, made.wine))
    await setRelease(made, { closesAt: ago(1) })
    await inCart(member, made.wine, 1)
    expect(await pay(await startCheckout(member))).toMatchObject({ state: 'paid' })
    await testShop.db
      .update(allocations)
      .set({ promiseUntil: ago(1) })
      .where(eq(allocations.id, grant!.id))
    await forceCart(member, made.wine, 1)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'release-closed' })
    await endPromises(testShop.db)
    expect(await wineOf(made)).toMatchObject({ promised: 0 })
  })
})

test('a hold that ends unpaid returns to its allocation', async () => {
  const made = await released()
  const { member, allocation } = await aCustomer(made, 3)
  await inCart(member, made.wine, 3)
  await startCheckout(member)
  testShop.pass(31)
  await testShop.shop.settlePendingPayments()
  testShop.pass(-31)
  expect(await allocationOf(allocation)).toEqual({ units: 3, held: 0, bought: 0 })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 3, free: 97 })
})

describe('back from the payment page, which holds all of an allocation', () => {
  async function heldWhole(units = 3) {
    const made = await released()
    const { member, allocation } = await aCustomer(made, units)
    await inCart(member, made.wine, units)
    const first = await startCheckout(member)
    if (!first.ok) throw new Error(first.reason)
    expect(await allocationOf(allocation)).toEqual({ units, held: units, bought: 0 })
    return { made, member, allocation, url: first.url }
  }

  test('another way of shipping opens another page in its place', async () => {
    const { member, allocation, url } = await heldWhole()
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'overnight' })
    const again = await startCheckout(member)
    expect(again).toMatchObject({ ok: true })
    expect(again).not.toEqual({ ok: true, url })
    expect(await allocationOf(allocation)).toEqual({ units: 3, held: 3, bought: 0 })
    expect(await pay(again)).toMatchObject({ state: 'paid' })
    expect(await allocationOf(allocation)).toEqual({ units: 3, held: 0, bought: 3 })
  })

  test('fewer cases hold fewer', async () => {
    const { made, member, allocation } = await heldWhole()
    expect(await inCart(member, made.wine, 2)).toBeNull()
    expect(await startCheckout(member)).toMatchObject({ ok: true })
    expect(await allocationOf(allocation)).toEqual({ units: 3, held: 2, bought: 0 })
  })

  test('more cases than allocated are refused, and the page stays open', async () => {
    const { made, member, allocation, url } = await heldWhole(2)
    await forceCart(member, made.wine, 3)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'allocation-used' })
    expect(await allocationOf(allocation)).toEqual({ units: 2, held: 2, bought: 0 })
    await forceCart(member, made.wine, 2)
    expect(await startCheckout(member)).toEqual({ ok: true, url })
  })

  test('nothing is replaced once the release has closed: what is held can be paid', async () => {
    const { made, member, allocation, url } = await heldWhole()
    await setRelease(made, { closesAt: ago(1) })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'overnight' })
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'release-closed' })
    expect(await allocationOf(allocation)).toEqual({ units: 3, held: 3, bought: 0 })
    expect(await pay({ ok: true, url })).toMatchObject({ state: 'paid' })
  })
})

describe('money that comes after its hold has ended', () => {
  async function latePayment(units: number, lower: boolean) {
    const made = await released()
    const { member, allocation } = await aCustomer(made, units)
    await inCart(member, made.wine, 2)
    const started = await startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    const { releaseHold } = await import('#checkout/release-hold.actions.server.ts')
    const [open] = await testShop.db.select().from(checkouts).where(eq(checkouts.userId, member.id))
    await payAt(started.url)
    await releaseHold(testShop.services, open!.id, 'expired')
    expect(await wineOf(made)).toMatchObject({ held: 0, promised: units })
    if (lower) {
      await testShop.db.update(allocations).set({ units: 1 }).where(eq(allocations.id, allocation))
      await testShop.db.update(products).set({ promised: 1 }).where(eq(products.id, made.wine))
    }
    return { made, allocation, recorded: await recordPayment(sessionIn(started.url)) }
  }

  test('finds its units in the allocation again', async () => {
    const { made, allocation, recorded } = await latePayment(3, false)
    expect(recorded).toMatchObject({ state: 'paid', notServed: null })
    expect(await allocationOf(allocation)).toEqual({ units: 3, held: 0, bought: 2 })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 2, promised: 1, free: 97 })
  })

  test('is refunded where the allocation has no such units any more', async () => {
    const { made, allocation, recorded } = await latePayment(3, true)
    expect(recorded).toMatchObject({ state: 'paid', notServed: 'stock-gone' })
    expect(await allocationOf(allocation)).toEqual({ units: 1, held: 0, bought: 0 })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 1, free: 99 })
  })
})

test('nobody sees another’s allocation, nor how many cases there are', async () => {
  const made = await released({ stock: 87_654, announcement: 'In March.' })
  await aCustomer(made, 47)
  const { member } = await aCustomer(made, 2)
  const stranger = await aMember(testShop.db)
  const views = [
    await testShop.shop.viewCart(member),
    await testShop.shop.viewCart(stranger),
    await testShop.shop.viewReleases(),
  ]
  for (const view of views) {
    const text = JSON.stringify(view)
    expect(text).not.toMatch(/"units":47\b|:87654\b|"promised"|"held"/)
  }
  const [mine, none, everybody] = [
    views[0] as never,
    views[1] as never,
    { products: [(views[2] as never as { current: object }).current] } as never,
  ].map((view) =>
    (view as { products: { id: string; release?: { own: unknown } }[] }).products.find(
      ({ id }) => id === made.wine,
    ),
  )
  expect(mine!.release!.own).toMatchObject({ units: 2 })
  expect(none!.release!.own).toBeNull()
  expect(everybody?.release?.own ?? null).toBeNull()
})
