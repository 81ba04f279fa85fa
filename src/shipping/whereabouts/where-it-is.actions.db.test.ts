import { randomUUID } from 'node:crypto'

import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import { orderFlags, orders } from '#orders/order/tables.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { payAt } from '#tests/harness/provider.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  eventsNow,
  ever,
  handOver,
  shipmentNow,
  shipmentsTo,
  shippingStaff,
} from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { afterChange } from '#tests/harness/waiting-for-locks.ts'

import { saveClaim } from '../claims/claims.actions.server.ts'
import { claimOf } from '../claims/claims.store.server.ts'
import { recentHandovers } from '../handover/handovers.store.server.ts'
import { printPackingSlips } from '../handover/print-papers.actions.server.ts'
import * as slipsPdf from '../handover/slips-pdf.route.ts'
import { placeHold, sendAtRisk } from '../holds/holds.actions.server.ts'
import { holdReasons } from '../holds/holds.rules.ts'
import { takeInOrders } from '../overview/overview.actions.server.ts'
import { choosePickup, offeredSlots } from '../pickup/choose-pickup.actions.server.ts'
import { markCollected, markMissed, proposePickup } from '../pickup/mark-pickup.actions.server.ts'
import { savePickupPlace } from '../pickup/pickup-places.actions.server.ts'
import * as pickupsPdf from '../pickup/pickups-pdf.route.ts'
import { pickups } from '../pickup/tables.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { shipmentHolds, shipments } from '../tables.ts'
import { choiceCopy } from './where-it-is.copy.ts'

let testShop: TestShop
let staff: StaffMember
const member = { id: randomUUID(), email: 'member@example.com', role: 'member' } as const

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

/** A guest's paid order. */
async function aGuestOrder(isPickup = false) {
  const email = `${randomUUID()}@example.com`
  const started = await testShop.shop.startOffer(
    { viewer: null, token: randomUUID(), address: randomUUID() },
    {
      productId: 'malbec-2022',
      quantity: 1,
      shipTo: {
        ...noAddress,
        isPickup,
        name: 'Eva Marsh',
        email,
        phone: '5125550123',
        birthdate: '1980-02-03',
        address: isPickup ? '' : '400 Congress Ave',
        city: isPickup ? '' : 'Austin',
        state: isPickup ? '' : 'TX',
        zipCode: isPickup ? '' : '78701',
      },
    },
  )
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email })
  const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
  await testShop.shop.recordPayment(sessionId)
  const [order] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return { order: order!, token: testShop.services.orderLinks.sign(order!.id) }
}

const shipmentOf = async (orderId: string) =>
  (await testShop.db.select().from(shipments).where(eq(shipments.orderId, orderId)))[0]!

const seenBy = async (buyer: { id: string }, number: number) =>
  (await testShop.shop.viewOrder(buyer, number))!.shipments
const seenByGuest = async (token: string) => (await testShop.shop.viewGuestOrder(token))!.shipments

describe('while nothing is shipped from here', () => {
  test('no page of an order says where it is', async () => {
    const { token } = await aGuestOrder()
    expect(await seenByGuest(token)).toEqual([])
    const buyer = await aMember(testShop.db)
    const { orders: history } = await testShop.shop.orderHistory(buyer, 1)
    expect(history).toEqual([])
    staff = await shippingStaff(testShop)
  })
})

