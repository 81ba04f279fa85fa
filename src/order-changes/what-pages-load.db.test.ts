import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { attempts } from '#mail/tables.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { loader as loadCancel } from './cancel.page.tsx'
import { loader as loadAddress } from './change-address.page.tsx'
import { loader as loadDay } from './change-day.page.tsx'
import { cancelOrder } from './change-money.actions.server.ts'
import { loader as loadFewer } from './fewer.page.tsx'
import { loader as loadGift } from './give-order.page.tsx'
import { loader as loadHold } from './hold-order.page.tsx'
import { loader as loadMethod } from './method.page.tsx'

const { testShop, anOrder, asGuest, change } = await openChangesShop()
const { db } = testShop

const pages = {
  address: loadAddress,
  day: loadDay,
  hold: loadHold,
  gift: loadGift,
  method: loadMethod,
  fewer: loadFewer,
  cancel: loadCancel,
}
type Pages<Shown> = Record<keyof typeof pages, Shown>

/** What each page has of an order besides what all have; where it has no page, the status. */
async function asked(viewer: object | null, params: object): Promise<Pages<unknown>> {
  const entries = Object.entries(pages).map(async ([name, loader]) => {
    const loaded = await loadedBy(testShop, viewer)<object>(loader as never, { params })
    return [name, typeof loaded === 'object' && 'more' in loaded ? loaded.more : loaded]
  })
  return Object.fromEntries(await Promise.all(entries)) as Pages<unknown>
}

const none: Pages<unknown> = {
  ...{ address: 404, day: 404, hold: 404, gift: 404, method: 404, fewer: 404, cancel: 404 },
}

test('each change has a page for the buyer of the order alone, or by the link of a guest', async () => {
  const bought = await anOrder()
  const { buyer } = bought
  const params = { number: String(bought.order.number) }
  const all = {
    ...{ address: null, day: null, hold: null, gift: null },
    method: { open: null, options: [{ method: 'overnight' }, { method: 'pickup' }] },
    fewer: { options: [{ value: 'malbec-2022:2=51763' }, { value: 'malbec-2022:1=101525' }] },
    cancel: {
      ...{ wines: '3 × 2022 Malbec, 3-pack of 750ml', refundCents: 153_288, isForStaff: false },
    },
  }
  expect(await asked(buyer, params)).toMatchObject(all)
  expect(await asked({ ...buyer, isLimited: true }, params)).toEqual(none)
  expect(await asked(await aMember(db), params)).toEqual(none)
  expect(await asked(null, params)).toEqual(none)
  expect(await asked(buyer, { number: 'ten' })).toEqual(none)
  const token = await asGuest(bought)
  expect(await asked(null, { token })).toMatchObject(all)
  expect(await asked(null, { token: `${token}x` })).toEqual(none)
})

test('what only a box has leads back to the page of an order that is collected', async () => {
  const bought = await anOrder({ method: 'pickup' })
  const { buyer, order } = bought
  const at = `/members/orders/${order.number}`
  expect(await asked(buyer, { number: String(order.number) })).toMatchObject({
    ...{ address: at, day: at, hold: at, gift: at },
    method: { options: [{ value: 'overnight=13000' }, { value: 'ground=8500' }] },
    fewer: { options: [{ value: 'malbec-2022:2=48263' }, { value: 'malbec-2022:1=96525' }] },
    cancel: { isForStaff: false },
  })
  const token = await asGuest(bought)
  const back = `/order/${token}`
  const led = { address: back, day: back, hold: back, gift: back }
  expect(await asked(null, { token })).toMatchObject(led)
  expect(await asked(null, { token: `${token}x` })).toEqual(none)
})

test('each change of a canceled order leads back to its page', async () => {
  const bought = await anOrder()
  const { buyer, order } = bought
  expect(await change(cancelOrder, bought)).toMatchObject({ ok: true })
  const back = `/members/orders/${order.number}`
  expect(await asked(buyer, { number: String(order.number) })).toEqual({
    ...{ address: back, day: back, hold: back, gift: back },
    ...{ method: back, fewer: back, cancel: back },
  })
})

test('who asked for the cancellation of two orders of a release is led to us with a third', async () => {
  const buyer = await aMember(db)
  const cancelPage = async ({ order }: Awaited<ReturnType<typeof anOrder>>) =>
    (await asked(buyer, { number: String(order.number) })).cancel
  for (const isForStaff of [false, false]) {
    const bought = await anOrder({ member: buyer, cases: 1 })
    expect(await cancelPage(bought)).toMatchObject({ isForStaff })
    expect(await change(cancelOrder, bought)).toMatchObject({ ok: true })
  }
  expect(await cancelPage(await anOrder({ member: buyer, cases: 1 }))).toMatchObject({
    isForStaff: true,
  })
})

test('from the payment page of a difference the buyer comes back to the order, with what became of it', async () => {
  const { buyer, order } = await anOrder()
  const at = `/members/orders/${order.number}`
  const back = (query: string) =>
    loadedBy(testShop, buyer)(loadMethod as never, {
      ...{ path: `${at}/change/method`, query, params: { number: String(order.number) } },
      headers: { 'x-kohue-address': '203.0.113.9' },
    })
  expect(await back('paid=cs_none')).toEqual([
    at,
    'Nothing was paid, so your order stays as it is.',
  ])
  // Ids that nobody knows are counted by network.
  const unknown = like(attempts.key, 'unknown-payment:%')
  expect(await db.select().from(attempts).where(unknown)).toMatchObject([
    { key: 'unknown-payment:203.0.113.9', count: 1 },
  ])
  expect(await back('')).toMatchObject({ more: { open: null } })
})
