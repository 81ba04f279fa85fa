import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { deletePerson } from '#privacy/deletion/delete-person.store.server.ts'
import { allocations, checkoutAllocations } from '#catalogue/on-sale/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { ago, openReleaseShop } from '#tests/harness/release-buyers.ts'
import { aMember } from '#tests/harness/test-shop.ts'
import { askRefund } from '#tests/harness/refunds.ts'

const {
  testShop,
  released,
  startCheckout,
  inCart,
  aCustomer,
  wineOf,
  allocationOf,
  pay,
  setRelease,
} = await openReleaseShop()

test('a refunded case returns to the pool, or by choice to its allocation', async () => {
  const made = await released()
  const { member, allocation } = await aCustomer(made, 3)
  const staff = {
    ...(await aMember(testShop.db, { role: 'staff' })),
    role: 'staff' as const,
    duties: ['owner'] as const,
  }
  await inCart(member, made.wine, 3)
  await pay(await startCheckout(member))
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  const refund = (token: string, toAllocation: boolean) =>
    askRefund(testShop, staff, {
      number: order!.number,
      amountCents: 45_000,
      reason: 'Broken',
      stockBack: { [made.wine]: 1 },
      toAllocation,
      token,
    })
  expect(await refund('a', false)).toMatchObject({ ok: true, state: 'made' })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 2, promised: 0, free: 98 })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 3 })
  expect(await refund('b', true)).toMatchObject({ ok: true, state: 'made' })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 1, promised: 1, free: 98 })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 2 })
  await setRelease(made, { closesAt: ago(1), promiseUntil: null })
  expect(await refund('c', true)).toMatchObject({ ok: true, state: 'made' })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 2 })
})

test('a case returned to an allocation that promises nothing is free', async () => {
  const made = await released({ promise: 'cap' })
  const { member, allocation } = await aCustomer(made, 3)
  const staff = {
    ...(await aMember(testShop.db, { role: 'staff' })),
    role: 'staff' as const,
    duties: ['owner'] as const,
  }
  await inCart(member, made.wine, 2)
  await pay(await startCheckout(member))
  expect(await wineOf(made)).toEqual({ held: 0, sold: 2, promised: 0, free: 98 })
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  const refund = {
    number: order!.number,
    amountCents: 45_000,
    reason: 'Broken',
    stockBack: { [made.wine]: 1 },
    toAllocation: true,
    token: 'of-a-cap',
  }
  expect(await askRefund(testShop, staff, refund)).toMatchObject({ ok: true, state: 'made' })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 1, promised: 0, free: 99 })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 1 })
})

test('a deleted customer frees the promise, and orders stay', async () => {
  const made = await released()
  const { member, allocation } = await aCustomer(made, 3)
  await inCart(member, made.wine)
  await pay(await startCheckout(member))
  await testShop.db.transaction((tx) => deletePerson(testShop.services, tx, member.id))
  expect(await wineOf(made)).toEqual({ held: 0, sold: 1, promised: 0, free: 99 })
  expect(await allocationOf(allocation)).toEqual({ units: 1, held: 0, bought: 1 })
  expect(await testShop.db.$count(checkoutAllocations)).toBeGreaterThan(0)
})

test('a deleted customer of wine that is not promised leaves the promises of others', async () => {
  const made = await released()
  const { member } = await aCustomer(made, 3)
  const unpromised = await aMember(testShop.db)
  await testShop.db.insert(allocations).values({
    releaseId: made.release.id,
    productId: made.wine,
    userId: unpromised.id,
    waveId: made.waves[0]!,
    units: 2,
    origin: 'manual',
    isPromised: false,
  })
  await testShop.db.transaction((tx) => deletePerson(testShop.services, tx, unpromised.id))
  expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 3, free: 97 })
  await inCart(member, made.wine, 3)
  expect(await pay(await startCheckout(member))).toMatchObject({ state: 'paid', notServed: null })
})