describe('where an order is', () => {
  test('is told from the payment to the delivery, in steps and events', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'CA', 1)
    const { order, shipment } = made!
    const buyer = { id: order.userId! }
    await recomputeReadiness(testShop.services, { ids: [shipment.id] })
    const [ready] = await seenBy(buyer, order.number)
    expect(ready).toMatchObject({ next: { kind: 'leaves-soon' }, needsSignature: true })
    await handOver(testShop, staff, [made!])
    const [shipped] = await seenBy(buyer, order.number)
    expect(shipped!.parcels).toMatchObject([
      { carrier: 'ups', url: expect.stringContaining('ups.com') },
    ])
    expect(shipped!.events.map(({ kind }) => kind)).toContain('handed-over')
    const { orders: history } = await testShop.shop.orderHistory(buyer, 1)
    expect(history[0]!.next).toEqual(shipped!.next)
    await testShop.db
      .update(shipments)
      .set({ state: 'delivered', deliveredAt: new Date(), signedBy: 'A. Ruiz' })
      .where(eq(shipments.id, shipment.id))
    const { orders: later } = await testShop.shop.orderHistory(buyer, 1)
    expect(later).toMatchObject([{ next: { kind: 'delivered' } }])
    expect(await seenBy(buyer, order.number)).toMatchObject([{ signedBy: 'A. Ruiz' }])
    await testShop.db
      .update(shipments)
      .set({ state: 'returned' })
      .where(eq(shipments.id, shipment.id))
    expect(await seenBy(buyer, order.number)).toMatchObject([{ signedBy: null }])
    expect(JSON.stringify(shipped)).not.toContain(staff.email)
  })

  test('begins when the order was received, though its shipment was made later', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'CA', 1)
    const { order } = made!
    const createdAt = new Date('2026-10-05T17:00Z')
    await testShop.db.update(orders).set({ createdAt }).where(eq(orders.id, order.id))
    const [box] = await seenBy({ id: order.userId! }, order.number)
    expect(box!.events.find(({ kind }) => kind === 'created')!.at).toEqual(createdAt)
  })

  test('promises no last day that is over', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'CA', 1)
    const { order, shipment } = made!
    const seen = async (change: Partial<typeof shipments.$inferInsert>) => {
      await testShop.db.update(shipments).set(change).where(eq(shipments.id, shipment.id))
      return (await seenBy({ id: order.userId! }, order.number))[0]!
    }
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)
    const kept = { state: 'at-depot', depotUntil: daysAgo(0) } as const
    expect((await seen(kept)).next.kind).toBe('fetch-until')
    expect((await seen({ depotUntil: daysAgo(1) })).next.kind).toBe('kept-over')
    const returned = { state: 'returned', returnedAt: daysAgo(14) } as const
    expect((await seen(returned)).returned!.answerBy).toEqual(expect.any(Date))
    expect((await seen({ returnedAt: daysAgo(15) })).returned!.answerBy).toBeNull()
  })

  test('is said of a box to be replaced where that very box was', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'CA', 1)
    const { order, shipment } = made!
    const box = { orderId: order.id, method: 'ground', toState: 'CA', toZip: '94110' } as const
    await testShop.db
      .update(shipments)
      .set({ state: 'lost', waitsFor: null })
      .where(eq(shipments.id, shipment.id))
    const [damaged] = await testShop.db
      .insert(shipments)
      .values({ ...box, kind: 'split', state: 'damaged' })
      .returning()
    await testShop.db
      .insert(shipments)
      .values({ ...box, kind: 'replacement', state: 'waiting', replaces: damaged!.id })
    const seen = await seenBy({ id: order.userId! }, order.number)
    expect(seen.map(({ kind, isReplaced }) => [kind, isReplaced])).toEqual([
      ['first', false],
      ['split', true],
      ['replacement', false],
    ])
  })

  test('is nobody else’s to see', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'CA', 1)
    const other = await aMember(testShop.db)
    expect(await testShop.shop.viewOrder(other, made!.order.number)).toBeNull()
    const form = { shipmentId: made!.shipment.id, isAccepted: true }
    const buyer = { userId: other.id, number: made!.order.number }
    expect(await sendAtRisk(testShop.services, buyer, form)).toEqual({ ok: false, reason: 'gone' })
  })

  test('a guest’s link shows that order alone, without names, until it ends', async () => {
    const { order, token } = await aGuestOrder()
    const shipment = await shipmentOf(order.id)
    await testShop.db
      .update(shipments)
      .set({ state: 'delivered', waitsFor: null, deliveredAt: new Date(), signedBy: 'E. Marsh' })
      .where(eq(shipments.id, shipment.id))
    const seen = await testShop.shop.viewGuestOrder(token)
    expect(seen!.shipments).toMatchObject([{ next: { kind: 'delivered' }, signedBy: null }])
    expect(JSON.stringify(seen)).not.toMatch(/Marsh|Congress|78701/)
    expect(await testShop.shop.viewGuestOrder(`${token}x`)).toBeNull()
    const form = { shipmentId: (await shipmentsTo(testShop, staff, 'CA', 1))[0]!.shipment.id }
    expect(await choosePickup(testShop.services, { token }, { ...form, slot: 'a|b' })).toEqual({
      ok: false,
      reason: 'gone',
    })
    await testShop.db
      .update(orders)
      .set({ createdAt: new Date(Date.now() - 121 * 24 * 60 * 60_000) })
      .where(eq(orders.id, order.id))
    expect(await testShop.shop.viewGuestOrder(token)).toBeNull()
    const late = { shipmentId: shipment.id, isAccepted: true }
    expect(await sendAtRisk(testShop.services, { token }, late)).toEqual({
      ok: false,
      reason: 'gone',
    })
  })
})

