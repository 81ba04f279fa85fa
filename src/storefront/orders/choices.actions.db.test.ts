import { randomUUID } from 'node:crypto'

import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { attempts } from '#mail/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import type { Customer } from '#platform/action/customer-action.server.ts'
import { offeredSlots } from '#shipping/pickup/choose-pickup.actions.server.ts'
import { pickupPlaces } from '#shipping/pickup/tables.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'
import { shipmentHolds, shipments } from '#shipping/tables.ts'
import { payAt } from '#tests/harness/provider.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { shipmentNow, shipmentsTo, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { afterPayingAgain, choices } from './choices.actions.server.ts'
import { viewGuestOrder } from './view-guest-order.actions.server.ts'
import { viewOrder } from './view-order.actions.server.ts'

let testShop: TestShop
let staff: StaffMember
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())

async function aBox(state: 'returned' | 'ready' = 'returned') {
  const [box] = await shipmentsTo(testShop, staff, 'TX', 1)
  const id = box!.shipment.id
  await testShop.db.update(shipments).set({ state }).where(eq(shipments.id, id))
  const buyer = { id: box!.order.userId!, email: box!.order.email } as unknown as Customer
  return { ...box!, buyer, token: testShop.services.orderLinks.sign(box!.order.id) }
}
type Box = Awaited<ReturnType<typeof aBox>>

type Name = keyof typeof choices

/** Presses a button of an order's page; what is said, and where. */
async function press(name: Name, { buyer, order, shipment }: Box, fields: object = {}) {
  const sent = { number: String(order.number), shipment: shipment.id, ...fields }
  const viewer = 'token' in fields ? null : buyer
  const said = await choices[name](testShop.services, viewer, sent as never)
  return said.ok ? (said.said as Record<string, unknown>) : said
}

const settled = { tone: 'info', sentence: 'This has already been taken care of.' }

test('a returned box is refunded or collected once, on the page where it was chosen', async () => {
  for (const [choice, sentence] of [
    ['refund', 'We will refund the wine and its tax once we have checked the box, and email you.'],
    ['collect', 'We are keeping it for you. Choose a time here, or we will call you.'],
  ] as const) {
    const box = await aBox()
    const page = `/members/orders/${box.order.number}#where-it-is`
    expect(await press(choice, box)).toMatchObject({
      ...{ tone: 'good', sentence, to: page, at: 'shipments' },
    })
    expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({ returnChoice: choice })
    for (const other of ['refund', 'collect', 'send-again'] as const)
      expect(await press(other, box)).toMatchObject(settled)
    const linked = await aBox()
    const { token } = linked
    await testShop.db.update(orders).set({ userId: null }).where(eq(orders.id, linked.order.id))
    expect(await press(choice, linked, { token })).toMatchObject({
      ...{ tone: 'good', to: `/order/${token}#where-it-is` },
    })
  }
})

test('the session of a purchase link chooses by a guest’s link alone, not for the account it opened', async () => {
  const box = await aBox()
  const limited = { ...box, buyer: { ...box.buyer, isLimited: true } }
  expect(await press('refund', limited)).toMatchObject({ ok: false, status: 404 })
  expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({ returnChoice: null })
  await testShop.db.update(orders).set({ userId: null }).where(eq(orders.id, box.order.id))
  const sent = { token: box.token, number: '', shipment: box.shipment.id }
  const said = await choices.refund(testShop.services, limited.buyer, sent as never)
  expect(said.ok && said.said).toMatchObject({ tone: 'good' })
})

