import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { products } from '../wines/tables.ts'
import { setStock } from './set-stock.actions.server.ts'

const { testShop, wine, staff, anOrder } = await openOrdersShop()

/** As typed: `from` is what was shown. */
const set = (from: string, to: string, id = wine) =>
  setStock(testShop.services, staff, { wine: id, name: 'The Malbec', from, stock: to })

describe('stock', () => {
  const stock = async () => {
    const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
    return row!.stock
  }

  test('is set by staff, noted, and sold out is sold out everywhere', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    expect(await set('100', '0')).toMatchObject({
      ok: true,
      said: { sentence: 'The Malbec: 0 in all.' },
    })
    expect((await testShop.shop.viewOffer('offering'))!.whyClosed).toBe('sold-out')
    expect((await testShop.shop.viewReleases()).current!.available).toBe(0)
    expect(await testShop.shop.startCheckout(member)).toEqual({ ok: false, reason: 'sold-out' })
    const other = await aMember(testShop.db)
    expect(await testShop.shop.changeCart(other, { kind: 'add', productId: wine })).toMatchObject({
      whyNot: 'sold-out',
    })
    const entries = await testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, wine))
    expect(entries.at(-1)).toMatchObject({
      action: 'stock-set',
      before: { stock: 100 },
      after: { stock: 0 },
    })
    expect(await set('0', '')).toMatchObject({ said: { sentence: 'The Malbec: no limit.' } })
    expect(await stock()).toBeNull()
    expect((await testShop.shop.viewReleases()).current!.available).toBeNull()
  })

  test('is never set below what is held and sold', async () => {
    await anOrder(2)
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    await testShop.shop.startCheckout(member)
    const below = '3 are already held, sold or promised; it can’t be fewer.'
    expect(await set('100', '2')).toMatchObject({ status: 409, errors: { stock: below } })
    expect(await set('100', '-1')).toMatchObject({ status: 400 })
    expect(await set('100', '3')).toMatchObject({ ok: true })
    expect(await stock()).toBe(3)
    expect((await testShop.shop.viewReleases()).current!.available).toBe(0)
  })

  test('is not without a limit while wine is promised', async () => {
    const promised = (count: number) =>
      testShop.db.update(products).set({ promised: count }).where(eq(products.id, wine))
    await promised(1)
    expect(await set('100', '')).toMatchObject({
      status: 409,
      errors: { stock: '1 are already held, sold or promised; it can’t be fewer.' },
    })
    expect(await stock()).toBe(100)
    await promised(0)
    expect(await set('100', '')).toMatchObject({ ok: true })
  })

  test('sold out shows on a wine in the cart, except for units held by the member’s own open page', async () => {
    await set('100', '1')
    const available = async (member: { id: string }) =>
      (await testShop.shop.viewCart(member)).products.find(({ id }) => id === wine)!.available
    const [buyer, other] = [await aMember(testShop.db), await aMember(testShop.db)]
    for (const member of [buyer, other]) {
      await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
      await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    }
    expect(await testShop.shop.startCheckout(buyer)).toMatchObject({ ok: true })
    expect(await available(buyer)).toBe(1)
    expect(await available(other)).toBe(0)
  })

  test('changed by another member of staff meanwhile is not overwritten', async () => {
    await set('100', '50')
    expect(await set('100', '70')).toMatchObject({
      status: 409,
      sentence: 'Someone set it in the meantime: it is 50 now. Save again to change that.',
    })
    expect(await set('1', '2', 'no-such-wine')).toMatchObject({
      status: 409,
      sentence: 'This wine no longer exists.',
    })
  })
})
