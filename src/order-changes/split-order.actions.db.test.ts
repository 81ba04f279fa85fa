import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { requestRefund } from '#orders/refunds/request-refund.actions.server.ts'
import { shipmentLines, shipments } from '#shipping/tables.ts'
import { whereOrderIs } from '#shipping/whereabouts/where-orders-are.actions.server.ts'
import { orderHistory } from '#storefront/orders/order-history.actions.server.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { emailsTo, eventsNow, sendHandover } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { loader as loadCancel } from './cancel.page.tsx'
import { cancelOrder, keepFewer } from './change-money.actions.server.ts'
import { changeAddress } from './change-order.actions.server.ts'
import { loader as loadFewer } from './fewer.page.tsx'
import { giveOrder } from './give-order.actions.server.ts'
import { holdOrder } from './hold-order.actions.server.ts'
import { askForDifference } from './payment-due.actions.server.ts'
import { joinOrderForBuyer, splitOrderForBuyer, viewParts } from './split-order.actions.server.ts'

const made = await openChangesShop()
const { testShop, staff, anOrder, change, viewed, boxesOf, changesOf, orderNow, refundsOf } = made
const { services, db } = testShop
const support = { ...(await aMember(db)), role: 'staff' as const, duties: ['support' as const] }

type Bought = Awaited<ReturnType<typeof anOrder>>

const austin = {
  ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
  zipCode: '78701',
}
const one = 'malbec-2022:1'

/** Sends one case of an order to Austin. */
const split = ({ order }: Bought, fields: object = {}, key: string = randomUUID()) =>
  splitOrderForBuyer(
    services,
    support,
    {
      ...{ number: String(order.number), seen: '0', onPhone: 'yes', part: one, earliest: '' },
      ...{ ...austin, ...fields },
    },
    { key },
  )
const join = ({ order }: Bought, seen = '1') =>
  joinOrderForBuyer(services, support, { number: String(order.number), seen }, {})

/** State, ZIP code and units of each box, oldest first. */
async function boxes({ order }: Bought) {
  const all = await boxesOf(order)
  return Promise.all(
    all.map(async ({ id, state, toZip }) => {
      const lines = await db.select().from(shipmentLines).where(eq(shipmentLines.shipmentId, id))
      return [state, toZip, ...lines.map(({ units }) => units)]
    }),
  )
}

/** Staff refund wine by the number of its cases, or an amount in goodwill. */
const refund = (order: Bought['order'], fields: object) =>
  requestRefund(
    services,
    { ...support, duties: ['owner'] },
    { number: String(order.number), reason: 'As agreed.', ...fields },
    { key: randomUUID() },
  )

test('an order in two shipments is canceled on its page, and changed in no other way', async () => {
  const bought = await anOrder()
  await split(bought)
  const page = loadedBy(testShop, bought.buyer)
  const params = { number: String(bought.order.number) }
  expect(await page(loadCancel, { params })).toMatchObject({
    ...{ changes: { whyNot: null }, more: { isForStaff: false } },
  })
  expect(await page(loadFewer, { params })).toMatchObject({ changes: { whyNot: 'split' } })
})

test('one case of three goes to another address; the order and its price stay as they are', async () => {
  const bought = await anOrder()
  const before = await orderNow(bought)
  expect(await viewParts(services, bought.order)).toEqual([
    { value: 'malbec-2022:1', label: '1 × 2022 Malbec, 3-pack of 750ml' },
    { value: 'malbec-2022:2', label: '2 × 2022 Malbec, 3-pack of 750ml' },
  ])
  const sentence = '1 case of your order now ships separately to Texas 78701.'
  const key = randomUUID()
  expect(await split(bought, {}, key)).toMatchObject({
    said: { sentence: `The buyer is emailed: “${sentence}”` },
  })
  // The same form again is the same change.
  expect(await split(bought, {}, key)).toMatchObject({ ok: true })
  expect(await boxes(bought)).toEqual([
    ['ready', '94110', 2],
    ['ready', '78701', 1],
  ])
  const [, apart] = await boxesOf(bought.order)
  expect(apart).toMatchObject({
    ...{ kind: 'split', method: 'ground', toState: 'TX' },
    shipTo: { name: 'Ana Ruiz', city: 'Austin', statementShown: { channel: 'phone' } },
  })
  expect({ ...(await orderNow(bought)), thankedAt: null }).toEqual(before)
  expect(await refundsOf(bought)).toEqual([])
  expect(await changesOf(bought)).toHaveLength(1)
  expect(await emailsTo(testShop, bought.order.email, 'order-changed')).toHaveLength(1)
  expect((await eventsNow(testShop, bought.shipment.id)).at(-1)).toMatchObject({ text: sentence })
  const seen = async (isGuest: boolean) =>
    JSON.stringify(await whereOrderIs(services, bought.order, { isGuest }))
  expect(await seen(false)).toMatch(/78701.*94110|94110.*78701/)
  expect(await seen(true)).not.toMatch(/78701|94110/)
})