describe('packing slips', () => {
  test('are those of a handover, in the order of its file, for staff alone', async () => {
    const made = await shipmentsTo(testShop, staff, 'CA', 3)
    await handOver(testShop, staff, made)
    const { db, services } = testShop
    const [handover] = await recentHandovers(db, 1)
    const asked = { handoverId: handover!.id, part: 1 }
    const printed = await printPackingSlips(services, asked)
    expect(printed!.file.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(3)
    expect(await printPackingSlips(services, { ...asked, part: 2 })).toBe(null)
    const other = { ...asked, handoverId: randomUUID() }
    expect(await printPackingSlips(services, other)).toBe(null)
    for (const route of [slipsPdf, pickupsPdf]) expect(route.middleware).toEqual([requireStaff])
  })
})

const today = () => shopDates('America/Los_Angeles').isoDay(testShop.services.clock())

describe('a claim', () => {
  test('is recorded for a lost or damaged box alone, once, and paid later', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'CA', 1)
    const { number, id } = made!.shipment
    const typed = { claimNumber: 'C-1', amount: '', paidOn: '', refusedOn: '', refusal: '' }
    const save = (change: object, who: object = staff) =>
      saveClaim(testShop.services, who as StaffMember, { number, ...typed, ...change })
    const wrongState = 'This shipment is no longer lost or damaged. Nothing was saved.'
    expect(await save({})).toMatchObject({ ok: false, status: 409, sentence: wrongState })
    await testShop.db
      .update(shipments)
      .set({ state: 'lost', waitsFor: null })
      .where(eq(shipments.id, id))
    expect(await save({}, member)).toMatchObject({ ok: false, status: 403 })
    expect(await save({ number: 999_999 })).toMatchObject({ ok: false, status: 404 })
    const paid = { amount: '500.00', paidOn: today() }
    expect(await save({ ...paid, amount: 'x' })).toMatchObject({
      status: 400,
      errors: { amount: 'Dollars and cents, please, such as 12.50' },
    })
    const elsewhere = {
      ok: false,
      status: 409,
      sentence: expect.stringMatching(/^This was saved elsewhere/),
    }
    expect(await save({})).toMatchObject({ ok: true })
    expect(await save({})).toMatchObject(elsewhere)
    const both = await Promise.all([save({ version: 1, ...paid }), save({ version: 1, ...paid })])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await save({ version: 1, ...paid })).toMatchObject(elsewhere)
    const claim = await claimOf(testShop.db, id)
    expect(claim).toMatchObject({ amountCents: 50_000, paidOn: today(), version: 2 })
    expect((await eventsNow(testShop, id)).filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
  })

  test('that the carrier refused is over, with its reason, and can be opened again', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'CA', 1)
    const { number, id } = made!.shipment
    await testShop.db
      .update(shipments)
      .set({ state: 'lost', waitsFor: null })
      .where(eq(shipments.id, id))
    const typed = { claimNumber: 'C-2', amount: '450.00', paidOn: '', refusedOn: '', refusal: '' }
    const save = (version: number | null, change: object) =>
      saveClaim(testShop.services, staff, { number, version, ...typed, ...change })
    expect(await save(null, {})).toMatchObject({ ok: true })
    const claimed = async () =>
      (await eventsNow(testShop, id)).filter(({ kind }) => kind === 'claimed').length
    expect(await claimed()).toBe(1)
    const refused = { refusedOn: today(), refusal: 'Packed too thinly' }
    expect(await save(1, { ...refused, paidOn: today() })).toMatchObject({
      errors: {
        refusedOn:
          'A day since the order was placed, none in the future, and none on which it was paid, please',
      },
    })
    expect(await save(1, refused)).toMatchObject({ ok: true })
    expect(await claimed()).toBe(1)
    expect(await claimOf(testShop.db, id)).toMatchObject({
      ...refused,
      paidOn: null,
      closedAt: expect.any(Date),
    })
    const [entry] = await testShop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(desc(auditLog.id))
    expect(entry).toMatchObject({ action: 'claim-saved', after: refused })
    expect(await save(2, {})).toMatchObject({ ok: true })
    expect(await claimOf(testShop.db, id)).toMatchObject({ refusedOn: null, closedAt: null })
  })
})

