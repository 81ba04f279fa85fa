import { expect, test } from 'vitest'

import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { handOver, shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import { openStaffedShop } from '#tests/harness/staff.ts'
import { aMember, setStock } from '#tests/harness/test-shop.ts'

import { action } from './state.page.tsx'
import { previewSuspension } from './suspend-state.actions.server.ts'

const { testShop, staff } = await openStaffedShop()
const { db, services, shop } = testShop
const wine = 'malbec-2022'

const texan = () => aMember(db, { city: 'Austin', state: 'TX', zipCode: '78701' })

async function withCart(member: { id: string; email: string }, method: 'ground' | 'pickup' | null) {
  await shop.changeCart(member, { kind: 'add', productId: wine })
  if (method) await shop.changeCart(member, { kind: 'choose-shipping', method })
  return member
}

test('what a suspension reaches is what is there: carts, payment pages, boxes and allocations', async () => {
  await setStock(db, wine, 100)
  // Three carts that would go to Texas, one of them on its payment page; a pickup, and one that goes elsewhere.
  await withCart(await texan(), null)
  await withCart(await texan(), 'ground')
  const paying = await withCart(await texan(), 'ground')
  expect(await shop.startCheckout(paying)).toMatchObject({ ok: true })
  await withCart(await texan(), 'pickup')
  const elsewhere = await withCart(await aMember(db), 'ground')
  expect(await shop.startCheckout(elsewhere)).toMatchObject({ ok: true })
  // Four boxes, one of which has left, and one that goes elsewhere.
  const shipper = await shippingStaff(testShop)
  const boxes = await shipmentsTo(testShop, shipper, 'TX', 4)
  await shipmentsTo(testShop, shipper, 'CA', 1, { index: 20 })
  await handOver(testShop, shipper, boxes.slice(0, 1))
  // Two allocations there; one elsewhere, and one of a release that has ended.
  const open = await aRelease(db, { promise: 'cap' })
  await allocate(db, open, await texan(), 3)
  await allocate(db, open, await texan(), 1)
  await allocate(db, open, await aMember(db), 3)
  await allocate(db, await aRelease(db, { state: 'ended', promise: 'cap' }), await texan(), 3)
  expect(
    await previewSuspension(services, staff, { state: 'TX', reason: 'License ended' }),
  ).toMatchObject({
    ok: true,
    done: { carts: 3, paymentPages: 1, orders: 3, allocations: 2 },
  })
  expect(
    await previewSuspension(services, staff, { state: 'WY', reason: 'License ended' }),
  ).toMatchObject({ done: { carts: 0, paymentPages: 0, orders: 0, allocations: 0 } })
})

test('it is shown first and keeps what was typed; without a reason neither is done', async () => {
  const send = (form: Record<string, string>) =>
    loadedBy(testShop, staff)(action, { params: { state: 'WY' }, form })
  expect(await send({ intent: 'preview', reason: 'License ended' })).toMatchObject({
    ...{ status: 200, values: { reason: 'License ended' }, shown: { carts: 0 } },
  })
  for (const intent of ['preview', 'suspend']) {
    expect(await send({ intent, reason: '', key: crypto.randomUUID() })).toMatchObject({
      ...{ status: 400, errors: { reason: expect.any(String) }, shown: null },
    })
  }
  expect(
    await send({ intent: 'suspend', reason: 'License ended', key: crypto.randomUUID() }),
  ).toEqual(['/page', 'Wyoming is suspended.'])
})