test('sent again, its payment page is opened in the whole window; another address is checked', async () => {
  const box = await aBox()
  const opened = await press('send-again', box, { method: 'ground', to: 'same' })
  expect(opened).toMatchObject({ isDocument: true, to: expect.stringMatching(/^http.*cs_/) })
  const elsewhere = { method: 'ground', to: 'other', state: 'UT', zipCode: '84101' }
  expect(await press('send-again', box, elsewhere)).toMatchObject({
    ...{ ok: false, status: 400, sentence: 'Please check the address.' },
    errors: { address: expect.any(String), city: expect.any(String) },
  })
  const session = /cs_[^/?#]+/.exec((opened as { to: string }).to)![0]
  const back = () =>
    afterPayingAgain(testShop.services, session, new Request('http://here/', { headers: {} }))
  expect(await back()).toMatchObject({
    ...{ tone: 'info', sentence: 'The shipping is not paid yet. Nothing was charged.' },
  })
  const headers = { 'x-kohue-address': '203.0.113.9' }
  for (const id of ['cs_invented', 'x'])
    expect(
      await afterPayingAgain(testShop.services, id, new Request('http://here/', { headers })),
    ).toMatchObject({ tone: 'info' })
  // The provider is asked about what may be an id alone, which is counted by network.
  const unknown = like(attempts.key, 'unknown-payment:%')
  expect(await testShop.db.select().from(attempts).where(unknown)).toMatchObject([
    { key: 'unknown-payment:203.0.113.9', count: 1 },
  ])
})

test('what is paid for a box after its order was refunded is said to be paid back', async () => {
  const [sent, late] = [await aBox(), await aBox()]
  const paid = async (box: Box, before: () => Promise<unknown> = async () => {}) => {
    const opened = await press('send-again', box, { method: 'ground', to: 'same' })
    const { to: url } = opened as { to: string }
    await payAt(url)
    await before()
    const session = /cs_[^/?#]+/.exec(url)![0]
    return afterPayingAgain(testShop.services, session, new Request('http://here/'))
  }
  expect(await paid(sent)).toMatchObject({
    tone: 'good',
    sentence:
      'Thank you, the shipping is paid. We will send your wine again, and have emailed you.',
  })
  const { id, totalCents } = late.order
  const said = await paid(late, async () => {
    await testShop.db.insert(refunds).values({
      ...{ orderId: id, requestKey: randomUUID(), cause: 'staff', state: 'made' },
      amountCents: totalCents,
    })
    const refunded = { state: 'refunded', refundedCents: totalCents } as const
    await testShop.db.update(orders).set(refunded).where(eq(orders.id, id))
  })
  expect(said).toMatchObject({ tone: 'info', sentence: expect.stringContaining('refund') })
})

test('a box that waits for the weather goes at the buyer’s risk, once they accept it', async () => {
  const box = await aBox('ready')
  const hold = async () =>
    testShop.db.insert(shipmentHolds).values({
      ...{ groupId: randomUUID(), scope: 'shipment', shipmentId: box.shipment.id },
      ...{ reason: 'weather', from: new Date(Date.now() - 60_000), by: 'Sofía' },
    })
  await hold()
  await recomputeReadiness(testShop.services, { ids: [box.shipment.id] })
  expect(await press('send-at-risk', box)).toMatchObject({
    ...{ tone: 'bad', sentence: 'Please check the box first.' },
  })
  expect(await press('send-at-risk', box, { accept: 'on' })).toMatchObject({ tone: 'bad' })
  expect(await press('send-at-risk', box, { accept: 'yes' })).toMatchObject({
    ...{ tone: 'good', sentence: 'It no longer waits for the weather.' },
  })
  expect(await press('send-at-risk', box, { accept: 'yes' })).toMatchObject({ tone: 'info' })
})

test('a time that is none is not agreed on, nor one of what is shipped', async () => {
  const box = await aBox('ready')
  expect(await press('choose-slot', box, { slot: '' })).toMatchObject({
    ...{ tone: 'bad', sentence: 'Please choose a time.' },
  })
  expect(await press('choose-slot', box, { slot: 'x'.repeat(500) })).toMatchObject({
    at: 'shipments',
  })
  expect((await shipmentNow(testShop, box.shipment.id)).state).toBe('ready')
})

test('a time that is free is agreed on', async () => {
  const box = await aBox('ready')
  const everyDay = Object.fromEntries(Array.from({ length: 7 }, (_, day) => [day, ['16:00']]))
  const place = { name: 'Warehouse', address: '12 Vine Street', startTimes: everyDay }
  await testShop.db.insert(pickupPlaces).values(place)
  await testShop.db
    .update(shipments)
    .set({ method: 'pickup' })
    .where(eq(shipments.id, box.shipment.id))
  const [slot] = await offeredSlots(testShop.db, testShop.services)
  expect(await press('choose-slot', box, { slot: slot!.key })).toMatchObject({ tone: 'good' })
  expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({ state: 'agreed' })
})

test('the holder of a guest’s link chooses by it, also where another customer is signed in', async () => {
  const [box, other] = [await aBox(), await aBox()]
  const sent = { number: '', shipment: box.shipment.id, token: box.token }
  const said = await choices.refund(testShop.services, other.buyer, sent as never)
  expect(said).toMatchObject({ ok: true, said: { to: `/order/${box.token}#where-it-is` } })
  expect(await shipmentNow(testShop, box.shipment.id)).toMatchObject({ returnChoice: 'refund' })
})

test('another’s box, order or link is not found, and nothing is chosen', async () => {
  const [box, other] = [await aBox(), await aBox()]
  const missing = { ok: false, status: 404 }
  for (const name of Object.keys(choices) as Name[]) {
    const fields = { accept: 'yes', slot: 'x', method: 'ground', to: 'same' }
    const shipment = other.shipment.id
    expect(await press(name, box, { ...fields, shipment }), name).toMatchObject(missing)
    expect(await press(name, box, { ...fields, number: String(other.order.number) })).toMatchObject(
      missing,
    )
    expect(await press(name, box, { ...fields, number: 'x' })).toMatchObject(missing)
    expect(await press(name, box, { ...fields, shipment: 'x' })).toMatchObject(missing)
    expect(await press(name, box, { ...fields, token: 'x' })).toMatchObject(missing)
    expect(await press(name, { ...box, buyer: null as never }, fields)).toMatchObject(missing)
  }
  for (const { shipment } of [box, other])
    expect(await shipmentNow(testShop, shipment.id)).toMatchObject({
      ...{ state: 'returned', returnChoice: null },
    })
})

test('the page of an order has its own refunds that were made; a guest’s link neither name nor street', async () => {
  const [box, other] = [await aBox('ready'), await aBox('ready')]
  const { order, buyer } = box
  const at = (day: number) => new Date(Date.UTC(2026, 9, day))
  const refund = (orderId: string, state: 'made' | 'failed' | 'requested', day: number) => ({
    ...{ orderId, requestKey: randomUUID(), cause: 'staff' as const, state, amountCents: day },
    ...{ requestedAt: at(day), settledAt: state === 'made' && day !== 3 ? at(day + 10) : null },
  })
  await testShop.db
    .insert(refunds)
    .values([
      refund(order.id, 'made', 1),
      refund(order.id, 'failed', 2),
      refund(order.id, 'made', 3),
      refund(order.id, 'requested', 4),
      refund(other.order.id, 'made', 5),
    ])
  const viewed = await viewOrder(testShop.services, buyer as never, order.number)
  const made = [
    { madeAt: at(11), amountCents: 1 },
    { madeAt: at(3), amountCents: 3 },
  ]
  expect(viewed!.refunds).toEqual(made)
  expect(viewed!.isRefunding).toBe(true)
  expect(Object.keys(viewed!.pictures)).toEqual(viewed!.lines.map(({ productId }) => productId))
  expect(viewed).not.toHaveProperty('paymentIntentId')
  const others = await viewOrder(testShop.services, other.buyer as never, other.order.number)
  expect(others!.isRefunding).toBe(false)
  expect(await viewOrder(testShop.services, buyer as never, other.order.number)).toBeNull()
  const stranger = (await aMember(testShop.db)) as never
  expect(await viewOrder(testShop.services, stranger, order.number)).toBeNull()

  await testShop.db.execute(sql`update orders set user_id = null where id = ${order.id}`)
  const byLink = await viewGuestOrder(testShop.services, box.token)
  expect(byLink).toMatchObject({
    ...{ number: order.number, refunds: made, place: { city: 'Austin', state: 'TX' } },
    isRefunding: true,
  })
  for (const hidden of ['name', 'email', 'shipTo', 'userId', 'paymentIntentId'])
    expect(byLink).not.toHaveProperty(hidden)
  expect(JSON.stringify(byLink)).not.toContain('1 Main Street')
  await testShop.db.update(orders).set({ shippingMethod: 'pickup' }).where(eq(orders.id, order.id))
  expect(await viewGuestOrder(testShop.services, box.token)).toMatchObject({ place: null })
  expect(await viewGuestOrder(testShop.services, `${box.token}x`)).toBeNull()
})
