import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
import { products } from '../tables.ts'
import { openOrdersShop } from '#tests/harness/orders-shop.ts'
import { aMember } from '#tests/harness/test-shop.ts'

const { testShop, wine, staff, anOrder } = await openOrdersShop()

describe('stock', () => {
  const stock = async () => {
    const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
    return row!.stock
  }

  test('is set by staff, noted, and sold out is sold out everywhere', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    expect(await testShop.shop.setStock(staff, wine, { from: 100, to: 0 })).toEqual({
      ok: true,
      stock: 0,
    })
    expect((await testShop.shop.viewOffer('offering'))!.isOpen).toBe(false)
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
    await testShop.shop.setStock(staff, wine, { from: 0, to: null })
    expect(await stock()).toBeNull()
    expect((await testShop.shop.viewReleases()).current!.available).toBeNull()
  })

  test('is never set below what is held and sold', async () => {
    await anOrder(2)
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    await testShop.shop.startCheckout(member)
    const set = (to: number) => testShop.shop.setStock(staff, wine, { from: 100, to })
    expect(await set(2)).toEqual({ ok: false, reason: 'below-taken', taken: 3 })
    expect(await set(-1)).toEqual({ ok: false, reason: 'not-a-count' })
    expect(await set(3)).toEqual({ ok: true, stock: 3 })
    expect((await testShop.shop.viewReleases()).current!.available).toBe(0)
  })

  test('sold out shows on a wine in the cart, except for units held by the member’s own open page', async () => {
    await testShop.shop.setStock(staff, wine, { from: 100, to: 1 })
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
    await testShop.shop.setStock(staff, wine, { from: 100, to: 50 })
    const late = await testShop.shop.setStock(staff, wine, { from: 100, to: 70 })
    expect(late).toEqual({ ok: false, reason: 'set-elsewhere', stock: 50 })
    expect(await testShop.shop.setStock(staff, 'no-such-wine', { from: 1, to: 2 })).toEqual({
      ok: false,
      reason: 'gone',
    })
  })
})
