import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { nextHandover } from '#shipping/handover/handovers.actions.server.ts'
import { packedShipments } from '#shipping/handover/packed-shipments.store.server.ts'
import { handovers } from '#shipping/handover/tables.ts'
import { viewShipments } from '#shipping/shipments/view-shipments.actions.server.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  eventsNow,
  sendHandover,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { changeAddress } from './change-order.actions.server.ts'
import { giveOrder, takeGiftBack } from './give-order.actions.server.ts'
import { changesOfUser } from './order-changes.store.server.ts'
import { ownOrder, viewChanges } from './view-changes.actions.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, 'malbec-2022', 10_000))

type Box = Awaited<ReturnType<typeof shipmentsTo>>[number]

const aBox = async () => (await shipmentsTo(testShop, staff, 'CA', 1))[0]!

const buyerOf = ({ order }: Box) => ({ id: order.userId!, email: order.email }) as never

const lucia = { name: 'Lucía Ferrer 🎁', phone: '(415) 555-0142', note: 'Happy birthday!\r\nAna' }
const savedGift = { name: 'Lucía Ferrer 🎁', phone: '4155550142', note: 'Happy birthday!\nAna' }
const giftStatement =
  'I am 21 or older, the recipient is 21 or older and will sign for the delivery, and this wine is not for resale.'

const give = (box: Box, fields: object = {}, key: string = randomUUID()) =>
  giveOrder(
    testShop.services,
    buyerOf(box),
    { number: String(box.order.number), seen: '0', statement: 'yes', ...lucia, ...fields },
    { key },
  )

const viewed = async (box: Box) => {
  const number = String(box.order.number)
  const own = await ownOrder(testShop.services, buyerOf(box), { number })
  return viewChanges(testShop.services, own!)
}

const packed = async ({ shipment }: Box) =>
  (await packedShipments(testShop.services, { numbers: [shipment.number] }, '2026-11-26'))[0]!

test('has name and phone of the recipient on slip, label and file; the buyer stays the buyer', async () => {
  const box = await aBox()
  expect(await packed(box)).toMatchObject({ name: 'Ana Ruiz', notes: [] })
  expect(await give(box)).toMatchObject({
    ok: true,
    said: {
      sentence:
        'Your order is now a gift for another adult, who will sign for it. We have emailed you.',
    },
  })
  const { shipTo } = await shipmentNow(testShop, box.shipment.id)
  expect(shipTo).toMatchObject({
    ...{ name: 'Ana Ruiz', address: '1 Main Street', gift: savedGift },
    ...{ statement: giftStatement, statementShown: { channel: 'order-page' } },
  })
  expect(await packed(box)).toMatchObject({
    ...{ name: 'Lucía Ferrer 🎁', phone: '4155550142' },
    notes: [{ heading: 'A note for you', text: 'Happy birthday!\nAna' }],
  })
  expect(await viewed(box)).toMatchObject({ isGift: true, gift: savedGift, seen: 1 })
  const [seen] = await viewShipments(testShop.services, staff, box.order.number)
  expect(seen).toMatchObject({
    buyer: { name: 'Ana Ruiz' },
    shipment: { shipTo: { gift: savedGift } },
  })
  // The receipt, and what anybody with a guest's link sees, do not name the recipient.
  expect((await eventsNow(testShop, box.shipment.id)).at(-1)!.text).not.toContain('Lucía')
  expect(await emailsTo(testShop, box.order.email, 'order-changed')).toHaveLength(1)

  const handed = await sendHandover(testShop, staff, [box.shipment.number])
  const [made] = await testShop.db
    .select()
    .from(handovers)
    .where(eq(handovers.id, handed.ok ? handed.done.handover.id : ''))
  const file = made!.file!.toString('utf8')
  expect(file).toContain('Lucía Ferrer')
  expect(file).toContain('4155550142')
  expect(file).not.toContain('Ana Ruiz')
  expect(await give(box, { seen: '1', note: '' })).toMatchObject({
    ...{ ok: false, sentence: expect.stringContaining('handed over for shipping') },
  })
})