test('a gift is one in both boxes, by the statement that names its recipient', async () => {
  const bought = await anOrder()
  const lucia = { name: 'Lucía Ferrer', phone: '4155550142', note: '', statement: 'yes' } as const
  expect(await change(giveOrder, bought, lucia)).toMatchObject({ ok: true })
  expect(await split(bought, { seen: '1' })).toMatchObject({ ok: true })
  const statement =
    'I am 21 or older, the recipient is 21 or older and will sign for the delivery, and this wine is not for resale.'
  expect((await boxesOf(bought.order)).map(({ shipTo }) => shipTo)).toMatchObject([
    { city: 'San Francisco', gift: { name: 'Lucía Ferrer' }, statement },
    { city: 'Austin', gift: { name: 'Lucía Ferrer' }, statement },
  ])
})

test('two cases on another day to the same address', async () => {
  const bought = await anOrder()
  const earliest = services.clock()
  earliest.setUTCDate(earliest.getUTCDate() + 14)
  const { address, city, state, zipCode } = bought.shipment.shipTo!
  const same = { address, city, state, zipCode, part: 'malbec-2022:2' }
  expect(await split(bought, same)).toMatchObject({
    errors: { address: 'Please enter another address or another day.' },
  })
  const result = await split(bought, { ...same, earliest: earliest.toISOString().slice(0, 10) })
  expect(result).toMatchObject({ ok: true })
  expect(await boxes(bought)).toEqual([
    ['ready', '94110', 1],
    ['waiting', '94110', 2],
  ])

  // The other one alone waits for the day that the whole was to wait for.
  const waiting = await anOrder()
  await db
    .update(shipments)
    .set({ notBefore: earliest })
    .where(eq(shipments.id, waiting.shipment.id))
  expect(await split(waiting)).toMatchObject({ ok: true })
  expect((await boxesOf(waiting.order)).map(({ notBefore }) => notBefore)).toEqual([earliest, null])
})

test('what its buyer holds is not split, and what is left of a split is', async () => {
  const held = await anOrder()
  const holding = await change(holdOrder, held, { hold: 'yes' })
  expect(holding).toMatchObject({ ok: true })
  expect(await split(held, { seen: '1' })).toMatchObject({
    sentence: 'It is on hold for the buyer. End the hold first.',
  })
  expect(await boxes(held)).toEqual([['waiting', '94110', 3]])

  const bought = await anOrder()
  await split(bought)
  expect(await join(bought)).toMatchObject({ ok: true })
  const [first, apart] = await boxesOf(bought.order)
  expect((await eventsNow(testShop, apart!.id)).at(-1)).toMatchObject({
    ...{ kind: 'cancelled', source: 'staff', text: 'Put together with the rest of the order' },
  })
  await db.update(shipments).set({ state: 'cancelled' }).where(eq(shipments.id, first!.id))
  await db.update(shipments).set({ state: 'ready' }).where(eq(shipments.id, apart!.id))
  await db.insert(shipmentLines).values({
    ...{ shipmentId: apart!.id, productId: 'malbec-2022', units: 2 },
  })
  expect((await viewParts(services, bought.order)).map(({ value }) => value)).toEqual([
    'malbec-2022:1',
  ])
  await db.update(shipments).set({ state: 'ready' }).where(eq(shipments.id, first!.id))
  await db.update(shipments).set({ state: 'cancelled' }).where(eq(shipments.id, apart!.id))
})

test('nothing is split that may not be, or to where wine may not go', async () => {
  const single = await anOrder({ cases: 1 })
  expect(await viewParts(services, single.order)).toEqual([])
  expect(await split(single)).toMatchObject({
    errors: { part: 'Please choose what ships separately.' },
  })
  const pickup = await anOrder({ cases: 2, method: 'pickup' })
  expect(await viewParts(services, pickup.order)).toEqual([])
  expect(await split(pickup)).toMatchObject({ ok: false })
  const bought = await anOrder()
  for (const part of ['malbec-2022:0', 'malbec-2022:3', 'malbec-2022:4', 'malbec-2022:-1', 'x']) {
    expect(await split(bought, { part })).toMatchObject({ ok: false, status: 400 })
  }
  expect(await split(bought, { state: 'UT', zipCode: '84101' })).toMatchObject({
    errors: { state: 'We are not permitted to ship wine to this state.' },
  })
  expect(await split(bought, { earliest: '2020-01-01' })).toMatchObject({
    errors: { earliest: 'That day is over.' },
  })
  expect(await split(bought, { onPhone: '' })).toMatchObject({ ok: false })
  await sendHandover(testShop, staff, [bought.shipment.number])
  expect(await split(bought)).toMatchObject({ ok: false })
  expect(await boxes(bought)).toEqual([['handed-over', '94110', 3]])
})

