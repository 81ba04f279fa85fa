import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { products } from '#catalogue/wines/tables.ts'
import { ago, openReleaseShop } from '#tests/harness/release-buyers.ts'

import { endPromises } from '../allocations/promises.store.server.ts'

const { testShop, released, startCheckout, inCart, aCustomer, wineOf, allocationOf, setRelease } =
  await openReleaseShop()

describe('the free pool', () => {
  const guest = (wine: string, quantity = 1) =>
    testShop.shop.startOffer(
      { viewer: null, token: null, address: '203.0.113.7' },
      { productId: wine, quantity, shipTo: null },
    )
  const offer = (wine: string) =>
    testShop.db.transaction(async (tx) => {
      await tx.update(products).set({ isOffered: false })
      await tx.update(products).set({ isOffered: true }).where(eq(products.id, wine))
    })

  test('is all that the offer sells', async () => {
    const made = await released({ stock: 2 })
    const { member } = await aCustomer(made, 2)
    await offer(made.wine)
    expect((await testShop.shop.viewOffer('offering'))!.whyClosed).toBe('sold-out')
    expect(await guest(made.wine)).toEqual({ ok: false, reason: 'sold-out' })
    expect(await guest('malbec-2022')).toEqual({ ok: false, reason: 'release-closed' })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 2, free: 0 })
    await inCart(member, made.wine, 2)
    expect(await startCheckout(member)).toMatchObject({ ok: true })
  })

  test('is sold to guests while the release is open, and not while it is paused or closed', async () => {
    const made = await released({ stock: 50 })
    await aCustomer(made, 2)
    await offer(made.wine)
    expect(await guest(made.wine, 2)).toMatchObject({ ok: true })
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 2, free: 46 })
    await setRelease(made, { state: 'paused' })
    expect(await guest(made.wine)).toEqual({ ok: false, reason: 'release-paused' })
    expect((await testShop.shop.viewOffer('offering'))!.whyClosed).toBe('paused')
    await setRelease(made, { state: 'scheduled', opensAt: new Date(Date.now() + 60_000) })
    expect(await guest(made.wine)).toEqual({ ok: false, reason: 'release-coming' })
    expect((await testShop.shop.viewOffer('offering'))!.whyClosed).toBe('coming')
    await setRelease(made, { opensAt: ago(2), closesAt: ago(1) })
    expect(await guest(made.wine)).toEqual({ ok: false, reason: 'release-closed' })
    await testShop.db.update(products).set({ isOffered: false })
  })
})

describe('an allocation that is not kept', () => {
  test('is a limit only: units come from the free pool while there are any', async () => {
    const made = await released({ promise: 'cap', stock: 3 })
    const first = await aCustomer(made, 2)
    const second = await aCustomer(made, 2)
    await inCart(first.member, made.wine, 2)
    await inCart(second.member, made.wine, 2)
    expect(await startCheckout(first.member)).toMatchObject({ ok: true })
    expect(await startCheckout(second.member)).toEqual({ ok: false, reason: 'few-left' })
    expect(await allocationOf(second.allocation)).toMatchObject({ held: 0 })
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 0, free: 1 })
  })

  test('after its promise draws on the free pool, which gets back what is not paid', async () => {
    const made = await released({ stock: 4, promiseUntil: new Date(Date.now() + 30_000) })
    const { member, allocation } = await aCustomer(made, 3)
    await inCart(member, made.wine, 2)
    const started = await startCheckout(member)
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 1, free: 1 })
    await setRelease(made, { promiseUntil: ago(1) })
    const freed = await endPromises(testShop.db)
    const wine = '2023 Malbec, 3-pack of 750ml'
    expect(freed).toContainEqual({ releaseId: made.release.id, wine, units: 1 })
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 0, free: 2 })
    testShop.pass(31)
    await testShop.shop.settlePendingPayments()
    testShop.pass(-31)
    expect(started.ok).toBe(true)
    expect(await allocationOf(allocation)).toMatchObject({ held: 0, bought: 0 })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 0, free: 4 })
    expect(await startCheckout(member)).toMatchObject({ ok: true })
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 0, free: 2 })
  })
})