test('goes to another address with its recipient, and to the buyer again', async () => {
  const box = await aBox()
  const { services } = testShop
  await give(box)
  const austin = { address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' }
  const number = String(box.order.number)
  const typed = { number, seen: '1', ...austin, zipCode: '78701', statement: 'yes' }
  expect(await changeAddress(services, buyerOf(box), typed)).toMatchObject({ ok: true })
  expect((await shipmentNow(testShop, box.shipment.id)).shipTo).toMatchObject({
    ...{ city: 'Austin', gift: savedGift, statement: giftStatement },
  })
  expect(await takeGiftBack(services, buyerOf(box), { number, seen: '2' })).toMatchObject({
    ok: true,
    said: { sentence: 'Your order is no longer a gift. We have emailed you.' },
  })
  const { shipTo } = await shipmentNow(testShop, box.shipment.id)
  expect(shipTo).not.toHaveProperty('gift')
  expect(shipTo).toMatchObject({
    statement: 'I am 21 or older, I will sign for the delivery, and this wine is not for resale.',
  })
  // What is stored of the recipient is exported with the buyer's orders.
  expect(await changesOfUser(testShop.db, box.order.userId!)).toMatchObject([
    { kind: 'gift', before: { gift: null }, after: { gift: savedGift } },
    { kind: 'address' },
    { kind: 'gift', before: { gift: savedGift }, after: { gift: null } },
  ])
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a name of more than 60 letters', { name: 'M'.repeat(61) }, 'name'],
  ['no phone', { phone: '' }, 'phone'],
  ['a phone of letters', { phone: 'call me maybe' }, 'phone'],
  ['a note of more than 200 letters', { note: 'M'.repeat(201) }, 'note'],
  ['no statement', { statement: '' }, 'statement'],
])('is refused with %s', async (_name, fields, field) => {
  const box = await aBox()
  expect(await give(box, fields)).toMatchObject({
    ...{ ok: false, status: 400, errors: { [field]: expect.any(String) } },
  })
  expect((await shipmentNow(testShop, box.shipment.id)).shipTo).not.toHaveProperty('gift')
})

test('takes a note of 200 letters with line breaks, and names what no slip can print', async () => {
  const box = await aBox()
  const note = `${'M'.repeat(99)}\r\n${'M'.repeat(100)}`
  expect(await give(box, { note, name: 'Lucía Ferrer' })).toMatchObject({ ok: true })
  const unprintable = async () =>
    (await nextHandover(testShop.services, '2026-11-26'))!.unprintable.filter(
      ({ number }) => number === box.shipment.number,
    )
  expect(await unprintable()).toEqual([])
  expect(await give(box, { seen: '1', name: 'Lucía Ferrer', note: 'משה' })).toMatchObject({
    ok: true,
  })
  expect(await unprintable()).toMatchObject([{ letters: ['מ', 'ש', 'ה'] }])
})

test('is one change, though the form is sent twice, and none where it is so already', async () => {
  const box = await aBox()
  const key = randomUUID()
  expect(await Promise.all([give(box, {}, key), give(box, {}, key)])).toMatchObject([
    { ok: true },
    { ok: true },
  ])
  expect(await viewed(box)).toMatchObject({ seen: 1 })
  expect(await give(box, { seen: '1' })).toMatchObject({ sentence: 'It is already set this way.' })
})

test('is given by a guest’s link, which shows neither recipient nor note', async () => {
  const box = await aBox()
  const { services, db } = testShop
  await db.execute(sql`update orders set user_id = null where id = ${box.order.id}`)
  const token = services.orderLinks.sign(box.order.id)
  const typed = { token, seen: '0', statement: 'yes', ...lucia }
  expect(await giveOrder(services, null, { ...typed, token: `${token}x` })).toMatchObject({
    status: 404,
  })
  expect(await giveOrder(services, null, typed)).toMatchObject({ ok: true })
  const own = await ownOrder(services, null, { token })
  const shown = await viewChanges(services, own!)
  expect(shown).toMatchObject({ isGift: true, gift: null })
  expect(JSON.stringify(shown)).not.toContain('Lucía')
})

test('of it and a handover at the same moment one wins, and the file agrees with the box', async () => {
  for (const box of await shipmentsTo(testShop, staff, 'CA', 60)) {
    const [given, handed] = await Promise.all([
      give(box, { name: 'Lucía Ferrer' }),
      sendHandover(testShop, staff, [box.shipment.number]),
    ])
    const { shipTo } = await shipmentNow(testShop, box.shipment.id)
    expect(shipTo!.gift?.name).toBe(given.ok ? 'Lucía Ferrer' : undefined)
    if (!handed.ok) continue
    const { id } = handed.done.handover
    const [made] = await testShop.db.select().from(handovers).where(eq(handovers.id, id))
    expect(made!.file!.toString('utf8').includes('Lucía Ferrer')).toBe(given.ok)
  }
})