describe('a hold for the weather', () => {
  async function holdArizona() {
    const hold = { places: 'AZ', reason: 'weather', from: '2026-01-02' }
    const placed = await placeHold(testShop.services, staff, hold, { key: randomUUID() })
    expect(placed).toMatchObject({ ok: true })
  }

  test('ends for a buyer who takes the risk, once, with the words they read', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'AZ', 1)
    const { order, shipment } = made!
    await holdArizona()
    const buyer = { userId: order.userId!, number: order.number }
    const [held] = await seenBy({ id: buyer.userId }, order.number)
    expect(held).toMatchObject({
      mayRiskWeather: true,
      next: { kind: 'held', short: 'Held here for now' },
    })
    const send = (isAccepted: boolean) =>
      sendAtRisk(testShop.services, buyer, { shipmentId: shipment.id, isAccepted })
    expect(await send(false)).toEqual({ ok: false, reason: 'missing' })
    expect(await send(true)).toEqual({ ok: true })
    expect(await send(true)).toEqual({ ok: false, reason: 'late' })
    expect(await shipmentNow(testShop, shipment.id)).toMatchObject({ state: 'ready' })
    const risks = (await eventsNow(testShop, shipment.id)).filter(
      ({ kind }) => kind === 'sent-at-risk',
    )
    expect(risks).toMatchObject([{ source: 'customer', text: choiceCopy.weather.wording }])
  })

  test('is not ended for a box that is canceled meanwhile', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'AZ', 1)
    const { order, shipment } = made!
    await holdArizona()
    const buyer = { userId: order.userId!, number: order.number }
    const sent = await afterChange(
      testShop.db,
      (tx) =>
        tx
          .update(shipments)
          .set({ state: 'cancelled', waitsFor: null, heldBy: null })
          .where(eq(shipments.id, shipment.id)),
      () => sendAtRisk(testShop.services, buyer, { shipmentId: shipment.id, isAccepted: true }),
    )
    expect(sent).toEqual({ ok: false, reason: 'late' })
    const events = await eventsNow(testShop, shipment.id)
    expect(events.map(({ kind }) => kind)).not.toContain('sent-at-risk')
  })

  test('alone is the buyer’s to end, not one for another reason', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'AZ', 1)
    const { order, shipment } = made!
    await holdArizona()
    const buyer = { userId: order.userId!, number: order.number }
    const form = { shipmentId: shipment.id, isAccepted: true }
    const held = await shipmentNow(testShop, shipment.id)
    expect(held!.heldBy).not.toBeNull()
    for (const reason of holdReasons.filter((one) => one !== 'weather')) {
      await testShop.db
        .update(shipmentHolds)
        .set({ reason })
        .where(eq(shipmentHolds.id, held!.heldBy!))
      expect(await sendAtRisk(testShop.services, buyer, form), reason).toEqual({
        ok: false,
        reason: 'late',
      })
    }
    expect(await shipmentNow(testShop, shipment.id)).toMatchObject({
      state: 'waiting',
      heldBy: held!.heldBy,
    })
  })
})

