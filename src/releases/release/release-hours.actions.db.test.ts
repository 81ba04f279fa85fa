import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { products } from '#catalogue/wines/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import { allocate } from '#tests/harness/a-release.ts'
import { clearFaults, setFault } from '#tests/harness/provider.ts'
import { openReleaseShop } from '#tests/harness/release-buyers.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { refundRehearsals } from '../rehearsal/refund-rehearsals.actions.server.ts'
import { rehearsalOrders } from '../rehearsal/rehearsal-orders.store.server.ts'

const {
  testShop,
  released,
  forceCart,
  startCheckout,
  inCart,
  aCustomer,
  wineOf,
  allocationOf,
  pay,
  setRelease,
} = await openReleaseShop()

describe('hours', () => {
  test('a later wave is refused by cart and checkout until its hour', async () => {
    const made = await released({ waves: [-30, 30] })
    const { member } = await aCustomer(made, 2, 1)
    expect(await inCart(member, made.wine)).toBe('before-release')
    await forceCart(member, made.wine, 1)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'before-release' })
    expect(await testShop.shop.payByCard(member, { token: 'tok_any' })).toMatchObject({
      ok: false,
      reason: 'before-release',
    })
    expect(await wineOf(made)).toMatchObject({ held: 0, promised: 2 })
    const view = await testShop.shop.viewCart(member)
    expect(view.products.find(({ id }) => id === made.wine)!.release!.own).toMatchObject({
      units: 2,
      left: 2,
      usable: 0,
      opensAt: expect.any(String),
    })
  })

  test('staff rehearse before the opening, and the order is marked', async () => {
    const made = await released({ opensAt: new Date(Date.now() + 600_000), waves: [20] })
    const { member } = await aCustomer(made, 1)
    const staff = await aMember(testShop.db, { role: 'staff' })
    await allocate(testShop.db, made, staff, 1)
    expect(await inCart(member, made.wine)).toBe('before-release')
    expect(await inCart(staff, made.wine)).toBeNull()
    expect(await pay(await startCheckout(staff))).toMatchObject({ state: 'paid' })
    const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, staff.id))
    expect(order!.isRehearsal).toBe(true)
    expect(await wineOf(made)).toMatchObject({ sold: 1, promised: 1 })
    const owner = { ...staff, role: 'staff' as const, duties: ['owner' as const] }
    const { id } = made.release
    expect(await rehearsalOrders(testShop.db, id)).toHaveLength(1)
    const refund = (viewer: typeof owner | (Omit<typeof owner, 'role'> & { role: 'member' })) =>
      refundRehearsals(testShop.services, viewer, { id })
    const refunded = { refunded: 1, refused: 0, waiting: 0 }
    // Open by then, it gets back what was bought under its allocation.
    await setRelease(made, { opensAt: new Date(Date.now() - 60_000) })
    await setFault({ match: 'POST /v1/refunds', fault: 'error-before', times: 20 })
    expect(await refund(owner)).toMatchObject({ ok: true, done: refunded })
    expect(await rehearsalOrders(testShop.db, id)).toEqual([])
    await clearFaults()
    const [waiting] = await testShop.db.select().from(refunds).where(eq(refunds.orderId, order!.id))
    await testShop.shop.makeRefund(waiting!.id)
    expect(await refund(owner)).toMatchObject({ ok: true, done: { ...refunded, refunded: 0 } })
    const [after] = await testShop.db.select().from(orders).where(eq(orders.userId, staff.id))
    expect(after).toMatchObject({ state: 'refunded', refundedCents: order!.totalCents })
    expect(await wineOf(made)).toMatchObject({ sold: 0, promised: 2, free: 98 })
    expect(await refund({ ...owner, role: 'member' })).toMatchObject({ ok: false, status: 403 })
  })

  test('a pause stops new checkouts and leaves an open payment page alone', async () => {
    const made = await released()
    const first = await aCustomer(made, 1)
    const second = await aCustomer(made, 1)
    await inCart(first.member, made.wine)
    await inCart(second.member, made.wine)
    const started = await startCheckout(first.member)
    await setRelease(made, { state: 'paused', pauseReason: 'The truck is late.' })
    expect(await startCheckout(second.member)).toEqual({ ok: false, reason: 'release-paused' })
    expect(await pay(started)).toMatchObject({ state: 'paid', notServed: null })
  })

  test('a cart that was changed during a pause keeps what it holds', async () => {
    const made = await released()
    const { member, allocation } = await aCustomer(made, 3)
    await inCart(member, made.wine)
    const started = await startCheckout(member)
    await setRelease(made, { state: 'paused' })
    await forceCart(member, made.wine, 2)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'release-paused' })
    expect(await allocationOf(allocation)).toMatchObject({ held: 1 })
    expect(await pay(started)).toMatchObject({ state: 'paid', notServed: null })
    expect(await allocationOf(allocation)).toMatchObject({ held: 0, bought: 1 })
  })

  test('a draft decides nothing, and an ended release keeps its wine closed', async () => {
    const made = await released({ kind: 'open', state: 'draft' })
    await testShop.db
      .update(products)
      .set({ releaseState: 'on-sale', position: 9 })
      .where(eq(products.id, made.wine))
    const member = await aMember(testShop.db)
    expect(await inCart(member, made.wine)).toBeNull()
    expect(await startCheckout(member)).toMatchObject({ ok: true })
    await setRelease(made, { state: 'ended' })
    const other = await aMember(testShop.db)
    expect(await inCart(other, made.wine)).toBe('closed')
    await forceCart(other, made.wine, 1)
    expect(await startCheckout(other)).toEqual({ ok: false, reason: 'release-closed' })
  })
})
