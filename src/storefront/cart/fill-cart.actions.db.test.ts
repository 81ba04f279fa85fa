import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { seedOrder } from '#app/seed/factory.ts'
import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { writeCart } from '#checkout/cart/carts.store.server.ts'
import { landedSentence } from '#checkout/purchase.copy.ts'
import { orders } from '#orders/order/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { fieldMessages } from '#platform/form/fields.copy.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { registeredPerson } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { fillCart } from './fill-cart.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const linesOf = async (viewer: { id: string }) =>
  (await testShop.shop.viewCart(viewer as never)).cart.lines.map(({ productId, quantity }) => [
    productId,
    quantity,
  ])

const fillFrom = (viewer: { id: string }, { release }: Awaited<ReturnType<typeof aRelease>>) =>
  fillCart(testShop.services, viewer.id, { releaseId: release.id, returnTo: null })

describe('a cart behind a purchase link', () => {
  test('gets what is left of the allocation, at most three, and nothing a second time', async () => {
    const { viewer } = await registeredPerson(testShop)
    const release = await aRelease(testShop.db)
    await allocate(testShop.db, release, viewer, 5)
    await fillFrom(viewer, release)
    expect(await linesOf(viewer)).toEqual([[release.wine, 3]])
    await testShop.shop.changeCart(viewer as never, {
      kind: 'set-quantity',
      productId: release.wine,
      quantity: 1,
    })
    await fillFrom(viewer, release)
    expect(await linesOf(viewer)).toEqual([[release.wine, 1]])
  })

  test('is sent as the last order of a cart was, whatever was ordered otherwise since', async () => {
    const { db } = testShop
    const { viewer } = await registeredPerson(testShop)
    const buyer = { ...viewer, firstName: 'Ana', lastName: 'Ruiz', state: 'CA', zipCode: '94110' }
    for (const [method, day] of [
      ['ground', '2026-01-02'],
      ['overnight', '2026-02-02'],
      [null, '2026-03-02'],
    ] as const) {
      const order = { shippingMethod: method, createdAt: new Date(day) }
      await db
        .update(orders)
        .set(order)
        .where(eq(orders.id, await seedOrder(db, buyer, 0)))
    }
    const release = await aRelease(db)
    await allocate(db, release, viewer, 1)
    await fillFrom(viewer, release)
    const { cart } = await testShop.shop.viewCart(viewer as never)
    expect(cart).toMatchObject({ shipping: 'overnight', lines: [{ quantity: 1 }] })
  })

  test('that has something in it is left alone', async () => {
    const { viewer } = await registeredPerson(testShop)
    const release = await aRelease(testShop.db)
    await allocate(testShop.db, release, viewer, 2)
    const line = { productId: 'malbec-2022', quantity: 1 }
    await writeCart(testShop.db, viewer.id, { version: 0 }, { shipping: 'overnight', line })
    await fillFrom(viewer, release)
    expect(await linesOf(viewer)).toEqual([['malbec-2022', 1]])
  })

  test('has the granted wine whatever else is allocated, or leads to its page', async () => {
    const { viewer } = await registeredPerson(testShop)
    const [granted, other] = [await aRelease(testShop.db), await aRelease(testShop.db)]
    await allocate(testShop.db, granted, viewer, 1)
    await allocate(testShop.db, other, viewer, 2)
    const page = `/members?view=current#wine-${granted.wine}`
    const follow = () => fillCart(testShop.services, viewer.id, { releaseId: null, returnTo: page })
    expect(await follow()).toBeNull()
    expect(await linesOf(viewer)).toEqual([[granted.wine, 1]])
    expect(await follow()).toBeNull()
    await testShop.shop.changeCart(viewer as never, {
      kind: 'set-quantity',
      productId: granted.wine,
      quantity: 0,
    })
    await testShop.shop.changeCart(viewer as never, { kind: 'add', productId: other.wine })
    expect(await follow()).toBe(page)
    expect(await linesOf(viewer)).toEqual([[other.wine, 1]])
  })

  test('keeps its own shipping method, and says in all what is charged', async () => {
    const { viewer } = await registeredPerson(testShop)
    const release = await aRelease(testShop.db)
    await allocate(testShop.db, release, viewer, 2)
    const { db, shop } = testShop
    await db.update(users).set({ state: 'CA' }).where(eq(users.id, viewer.id))
    await writeCart(db, viewer.id, { version: 0 }, { shipping: 'ground', line: null })
    await fillFrom(viewer, release)
    const { cart, totals, shipToState } = await shop.viewCart(viewer as never)
    const said = landedSentence({
      quantity: 2,
      method: cart.shipping!,
      state: shipToState,
      cents: totals.charged,
    })
    expect(said).toBe('2 cases, ground, to California: $1,015.25 in all')
  })
})

describe('the first address', () => {
  const address = {
    address: '1200 Valencia Street',
    addressExtra: '',
    city: 'San Francisco',
    state: 'CA',
    zipCode: '94110',
  }

  test('is filled in once, and only one that is served', async () => {
    const { viewer } = await registeredPerson(testShop)
    const fill = (values: object) => testShop.shop.fillOwnAddress(viewer as never, values)
    expect(await fill({ ...address, city: '' })).toMatchObject({
      status: 400,
      errors: { city: fieldMessages.atLeast2 },
    })
    expect(await fill({ ...address, state: ' ' })).toMatchObject({
      status: 400,
      errors: { state: fieldMessages.notAState },
    })
    const toUtah = await fill({ ...address, state: 'UT', zipCode: '84101' })
    expect(toUtah).toMatchObject({ status: 400, sentence: shipToSentence['state-not-served'] })
    expect(toUtah).toHaveProperty('errors', {})
    const results = await Promise.all([fill(address), fill({ ...address, city: 'Oakland' })])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await fill(address)).toMatchObject({
      status: 409,
      sentence: 'Your address is already saved. You can change it in your account details.',
    })
  })
})
