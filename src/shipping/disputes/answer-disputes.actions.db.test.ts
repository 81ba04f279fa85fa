import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { disputeEvidence, disputes, orderFlags, orders } from '#orders/order/tables.ts'
import { ProviderRefused } from '#payments/payments.ts'
import { providerClient, clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { handOver, shipmentNow, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { wholeShipmentsOf } from '../shipments/view-shipments.actions.server.ts'
import { parcels, shipments } from '../tables.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { insertEvent } from '../tracking/shipment-events.store.server.ts'
import { answerDisputes, printDisputeFile } from './answer-disputes.actions.server.ts'
import { disputeFacts } from './dispute-file.actions.server.ts'

let testShop: TestShop
let staff: StaffMember
const owner = { id: '', email: 'owner@example.com', role: 'staff', duties: ['owner'] } as const

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(async () => {
  await clearFaults()
  await testShop.close()
})

const disputedCard = '4000000000000259'

/** A disputed order whose box was handed over, with a tracking number. */
async function aDisputedOrder() {
  const member = await aMember(testShop.db, { birthdate: '1980-02-03' })
  await testShop.shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { card: disputedCard })
  await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  await recomputeReadiness(testShop.services, { orderId: order!.id })
  const [one] = await wholeShipmentsOf(testShop.services, order!.id)
  const [tracking] = await handOver(testShop, staff, [one!])
  await testShop.shop.recordAfterSale(order!.paymentIntentId!)
  const [dispute] = await testShop.db.select().from(disputes).where(eq(disputes.orderId, order!.id))
  return { order: order!, shipment: one!.shipment, tracking: tracking!, dispute: dispute! }
}

type Disputed = Awaited<ReturnType<typeof aDisputedOrder>>

async function deliver({ shipment }: Disputed) {
  const { db, services } = testShop
  const [parcel] = await db.select().from(parcels).where(eq(parcels.shipmentId, shipment.id))
  const at = services.clock().getTime()
  await db.transaction((tx) =>
    recordNews(services, tx, shipment.id, {
      events: (['shipped', 'delivered'] as const).map((kind, index) => ({
        parcelId: parcel!.id,
        at: new Date(at + index),
        source: 'carrier' as const,
        kind,
        place: 'San Francisco, CA 94110',
        ...(kind === 'delivered' && { signer: 'A RUIZ' }),
      })),
    }),
  )
  expect((await shipmentNow(testShop, shipment.id)).state).toBe('delivered')
}

const answering = () => ({
  ...testShop.services,
  settings: { ...testShop.services.settings, sendsEvidence: true },
})

const atProvider = ({ dispute }: Disputed) => providerClient().disputes.retrieve(dispute.id)

test('what is known of a disputed order is one file, for those who handle orders', async () => {
  const found = await aDisputedOrder()
  await deliver(found)
  const { order, tracking, dispute, shipment } = found
  // The buyer called to make it a gift.
  const again = { channel: 'phone' as const, at: '2026-11-05T18:00:00Z' }
  const shipTo = { ...order.shipTo!, statement: buyerStatements.gift, statementShown: again }
  await testShop.db.update(shipments).set({ shipTo }).where(eq(shipments.id, shipment.id))
  const remark = {
    shipmentId: shipment.id,
    at: new Date(),
    source: 'staff',
    text: 'was rude',
  } as const
  await testShop.db.transaction(async (tx) => {
    await insertEvent(tx, { ...remark, kind: 'note' })
    await insertEvent(tx, { ...remark, kind: 'followed-up' })
    await insertEvent(tx, { ...remark, kind: 'sent-at-risk', text: 'I accept the heat.' })
  })
  const { file } = await disputeFacts(testShop.services, dispute)
  const said = JSON.stringify(file)
  // What staff remark about a buyer is not for their bank.
  expect(said).not.toMatch(/rude|Note/)
  expect(said).toContain('"lines":["None."]')
  expect(order.shipTo!.statement).toMatch(/21 or older/)
  for (const part of [
    order.shipTo!.statement,
    buyerStatements.gift,
    'on the phone, November 5, 2026',
    '1200 Valencia Street',
    '1980-02-03',
    tracking,
    'I accept the heat.',
    'A RUIZ',
    'San Francisco, CA 94110',
  ]) {
    expect(said).toContain(part)
  }
  const asked = { number: order.number, disputeId: dispute.id }
  const { services } = testShop
  const printed = await printDisputeFile(services, owner, asked)
  expect(printed!.file.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await printDisputeFile(services, staff, asked)).toBe(null)
  const other = { ...asked, number: order.number + 1 }
  expect(await printDisputeFile(services, owner, other)).toBe(null)
})

test('nothing is sent without the setting', async () => {
  const found = await aDisputedOrder()
  await deliver(found)
  await answerDisputes(testShop.services)
  expect((await atProvider(found)).evidence_details.submission_count).toBe(0)
})

test('evidence is sent once the box is delivered, once, also when the response was lost', async () => {
  const found = await aDisputedOrder()
  await answerDisputes(answering())
  expect((await atProvider(found)).evidence_details.submission_count).toBe(0)
  await deliver(found)
  // A box that was canceled is not waited for.
  const [row] = await testShop.db
    .select()
    .from(shipments)
    .where(eq(shipments.id, found.shipment.id))
  const { id: replaces, number: _number, ...copied } = row!
  await testShop.db
    .insert(shipments)
    .values({ ...copied, kind: 'replacement', replaces, state: 'cancelled' })
  await setFault({
    match: `POST /v1/disputes/${found.dispute.id}`,
    fault: 'drop-after',
    times: 2,
  })
  await answerDisputes(answering())
  await clearFaults()
  await answerDisputes(answering())
  await answerDisputes(answering())
  const { evidence, evidence_details: details, status } = await atProvider(found)
  expect([status, details.submission_count]).toEqual(['under_review', 1])
  expect(evidence).toMatchObject({
    customer_email_address: found.order.email,
    shipping_carrier: 'UPS',
    shipping_tracking_number: found.tracking,
    shipping_address: '1200 Valencia Street, San Francisco, CA 94110',
    shipping_documentation: expect.stringMatching(/^file_/),
  })
  const [sent] = await testShop.db
    .select()
    .from(disputeEvidence)
    .where(eq(disputeEvidence.disputeId, found.dispute.id))
  expect(sent!.sentAt).not.toBeNull()
  const [dispute] = await testShop.db
    .select()
    .from(disputes)
    .where(eq(disputes.id, found.dispute.id))
  expect(dispute!.state).toBe('under-review')
})

test('what the provider has already is only noted, and what it refuses is flagged and not sent again', async () => {
  const { db, services } = testShop
  const [there, refused] = [await aDisputedOrder(), await aDisputedOrder()]
  for (const found of [there, refused]) await deliver(found)
  const submitEvidence = vi.fn<typeof services.payments.submitEvidence>(async () => {
    throw new ProviderRefused('too_late', 'It is too late.')
  })
  const hasEvidence = async (id: string) => id === there.dispute.id
  const payments = { ...services.payments, hasEvidence, submitEvidence }
  for (const _ of [1, 2]) await answerDisputes({ ...answering(), payments })
  expect(submitEvidence.mock.calls.map(([id]) => id)).toEqual([refused.dispute.id])
  const answerTo = async ({ dispute }: Disputed) =>
    (await db.select().from(disputeEvidence).where(eq(disputeEvidence.disputeId, dispute.id)))[0]
  expect(await answerTo(there)).toMatchObject({ sentAt: expect.any(Date), failure: null })
  expect(await answerTo(refused)).toMatchObject({ sentAt: null, failure: 'It is too late.' })
  const flags = await db.select().from(orderFlags).where(eq(orderFlags.reason, 'evidence-refused'))
  expect(flags).toMatchObject([{ orderId: refused.order.id, source: refused.dispute.id }])
})

test('evidence is sent two days before the deadline, also of a box that is still on its way', async () => {
  const found = await aDisputedOrder()
  const day = 24 * 60 * 60_000
  const later = new Date(found.dispute.respondBy!.getTime() - 1.5 * day)
  await answerDisputes({ ...answering(), clock: () => later })
  expect((await atProvider(found)).evidence_details.submission_count).toBe(1)
})

test('evidence is sent where the bank names no deadline, and not after one', async () => {
  const { db, services } = testShop
  const [without, over] = [await aDisputedOrder(), await aDisputedOrder()]
  const sentBy = async (found: Disputed, respondBy: Date | null) => {
    await deliver(found)
    await db.update(disputes).set({ respondBy }).where(eq(disputes.id, found.dispute.id))
    await answerDisputes(answering())
    return (await atProvider(found)).evidence_details.submission_count
  }
  expect(await sentBy(over, new Date(services.clock().getTime() - 1_000))).toBe(0)
  expect(await sentBy(without, null)).toBe(1)
})