describe('a pickup', () => {
  const flagged = { status: 409, sentence: expect.stringContaining('has an open flag') as string }
  const place = {
    name: 'Warehouse',
    address: '1 Cellar Road, Napa, CA 94558',
    ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [`starts-${day}`, '16:00 16:30'])),
    open: 'yes',
  }

  test('is at places that staff set, with at most five of them', async () => {
    const save = (change: object, who: object = staff) =>
      savePickupPlace(testShop.services, who as StaffMember, { ...place, ...change })
    expect(await save({}, member)).toMatchObject({ status: 403 })
    expect(await save({ 'starts-1': '25:00' })).toMatchObject({
      errors: { 'starts-1': expect.stringMatching(/^Hours such as 16:00/) },
    })
    expect(await save({ name: '' })).toMatchObject({
      errors: { name: 'A name of 2 to 60 letters, please' },
    })
    expect(await save({})).toMatchObject({ ok: true })
    expect(await save({})).toMatchObject({ errors: { name: 'Another place has this name.' } })
  })

  test('is agreed on a free slot; a taken one says so, also to two at once', async () => {
    const [first, second] = [await aGuestOrder(true), await aGuestOrder(true)]
    await takeInOrders(testShop.services, staff, { since: ever })
    await recomputeReadiness(testShop.services)
    const [seen] = await seenByGuest(first.token)
    expect(seen).toMatchObject({ isPickup: true, needsSignature: false })
    const { key } = seen!.slots![0]!
    const choose = async ({ order, token }: typeof first, slot: string) =>
      choosePickup(
        testShop.services,
        { token },
        { shipmentId: (await shipmentOf(order.id)).id, slot },
      )
    expect(await choose(first, '')).toEqual({ ok: false, reason: 'missing' })
    const both = await Promise.all([choose(first, key), choose(second, key)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'taken' })
    const [winner, loser] = both[0]!.ok ? [first, second] : [second, first]
    // The same form once more is the same appointment.
    expect(await choose(winner, key)).toEqual({ ok: true })
    expect(await emailsTo(testShop, winner.order.email, 'pickup-agreed')).toHaveLength(1)
    expect((await seenByGuest(loser.token))[0]!.slots!.map((slot) => slot.key)).not.toContain(key)
    const other = (await seenByGuest(loser.token))[0]!.slots![0]!.key
    // Two presses at once are one appointment.
    const presses = [choose(loser, other), choose(loser, other)]
    expect(await Promise.all(presses)).toEqual([{ ok: true }, { ok: true }])
    expect(await emailsTo(testShop, loser.order.email, 'pickup-agreed')).toHaveLength(1)
    // Another time gives the first one back.
    const third = (await seenByGuest(winner.token))[0]!.slots![0]!.key
    expect(await choose(winner, third)).toEqual({ ok: true })
    expect((await seenByGuest(loser.token))[0]!.slots!.map((slot) => slot.key)).toContain(key)
    expect((await seenByGuest(winner.token))[0]).toMatchObject({
      state: 'agreed',
      place: { name: 'Warehouse' },
    })
  })

  test('is collected only by a person whose document was seen', async () => {
    const { order, token } = await aGuestOrder(true)
    await recomputeReadiness(testShop.services)
    const shipment = await shipmentOf(order.id)
    const slot = (await seenByGuest(token))[0]!.slots![0]!.key
    await choosePickup(testShop.services, { token }, { shipmentId: shipment.id, slot })
    const mark = (change: object, who: object = staff) =>
      markCollected(testShop.services, who as StaffMember, {
        number: shipment.number,
        checked: 'yes',
        document: 'passport',
        ...change,
      })
    const unchecked = { sentence: expect.stringMatching(/^Check that you have seen the ID/) }
    expect(await mark({}, member)).toMatchObject({ status: 403 })
    expect(await mark({ checked: undefined })).toMatchObject(unchecked)
    expect(await mark({ document: 'X1234567' })).toMatchObject(unchecked)
    expect(await mark({ number: 999_999 })).toMatchObject({ status: 404 })
    await testShop.db.insert(orderFlags).values({ orderId: order.id, reason: 'disputed' })
    expect(await mark({})).toMatchObject(flagged)
    await testShop.db.delete(orderFlags).where(eq(orderFlags.orderId, order.id))
    expect(await mark({})).toMatchObject({ ok: true })
    expect(await mark({})).toMatchObject({ ok: true })
    const events = await eventsNow(testShop, shipment.id)
    expect(events.filter(({ kind }) => kind === 'collected')).toHaveLength(1)
    const [row] = await testShop.db
      .select()
      .from(pickups)
      .where(eq(pickups.shipmentId, shipment.id))
    expect(row).toMatchObject({ state: 'collected', checkedBy: staff.email, document: 'passport' })
    expect((await seenByGuest(token))[0]).toMatchObject({ next: { kind: 'collected' } })
    // Pressed on a page of before, with a time that is free and one that is over.
    const free = (await offeredSlots(testShop.db, testShop.services))[0]!.key
    const over = `${free.split('|')[0]}|2026-01-05T16:00:00.000Z`
    for (const pressed of [free, over]) {
      expect(
        await choosePickup(
          testShop.services,
          { token },
          { shipmentId: shipment.id, slot: pressed },
        ),
      ).toEqual({ ok: false, reason: 'late' })
    }
  })

  test('missed gets two proposals, and the second time a person', async () => {
    const { order, token } = await aGuestOrder(true)
    await recomputeReadiness(testShop.services)
    const shipment = await shipmentOf(order.id)
    const miss = async () => {
      const slot = (await seenByGuest(token))[0]!.slots![0]!.key
      await choosePickup(testShop.services, { token }, { shipmentId: shipment.id, slot })
      const { number } = shipment
      expect(await markMissed(testShop.services, staff, { number })).toMatchObject({
        sentence: 'The appointment has not begun yet. Nothing was saved.',
      })
      await testShop.db
        .update(pickups)
        .set({ from: new Date(Date.now() - 60_000 * Math.ceil(Math.random() * 1e6)) })
        .where(eq(pickups.shipmentId, shipment.id))
      expect(await markMissed(testShop.services, staff, { number })).toMatchObject({ ok: true })
    }
    await miss()
    const [seen] = await seenByGuest(token)
    expect(seen!.state).toBe('ready')
    expect(seen!.slots!.filter(({ isProposed }) => isProposed)).toHaveLength(2)
    const [first, second] = await emailsTo(testShop, order.email, 'pickup-ready')
    expect(first!.props).not.toHaveProperty('proposals')
    const { weekday, time } = shopDates(testShop.services.settings.timeZone)
    const proposed = seen!.slots!.filter(({ isProposed }) => isProposed)
    expect(second!.props).toMatchObject({
      isMissed: true,
      proposals: proposed.map(
        ({ from, place: name }) => `${weekday(from)}, ${time(from)}, ${name}`,
      ),
    })
    expect(await openFlagsOf(testShop.db, order.id)).toEqual([])
    await miss()
    expect((await seenByGuest(token))[0]).toMatchObject({ state: 'missed', slots: null })
    expect(await openFlagsOf(testShop.db, order.id)).toMatchObject([{ reason: 'pickup-missed' }])
    const { number } = shipment
    const propose = () => proposePickup(testShop.services, staff, { number })
    await testShop.db.insert(orderFlags).values({ orderId: order.id, reason: 'disputed' })
    expect(await propose()).toMatchObject(flagged)
    await testShop.db.delete(orderFlags).where(eq(orderFlags.reason, 'disputed'))
    expect(await propose()).toMatchObject({ ok: true })
    expect(await openFlagsOf(testShop.db, order.id)).toEqual([])
    // What the email leads to stays there to be chosen.
    await recomputeReadiness(testShop.services)
    expect((await seenByGuest(token))[0]!.state).toBe('ready')
    expect((await seenByGuest(token))[0]!.slots).not.toEqual([])
  })

  test('is collected without an appointment, before it, and after it was missed', async () => {
    const collect = (number: number) =>
      markCollected(testShop.services, staff, { number, checked: 'yes', document: 'state-id' })
    const ready = await aGuestOrder(true)
    const early = await aGuestOrder(true)
    const late = await aGuestOrder(true)
    await recomputeReadiness(testShop.services)
    const numberOf = async ({ order }: typeof ready) => (await shipmentOf(order.id)).number
    const [first, second] = (await seenByGuest(early.token))[0]!.slots!
    for (const [{ token, order }, slot] of [
      [early, first!.key],
      [late, second!.key],
    ] as const) {
      const { id: shipmentId } = await shipmentOf(order.id)
      await choosePickup(testShop.services, { token }, { shipmentId, slot })
    }
    expect(await collect(await numberOf(ready))).toMatchObject({ ok: true })
    expect(await collect(await numberOf(early))).toMatchObject({ ok: true })
    // The time of who came earlier is free again.
    const { id: lateId, number: lateNumber } = await shipmentOf(late.order.id)
    expect((await seenByGuest(late.token))[0]!.slots!.map(({ key }) => key)).toContain(first!.key)
    await testShop.db
      .update(pickups)
      .set({ from: new Date(Date.now() - 8_000_000) })
      .where(eq(pickups.shipmentId, lateId))
    await testShop.db.insert(pickups).values({
      ...{ shipmentId: lateId, placeId: first!.placeId, state: 'missed' },
      from: new Date(Date.now() - 90_000_000),
      until: new Date(Date.now() - 88_000_000),
    })
    expect(await markMissed(testShop.services, staff, { number: lateNumber })).toMatchObject({
      said: {
        sentence: `S-${lateNumber} was missed. Please call the buyer, then propose times.`,
      },
    })
    expect(await collect(lateNumber)).toMatchObject({ ok: true })
    expect(await openFlagsOf(testShop.db, late.order.id)).toEqual([])
    for (const { order } of [ready, early, late]) {
      const shipment = await shipmentOf(order.id)
      expect(shipment.state).toBe('collected')
      const rows = await testShop.db
        .select()
        .from(pickups)
        .where(eq(pickups.shipmentId, shipment.id))
      expect(rows.filter(({ state }) => state !== 'missed')).toMatchObject([
        { state: 'collected', checkedBy: staff.email, document: 'state-id' },
      ])
    }
  })

  test('of a box that is shipped is refused', async () => {
    const { order, token } = await aGuestOrder()
    await recomputeReadiness(testShop.services)
    const { number, id } = await shipmentOf(order.id)
    const [slot] = await offeredSlots(testShop.db, testShop.services)
    expect(
      await choosePickup(testShop.services, { token }, { shipmentId: id, slot: slot!.key }),
    ).toEqual({ ok: false, reason: 'late' })
    expect(
      await markCollected(testShop.services, staff, {
        number,
        checked: 'yes',
        document: 'passport',
      }),
    ).toMatchObject({ status: 409 })
    expect(await shipmentNow(testShop, id)).toMatchObject({ state: 'ready' })
  })

  test('missed while the payment is disputed proposes nothing, and staff call', async () => {
    const { order, token } = await aGuestOrder(true)
    await recomputeReadiness(testShop.services)
    const shipment = await shipmentOf(order.id)
    const slot = (await seenByGuest(token))[0]!.slots![0]!.key
    await choosePickup(testShop.services, { token }, { shipmentId: shipment.id, slot })
    await testShop.db.insert(orderFlags).values({ orderId: order.id, reason: 'disputed' })
    await testShop.db
      .update(pickups)
      .set({ from: new Date(Date.now() - 7_000_000) })
      .where(eq(pickups.shipmentId, shipment.id))
    const { number } = shipment
    expect(await markMissed(testShop.services, staff, { number })).toMatchObject({ ok: true })
    expect(await shipmentNow(testShop, shipment.id)).toMatchObject({ state: 'missed' })
    expect(await emailsTo(testShop, order.email, 'pickup-ready')).toHaveLength(1)
    const flags = await openFlagsOf(testShop.db, order.id)
    expect(flags.map(({ reason }) => reason)).toEqual(['disputed', 'pickup-missed'])
  })
})