test('what goes in two shipments is not changed, but can be put together, or canceled by its buyer', async () => {
  const bought = await anOrder()
  await split(bought)
  expect(await viewed(bought)).toMatchObject({ whyNot: 'split' })
  const refused = {
    sentence: 'Your order ships in two parts. Write or call us to change it.',
  }
  const seen = { seen: '1' }
  const address = { ...austin, ...seen, statement: 'yes' }
  expect(await change(changeAddress, bought, address)).toMatchObject(refused)
  expect(await change(keepFewer, bought, { ...seen, keep: 'x' })).toMatchObject(refused)
  expect(await split(bought, seen)).toMatchObject({
    sentence: 'It ships in two parts. Combine them first.',
  })

  expect(await join(bought)).toMatchObject({
    said: { sentence: 'The buyer is emailed: “Your order ships in one shipment again.”' },
  })
  expect(await boxes(bought)).toEqual([
    ['ready', '94110', 3],
    ['cancelled', '78701'],
  ])
  expect(await join(bought, '2')).toMatchObject({ sentence: 'It already ships in one shipment.' })
  expect(await viewed(bought)).toMatchObject({ whyNot: null, cases: 3 })

  await split(bought, { seen: '2' })
  const stock = await made.sold()
  expect(await change(cancelOrder, bought, { seen: '3' })).toMatchObject({ ok: true })
  expect((await boxes(bought)).map(([state]) => state)).toEqual(Array(3).fill('cancelled'))
  expect((await orderNow(bought)).state).toBe('refunded')
  expect(await made.sold()).toBe(stock - 3)
})

test('a refund takes its cases out of the box that is here, and goodwill takes none', async () => {
  const bought = await anOrder()
  await split(bought, { part: 'malbec-2022:2' })
  await refund(bought.order, { amount: '10' })
  expect(await boxes(bought)).toEqual([
    ['ready', '94110', 1],
    ['ready', '78701', 2],
  ])
  await refund(bought.order, { 'wine.malbec-2022': '1', 'back.malbec-2022': '1' })
  expect(await boxes(bought)).toEqual([
    ['ready', '94110', 1],
    ['ready', '78701', 1],
  ])

  // One of the two has left: the wine that is refunded stays here.
  const other = await anOrder()
  await split(other)
  await sendHandover(testShop, staff, [other.shipment.number])
  await refund(other.order, { amount: '10' })
  expect(await boxes(other)).toEqual([
    ['handed-over', '94110', 2],
    ['ready', '78701', 1],
  ])
  await refund(other.order, { 'wine.malbec-2022': '1', 'back.malbec-2022': '1' })
  expect(await boxes(other)).toEqual([
    ['handed-over', '94110', 2],
    ['cancelled', '78701'],
  ])
})

test('a part that comes back is asked about where it went, and refunded for its own cases', async () => {
  const bought = await anOrder()
  await split(bought)
  const [, apart] = await boxesOf(bought.order)
  const where = () => whereOrderIs(services, bought.order, { isGuest: false })
  expect((await where()).map(({ part }) => part)).toEqual([
    { cases: 2, state: 'CA', zipCode: '94110' },
    { cases: 1, state: 'TX', zipCode: '78701' },
  ])
  await db
    .update(shipments)
    .set({ state: 'returned', returnedAt: services.clock() })
    .where(eq(shipments.id, apart!.id))
  expect((await where()).map(({ returned }) => returned)).toMatchObject([
    null,
    {
      place: 'Austin, TX',
      prices: { ground: 3_500, overnight: 9_000 },
      refund: { wineCents: 45_000, taxCents: 3_263 },
    },
  ])
  // What is to come tells, not what came back.
  const { orders } = await orderHistory(services, bought.buyer as never, 1)
  expect(orders[0]!.next).toMatchObject({ kind: 'leaves-soon' })
})

test('a payment page for a dearer method is closed, since nothing is changed any more', async () => {
  const bought = await anOrder()
  const asked = await askForDifference(
    services,
    support,
    { number: String(bought.order.number), seen: '0', method: 'overnight=4500', onPhone: 'yes' },
    { key: randomUUID() },
  )
  expect(asked).toMatchObject({ ok: true })
  await split(bought)
  const { rows } = await db.execute(`select state from checkouts where channel = 'difference'`)
  expect(rows).toEqual([{ state: 'cancelled' }])
})
