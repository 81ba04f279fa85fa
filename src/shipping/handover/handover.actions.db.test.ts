import { createHash, randomUUID } from 'node:crypto'

import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { openFlagsOf, raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import { orderLines, orders, refunds } from '#orders/order/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { beginningOf } from '#platform/text/typed-hour.rules.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { payAt } from '#tests/harness/provider.ts'
import { askRefund } from '#tests/harness/refunds.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import {
  emailsTo,
  ever,
  eventsNow,
  sendHandover,
  shipmentNow,
  shipmentsTo,
} from '#tests/harness/shipping.ts'
import { countStatements } from '#tests/harness/statements.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { winesIn } from '../emails/shipment-mails.store.server.ts'
import { endHold, holdShipment, placeHold, previewHold } from '../holds/holds.actions.server.ts'
import { lockHandovers, openHolds, ownHoldsOf } from '../holds/holds.store.server.ts'
import { beginShipping, countOrders, takeInOrders } from '../overview/overview.actions.server.ts'
import type { PackingSlip } from '../papers/packing-papers.ts'
import { isHeldBy } from '../readiness/readiness.store.server.ts'
import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { followRefunds } from '../returns/follow-refund.actions.server.ts'
import { shipmentLinesOf } from '../shipments/shipments.store.server.ts'
import { viewShipment, viewShipments } from '../shipments/view-shipments.actions.server.ts'
import { shipmentHolds, shipmentLines, shipments, shippingSettings } from '../tables.ts'
import { loader as loadFile } from './handover-file.route.ts'
import { deleteOldHandoverFiles, nextHandover, undoHandover } from './handovers.actions.server.ts'
import { handoverFile, handoverOf, makersOfHandovers } from './handovers.store.server.ts'
import { packedShipments } from './packed-shipments.store.server.ts'
import { printPackingSlips } from './print-papers.actions.server.ts'
import { loader as loadSlips } from './slips-pdf.route.ts'
import { handoverShipments, handovers, shipperProfiles } from './tables.ts'

let testShop: TestShop
let staff: StaffMember
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  staff = { ...(await aMember(testShop.db)), role: 'staff', duties: ['owner'] }
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, wine, 1_000))

async function buy(quantity = 1) {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email: member.email })
  const session = /cs_[^/?#]+/.exec(started.url)![0]
  await Promise.all([testShop.shop.recordPayment(session), testShop.shop.recordPayment(session)])
  return (await testShop.db.select().from(orders).where(eq(orders.userId, member.id)))[0]!
}

/** The calendar day in the shop's time zone. */
const shopDay = (at: Date) => shopDates(testShop.services.settings.timeZone).isoDay(at)

const shipmentsOfOrder = (orderId: string) =>
  testShop.db.select().from(shipments).where(eq(shipments.orderId, orderId))

const handOver = (numbers: number[], key?: string) => sendHandover(testShop, staff, numbers, key)

const changed = (...numbers: (number | string)[]) => ({
  status: 409,
  sentence: `Nothing was handed over: ${numbers
    .map((one) => (typeof one === 'number' ? `S-${one}` : one))
    .join(', ')} changed in the meantime.`,
})

const fileOf = async (id: string) => (await handoverFile(testShop.db, id))!.file

/** An order with so many shipments: one that is ready, the others in that state. */
async function manyShipments(state: 'waiting' | 'ready', count: number) {
  const [one] = await shipmentsTo(testShop, staff, 'CA', 1)
  const { id, orderId } = one!.shipment
  // In steps: a statement ends in time also on a busy machine.
  for (let left = count - 1; left > 0; left -= 500) {
    await testShop.db.execute(sql`
      with made as (
        insert into shipments (order_id, kind, state, method, ship_to, to_state, to_zip)
        select order_id, 'replacement', ${state}, method, ship_to, to_state, to_zip
        from shipments, generate_series(1, ${Math.min(left, 500)}::int) where id = ${id}
        returning id, order_id)
      insert into shipment_lines (shipment_id, product_id, units)
      select made.id, line.product_id, 1 from made join order_lines as line using (order_id)`)
  }
  return { orderId, numbers: (await shipmentsOfOrder(orderId)).map(({ number }) => number) }
}

const packedNow = async (number: number) =>
  (await packedShipments(testShop.services, { numbers: [number] }, '2026-11-20'))[0]!

describe('fulfilment', () => {
  test('is off until staff begin: an order gets no shipment', async () => {
    const order = await buy()
    expect(await shipmentsOfOrder(order.id)).toEqual([])
    await recomputeReadiness(testShop.services)
    expect(await takeInOrders(testShop.services, staff, { since: ever })).toMatchObject({
      status: 404,
    })
    expect(await testShop.db.select().from(shippingSettings)).toEqual([])
  })

  test('begun twice is begun once', async () => {
    const begin = () => beginShipping(testShop.services, staff, {})
    expect(await begin()).toMatchObject({ ok: true, done: { isNew: true } })
    expect(await begin()).toMatchObject({ ok: true, done: { isNew: false } })
  })

  test('gives a booked order one shipment, and an earlier one when it is taken in', async () => {
    const order = await buy()
    const [shipment, ...others] = await shipmentsOfOrder(order.id)
    expect(others).toEqual([])
    expect(shipment).toMatchObject({
      kind: 'first',
      state: 'waiting',
      method: 'ground',
      toState: 'CA',
      toZip: '94110',
    })
    const counted = await countOrders(testShop.services, staff, { since: ever })
    expect(counted).toMatchObject({ done: { since: ever, count: 1 } })
    expect(await takeInOrders(testShop.services, staff, { since: ever, counted: 0 })).toMatchObject(
      {
        sentence: 'There are more orders now. Nothing was taken in; please count them again.',
      },
    )
    const takeIn = () => takeInOrders(testShop.services, staff, { since: ever })
    expect(await takeIn()).toMatchObject({ said: { sentence: '1 order was taken in.' } })
    expect(await takeIn()).toMatchObject({ said: { sentence: '0 orders were taken in.' } })
    expect((await shipmentNow(testShop, shipment!.id)).state).toBe('ready')
  })
})

describe('a handover', () => {
  test('of 50 hands over all, once, and its file is the same when it is read again', async () => {
    const all = await shipmentsTo(testShop, staff, 'CA', 50)
    const numbers = all.map(({ shipment }) => shipment.number)
    const key = randomUUID()
    const made = await handOver(numbers, key)
    const second = await handOver(numbers, key)
    if (!made.ok || !second.ok) throw new Error('refused')
    const { handover } = made.done
    expect(second).toMatchObject({ done: { handover, isNew: false }, said: { tone: 'info' } })
    const file = await fileOf(handover.id)
    expect(createHash('sha256').update(file!).digest('hex')).toBe(handover.sha256)
    const lines = file!.toString('utf8').trim().split('\r\n')
    expect(lines).toHaveLength(51)
    expect(lines[1]).toContain('signature of a person 21 or older required for delivery')
    const states = await testShop.db
      .select()
      .from(shipments)
      .where(eq(shipments.state, 'handed-over'))
    expect(states).toHaveLength(50)
    // Its file is kept for 400 days, what it was always.
    testShop.pass(399 * 24 * 60)
    await deleteOldHandoverFiles(testShop.services)
    expect(await fileOf(handover.id)).toEqual(file)
    testShop.pass(2 * 24 * 60)
    await deleteOldHandoverFiles(testShop.services)
    expect(await fileOf(handover.id)).toBe(null)
    testShop.pass(-401 * 24 * 60)
    const [first] = all
    const kinds = (await eventsNow(testShop, first!.shipment.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['created', 'ready', 'handed-over'])
  })

  test('is a file of its day in the shop’s time zone, as it was made or for a spreadsheet', async () => {
    const [one] = await shipmentsTo(testShop, staff, 'CA', 1)
    const made = await handOver([one!.shipment.number])
    if (!made.ok) throw new Error('refused')
    const { id, number } = made.done.handover
    // Half past ten in the evening in Los Angeles.
    const madeAt = new Date('2026-11-21T06:30:00Z')
    await testShop.db.update(handovers).set({ madeAt }).where(eq(handovers.id, id))
    const file = (of: string, query = '') =>
      loadedBy(testShop, staff)<Response>(loadFile, { params: { id: of }, query })
    const named = ({ headers }: Response) => headers.get('content-disposition')
    const [asMade, asSheet] = [await file(id), await file(id, 'for=spreadsheet')]
    const [who] = staff.email.split('@')
    expect(named(asMade)).toBe(
      `attachment; filename="kohue-handover-${number}-2026-11-20-${who}.csv"`,
    )
    expect(named(asSheet)).toBe(
      `attachment; filename="kohue-handover-${number}-spreadsheet-2026-11-20-${who}.csv"`,
    )
    const bytes = Buffer.from(await asMade.arrayBuffer())
    expect(bytes).toEqual(await fileOf(id))
    const sheet = Buffer.from(await asSheet.arrayBuffer()).toString('utf8')
    expect(sheet).toBe(`\uFEFF${bytes.toString('utf8')}`)
    expect(await file(randomUUID())).toBe(404)
    // Each time that somebody takes it is in the log.
    const taken = await testShop.db
      .select({ by: auditLog.actorEmail, of: auditLog.subjectId, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.action, 'list-exported'))
      .orderBy(auditLog.id)
    const after = { rows: 1 }
    expect(taken).toEqual([
      { by: staff.email, of: `handover-${number}`, after },
      { by: staff.email, of: `handover-${number}-spreadsheet`, after },
    ])
  })

  test('by two at once is one, and no shipment is in two', async () => {
    const all = await shipmentsTo(testShop, staff, 'CA', 5)
    const numbers = all.map(({ shipment }) => shipment.number)
    const before = await testShop.db.select().from(handovers)
    const made = await Promise.all([handOver(numbers), handOver(numbers)])
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    const named = numbers.map((number) => `S-${number} (handed over by ${staff.email})`)
    expect(made.find(({ ok }) => !ok)).toMatchObject(changed(...named))
    expect(await testShop.db.select().from(handovers)).toHaveLength(before.length + 1)
    const rows = await testShop.db.select().from(handoverShipments)
    expect(new Set(rows.map(({ shipmentId }) => shipmentId)).size).toBe(rows.length)
  })

  test('names many that changed by who handed them over, and goes with the others', async () => {
    const all = await shipmentsTo(testShop, staff, 'CA', 8)
    const numbers = all.map(({ shipment }) => shipment.number)
    expect(await handOver(numbers.slice(0, 6))).toMatchObject({ ok: true })
    const refused = await handOver(numbers)
    expect(refused).toMatchObject({
      status: 409,
      sentence: `Nothing was handed over: 6 of 8 (6 handed over by ${staff.email}) changed in the meantime.`,
      shown: {
        changed: numbers.slice(0, 6).map((number) => ({ number, handedOverBy: staff.email })),
      },
    })
    expect(await handOver(numbers.slice(6))).toMatchObject({ ok: true })
  })

  test.each(['+14155550100', '+442079460000'])(
    'has a file that other programs read as it is, with the phone number %s',
    async (phone) => {
      const [one] = await shipmentsTo(testShop, staff, 'CA', 1)
      const shipTo = { ...one!.shipment.shipTo!, name: '=Ana Ruiz', phone }
      await testShop.db.update(shipments).set({ shipTo }).where(eq(shipments.id, one!.shipment.id))
      const made = await handOver([one!.shipment.number])
      if (!made.ok) throw new Error(made.sentence)
      const [head, row] = (await fileOf(made.done.handover.id))!.toString('utf8').split('\r\n')
      expect(head!.startsWith('\uFEFF')).toBe(false)
      expect(row!.split(',')).toContain(phone)
      expect(row!.split(',')).toContain('=Ana Ruiz')
    },
  )

  test('is refused with the shipment that was refunded meanwhile, and goes without it', async () => {
    const order = await buy()
    await recomputeReadiness(testShop.services)
    const [refunded] = await shipmentsOfOrder(order.id)
    const [other] = await shipmentsTo(testShop, staff, 'CA', 1)
    const asked = await askRefund(testShop, staff, {
      number: order.number,
      amountCents: order.totalCents,
      reason: 'asked for it',
      stockBack: { [wine]: 1 },
      token: randomUUID(),
    })
    expect(asked).toMatchObject({ ok: true })
    const numbers = [refunded!.number, other!.shipment.number]
    expect(await handOver(numbers)).toMatchObject(changed(refunded!.number))
    expect((await shipmentNow(testShop, other!.shipment.id)).state).toBe('ready')
    const made = await handOver([other!.shipment.number])
    if (!made.ok) throw new Error(made.sentence)
    expect((await fileOf(made.done.handover.id))!.toString()).not.toContain(`S-${refunded!.number}`)
    expect((await shipmentNow(testShop, refunded!.id)).state).toBe('cancelled')
  })

  test('is refused with the shipment whose order was flagged since staff looked', async () => {
    const [made] = await shipmentsTo(testShop, staff, 'CA', 1)
    const { number } = made!.shipment
    await raiseFlag(testShop.db, made!.order.id, 'disputed')
    expect(await handOver([number])).toMatchObject(changed(number))
    expect((await shipmentNow(testShop, made!.shipment.id)).state).not.toBe('handed-over')
  })

  test('takes what refunds leave, and gives back what one that failed took out', async () => {
    const [{ order, shipment }] = (await shipmentsTo(testShop, staff, 'CA', 1, { index: 1 })) as [
      Awaited<ReturnType<typeof shipmentsTo>>[number],
    ]
    const { db, services } = testShop
    const itsLines = eq(orderLines.orderId, order.id)
    const [line] = await db.select().from(orderLines).where(itsLines)
    await db.insert(orderLines).values({ ...line!, productId: wine, quantity: 1 })
    const unitsAfter = async () => {
      await db.transaction((tx) => followRefunds(tx, order, services.clock()))
      const rows = await shipmentLinesOf(db, [shipment.id])
      return Object.fromEntries(rows.map(({ productId, units }) => [productId, units]))
    }
    const whole = { [line!.productId]: 2, [wine]: 1 }
    expect(await unitsAfter()).toEqual(whole)
    await db.insert(refunds).values({
      orderId: order.id,
      requestKey: randomUUID(),
      cause: 'staff',
      amountCents: order.totalCents - 1,
      stockBack: { [line!.productId]: 1, [wine]: 1 },
    })
    const isWhole = async () => (await packedNow(shipment.number)).isWhole
    expect(await unitsAfter()).toEqual({ [line!.productId]: 1 })
    expect(await isWhole()).toBe(true)
    const its = eq(refunds.orderId, order.id)
    await db.update(refunds).set({ amountCents: order.totalCents }).where(its)
    expect(await isWhole()).toBe(false)
    // Made, it counts with the order alone, and together with what is requested.
    await db.update(refunds).set({ state: 'made', amountCents: 60_000 }).where(its)
    const refunded = (refundedCents: number) =>
      db.update(orders).set({ refundedCents }).where(eq(orders.id, order.id))
    await refunded(60_000)
    expect(await isWhole()).toBe(true)
    const second = { orderId: order.id, requestKey: randomUUID(), cause: 'staff' } as const
    await db.insert(refunds).values({ ...second, amountCents: order.totalCents - 60_001 })
    expect(await isWhole()).toBe(true)
    await refunded(60_001)
    expect(await isWhole()).toBe(false)
    await refunded(0)
    await db.update(refunds).set({ state: 'failed' }).where(its)
    expect(await unitsAfter()).toEqual(whole)
    expect(await isWhole()).toBe(true)
    // Whatever kind of box it is.
    await db.update(orderLines).set({ returned: 1 }).where(itsLines)
    const kindIs = (kind: 'first' | 'split' | 'replacement') =>
      db.update(shipments).set({ kind }).where(eq(shipments.id, shipment.id))
    for (const kind of ['replacement', 'split', 'first'] as const) {
      await kindIs(kind)
      expect(await isWhole(), kind).toBe(false)
    }
    await db.update(orderLines).set({ returned: 0 }).where(itsLines)
    // As long as the box is here, whatever it waits for.
    const failed = eq(refunds.amountCents, 60_000)
    for (const state of ['waiting', 'agreed', 'missed', 'ready'] as const) {
      await db.update(shipments).set({ state }).where(eq(shipments.id, shipment.id))
      await db.update(refunds).set({ state: 'requested' }).where(and(its, failed))
      expect(await unitsAfter(), state).toEqual({ [line!.productId]: 1 })
      await db.update(refunds).set({ state: 'failed' }).where(and(its, failed))
      expect(await unitsAfter(), state).toEqual(whole)
    }
  })

  test('of an order whose wine is all refunded, but not its shipping, is canceled and stays so', async () => {
    const { db, services } = testShop
    const [made] = await shipmentsTo(testShop, staff, 'CA', 1)
    const { order } = made!
    const refund = { orderId: order.id, cause: 'staff', amountCents: 1_000 } as const
    const request = (more: object) =>
      db.insert(refunds).values({ ...refund, requestKey: randomUUID(), ...more })
    const statesAfter = async () => {
      await db.transaction((tx) => followRefunds(tx, order, services.clock()))
      return (await shipmentsOfOrder(order.id)).map(({ state }) => state).toSorted()
    }
    await request({ stockBack: { [wine]: 1 } })
    expect(await statesAfter()).toEqual(['cancelled'])
    await request({ state: 'failed' })
    expect(await statesAfter()).toEqual(['cancelled'])
    await db.update(refunds).set({ state: 'failed' }).where(eq(refunds.orderId, order.id))
    expect(await statesAfter()).toEqual(['cancelled', 'waiting'])
    expect(await statesAfter()).toEqual(['cancelled', 'waiting'])
  })

  test('has the wines of a box as its order names them, on papers and in emails', async () => {
    const { db } = testShop
    const made = await shipmentsTo(testShop, staff, 'CA', 1, { index: 1 })
    const { order, shipment } = made[0]!
    const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    expect(line!.productId < wine).toBe(true)
    await db
      .insert(orderLines)
      .values({ ...line!, productId: wine, description: '2019 Malbec', quantity: 1 })
    await db.insert(shipmentLines).values({ shipmentId: shipment.id, productId: wine, units: 1 })
    const named = ['2019 Malbec', line!.description]
    const { wines } = await packedNow(shipment.number)
    expect(wines.map(({ description }) => description)).toEqual(named)
    const mailed = (await winesIn(db, [shipment.id])).get(shipment.id)!
    expect(mailed.map(({ description }) => description)).toEqual(named)
  })

  test('is undone for one shipment with a reason, which can go again', async () => {
    const [one] = await shipmentsTo(testShop, staff, 'CA', 1)
    const { number, id } = one!.shipment
    await handOver([number])
    const undo = (typed: object) => undoHandover(testShop.services, staff, typed)
    expect(await undo({ number, reason: ' ' })).toMatchObject({
      ok: false,
      errors: { reason: 'A reason of at most 200 characters, please.' },
    })
    expect(await undo({ number, reason: 'wrong box' })).toMatchObject({ ok: true })
    expect((await shipmentNow(testShop, id)).state).toBe('ready')
    // In another window, where nothing has shipped.
    expect(await undo({ number, reason: 'wrong box' })).toMatchObject({
      sentence: 'This shipment is in another state now. Nothing was saved.',
    })
    expect(await handoverOf(testShop.db, id)).toBeNull()
    expect(await makersOfHandovers(testShop.db, [id])).toEqual(new Map())
    const again = await handOver([number])
    if (!again.ok) throw new Error(again.sentence)
    expect(again.done.isNew).toBe(true)
    expect(await handoverOf(testShop.db, id)).toMatchObject({ number: again.done.handover.number })
    expect(await undo({ number: 1, reason: 'x' })).toMatchObject({ ok: false })
  })

  test('is refused with the shipment that its buyer collects since', async () => {
    const [made, other] = await shipmentsTo(testShop, staff, 'CA', 2)
    const { number, id } = made!.shipment
    await testShop.db
      .update(shipments)
      .set({ method: 'pickup', shipTo: null, toState: '', toZip: '' })
      .where(eq(shipments.id, id))
    await recomputeReadiness(testShop.services, { ids: [id] })
    expect((await shipmentNow(testShop, id)).state).toBe('ready')
    expect(await handOver([number, other!.shipment.number])).toMatchObject(changed(number))
    expect((await shipmentNow(testShop, id)).state).toBe('ready')
    expect((await shipmentNow(testShop, other!.shipment.id)).state).toBe('ready')
  })

  test('of a box that was refunded since is undone without what was refunded', async () => {
    const { db } = testShop
    const [whole, part] = [await buy(2), await buy(2)]
    await recomputeReadiness(testShop.services)
    const boxes = [...(await shipmentsOfOrder(whole.id)), ...(await shipmentsOfOrder(part.id))]
    const numbers = boxes.map(({ number }) => number)
    expect(await handOver(numbers)).toMatchObject({ ok: true })
    const refund = (number: number, amountCents: number, units: number, box: object) =>
      askRefund(testShop, staff, {
        ...{ number, reason: 'asked for it', amountCents, stockBack: { [wine]: units } },
        ...{ token: randomUUID(), ...box },
      })
    const { number: all, totalCents } = whole
    expect(await refund(all, totalCents, 2, { box: 'stop' })).toMatchObject({ ok: true })
    expect(await refund(part.number, 48_263, 1, {})).toMatchObject({ ok: true })
    for (const number of numbers) {
      const typed = { number, reason: 'the shipper stopped it' }
      expect(await undoHandover(testShop.services, staff, typed)).toMatchObject({ ok: true })
    }
    expect((await shipmentNow(testShop, boxes[0]!.id)).state).toBe('cancelled')
    expect((await shipmentNow(testShop, boxes[1]!.id)).state).toBe('ready')
    expect(await shipmentLinesOf(db, [boxes[1]!.id])).toMatchObject([{ units: 1 }])
    expect(await openFlagsOf(db, whole.id)).toEqual([])
    const subject = eq(auditLog.action, 'handover-undone')
    const said = await db.select().from(auditLog).where(subject).orderBy(desc(auditLog.id)).limit(2)
    expect(said.map(({ after }) => after)).toMatchObject([
      ...[{ state: 'ready' }, { state: 'cancelled' }],
    ])
  })

  test('of 2,000 sends as many statements as one of one', async () => {
    const { numbers: all } = await manyShipments('ready', 2_001)
    const alone = await countStatements(() => handOver(all.slice(0, 1)))
    const many = await countStatements(() => handOver(all.slice(1)))
    expect(many.result).toMatchObject({ done: { handover: { shipmentCount: 2_000 } } })
    expect(many.statements).toBe(alone.statements)
  })

  test('of 201 has a second file of slips, whose slip says the last place of all', async () => {
    const { numbers } = await manyShipments('ready', 201)
    // The newest goes to the lowest ZIP code, by which the file is ordered.
    const newest = Math.max(...numbers)
    await testShop.db.update(shipperProfiles).set({ orderBy: 'zip' })
    await testShop.db.execute(sql`update shipments
      set ship_to = ship_to || '{"zipCode": "90001"}' where number = ${newest}`)
    const made = await handOver(numbers)
    await testShop.db.update(shipperProfiles).set({ orderBy: 'number' })
    if (!made.ok) throw new Error(made.sentence)
    const { id: handoverId, number } = made.done.handover
    const files: PackingSlip[][] = []
    const { papers } = testShop.services
    const packingSlips = async (slips: readonly PackingSlip[]) => {
      files.push([...slips])
      return Buffer.from('%PDF-')
    }
    const services = { ...testShop.services, papers: { ...papers, packingSlips } }
    const printed = (query: string) =>
      loadedBy({ services }, staff)<unknown>(loadSlips, { params: { id: handoverId }, query })
    const names = []
    for (const query of ['', 'part=2', 'part=3']) {
      const file = await printed(query)
      names.push(file instanceof Response ? file.headers.get('content-disposition') : file)
    }
    expect(names).toEqual([
      `inline; filename="packing-slips-${number}-1.pdf"`,
      `inline; filename="packing-slips-${number}-2.pdf"`,
      404,
    ])
    expect(files.map((slips) => slips.length)).toEqual([200, 1])
    expect(files[1]).toMatchObject([
      {
        to: ['Ana Ruiz', '1 Main Street', 'San Francisco, California 94110'],
        signature: expect.stringContaining('21'),
        wines: [{ count: 1, unit: 'case' }],
      },
    ])
    const places = files.flat().map(({ place }) => place)
    expect(places.slice(0, 2)).toEqual(['1 of 201', '2 of 201'])
    expect(places.slice(199)).toEqual(['200 of 201', '201 of 201'])
    const others = numbers.filter((one) => one !== newest).toSorted((a, b) => a - b)
    expect(files.flat().map(({ shipment }) => shipment)).toEqual(
      [newest, ...others].map((one) => `S-${one}`),
    )
    expect(await printPackingSlips(services, { handoverId: randomUUID(), part: 1 })).toBeNull()

    // The box came back, and its buyer will collect it.
    const last = Number(files[1]![0]!.shipment.slice('S-'.length))
    await testShop.db.execute(sql`update shipments set method = 'pickup',
      ship_to = ship_to || '{"gift": {"name": "Eva", "phone": "", "note": "Salud"}}'
      where number = ${last}`)
    files.length = 0
    await printPackingSlips(services, { handoverId, part: 2 })
    expect(files).toMatchObject([[{ to: ['Eva'], notes: [], signature: null }]])
  })

  test('is looked at with what was selected in the list, without what left meanwhile', async () => {
    const [one, two, gone] = await shipmentsTo(testShop, staff, 'CA', 3)
    const numbers = [one!, two!, gone!].map(({ shipment }) => shipment.number)
    expect(await handOver([numbers[2]!])).toMatchObject({ ok: true })
    const day = shopDay(testShop.services.clock())
    const all = (await nextHandover(testShop.services, day))!
    const some = (await nextHandover(testShop.services, day, {
      numbers: [numbers[1]!, numbers[2]!],
    }))!
    expect(all.selected).toEqual(all.today.map(({ number }) => number))
    expect(all.notReady).toEqual([])
    // Each ready one that is not collected is among those of today or of later, and in no two.
    const leaves = and(eq(shipments.state, 'ready'), ne(shipments.method, 'pickup'))
    const ready = await testShop.db.$count(shipments, leaves)
    const both = [...all.today, ...all.later].map(({ number }) => number)
    expect([both.length, new Set(both).size]).toEqual([ready, ready])
    expect(some.today).toEqual(all.today)
    expect(some).toMatchObject({ selected: [numbers[1]], notReady: [numbers[2]] })
    expect(some.sample).toHaveLength(2)
    // One letter without a font is told, too.
    expect(all.unprintable).toEqual([])
    await testShop.db
      .update(shipments)
      .set({ shipTo: { ...one!.shipment.shipTo!, name: 'Ana ש' } })
      .where(eq(shipments.id, one!.shipment.id))
    expect((await nextHandover(testShop.services, day))!.unprintable).toEqual([
      { number: numbers[0], letters: ['ש'] },
    ])
    expect(await handOver(numbers.slice(0, 2))).toMatchObject({ ok: true })
  })
})

describe('a hold for the weather', () => {
  test('keeps Texas back, writes to each customer once, and ends', async () => {
    const texan = await shipmentsTo(testShop, staff, 'TX', 3)
    const [californian] = await shipmentsTo(testShop, staff, 'CA', 1)
    const request = {
      places: 'TX, 850–853',
      reason: 'weather' as const,
      from: shopDay(testShop.services.clock()),
      until: '',
      note: '',
    }
    const { services } = testShop
    expect(await previewHold(services, staff, request)).toMatchObject({
      ok: true,
      done: { total: 3, byState: [{ state: 'TX', count: 3 }] },
    })
    const key = randomUUID()
    const placed = await placeHold(services, staff, request, { key })
    const again = await placeHold(services, staff, request, { key })
    expect(again).toEqual(placed)
    expect(placed).toMatchObject({ ok: true, said: { sentence: '3 shipments are held.' } })
    if (!placed.ok) throw new Error(placed.sentence)
    expect(await testShop.db.select().from(shipmentHolds)).toHaveLength(5)
    const states = async () =>
      Promise.all(
        texan.map(async ({ shipment }) => (await shipmentNow(testShop, shipment.id)).state),
      )
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
    expect((await shipmentNow(testShop, californian!.shipment.id)).state).toBe('ready')

    testShop.pass(24 * 60)
    await recomputeReadiness(testShop.services)
    const told = await testShop.db.select().from(mails).where(eq(mails.kind, 'order-held'))
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      texan.map(({ order }) => order.email).toSorted(),
    )
    const [{ shipment: held }] = texan as [(typeof texan)[number]]
    expect(await handOver([held.number])).toMatchObject(changed(held.number))
    const group = { group: placed.done.groupId }
    expect(await endHold(services, staff, group)).toMatchObject({
      ok: true,
      done: { isEnded: true, ready: 3 },
      said: { sentence: 'Ended. 3 shipments are ready again.' },
    })
    expect(await endHold(services, staff, group)).toMatchObject({
      done: { isEnded: false },
      said: { tone: 'info', sentence: 'This hold was ended before.' },
    })
  })

  test('begins on its day, and until then what is ready leaves', async () => {
    const [early, late] = await shipmentsTo(testShop, staff, 'AZ', 2)
    const { services } = testShop
    const tomorrow = new Date(services.clock().getTime() + 24 * 60 * 60_000)
    const request = {
      places: 'AZ',
      reason: 'weather',
      from: shopDay(tomorrow),
      until: '',
      note: '',
    }
    const key = randomUUID()
    const placed = await placeHold(services, staff, request, { key })
    if (!placed.ok) throw new Error(placed.sentence)
    expect(placed).toMatchObject({ said: { sentence: '0 shipments are held.' } })
    expect(await handOver([early!.shipment.number])).toMatchObject({ ok: true })
    testShop.pass(24 * 60)
    expect(await handOver([late!.shipment.number])).toMatchObject(changed(late!.shipment.number))
    expect(await endHold(services, staff, { group: placed.done.groupId })).toMatchObject({
      ok: true,
    })
  })

  test('holds by shipment, state, first digits of the ZIP code or all, and a pickup only by itself', async () => {
    const { rows } = await testShop.db.execute<{ shipment: string; hold: string }>(sql`
      select s.id as shipment, h.name as hold
      from (values ('box', 'ground', 'TX', '78701-1234'), ('pickup', 'pickup', 'TX', '78701'))
        as s(id, method, to_state, to_zip)
      join (values ('all', 'all', '', null), ('TX', 'state', 'TX', null), ('CA', 'state', 'CA', null),
          ('787', 'zip', '787', null), ('788', 'zip', '788', null), ('box', 'shipment', '', 'box'),
          ('other', 'shipment', '', 'other'), ('pickup', 'shipment', '', 'pickup'))
        as h(name, scope, place, shipment_id) on ${isHeldBy(sql`h`)}`)
    const heldBy = (id: string) =>
      rows.filter(({ shipment }) => shipment === id).map(({ hold }) => hold)
    expect(heldBy('box').toSorted()).toEqual(['787', 'TX', 'all', 'box'])
    expect(heldBy('pickup')).toEqual(['pickup'])
  })

  test('is refused with the word that is no place', async () => {
    const request = { places: 'TX, Atlantis', reason: 'weather', from: '2026-11-20', note: '' }
    expect(await previewHold(testShop.services, staff, request)).toEqual({
      ok: false,
      status: 400,
      sentence: '“Atlantis” is neither a state nor a ZIP prefix.',
      errors: { places: '“Atlantis” is neither a state nor a ZIP prefix.' },
    })
  })

  test.each([
    [{ places: ' ' }, 'places', 'A state, a ZIP prefix, or all.'],
    [{ reason: 'mood' }, 'reason', 'Please choose a reason.'],
    [{ from: '2026-02-30' }, 'from', 'Please choose a day.'],
    [{ from: '' }, 'from', 'Please choose a day.'],
    [{ until: 'soon' }, 'until', 'Please choose a day.'],
    [{ until: '2026-11-20' }, 'until', 'It has to end after it begins.'],
    [{ note: 'x'.repeat(201) }, 'note', 'At most 200 characters.'],
  ])('is refused with %o', async (wrong, field, sentence) => {
    const request = { places: 'TX', reason: 'weather', from: '2026-11-20', until: '', note: '' }
    const typed = { ...request, ...wrong }
    const key = randomUUID()
    expect(await placeHold(testShop.services, staff, typed, { key })).toEqual({
      ok: false,
      status: 400,
      sentence,
      errors: { [field]: sentence },
    })
  })
})

test('nobody but staff may do any of it', async () => {
  const member = await aMember(testShop.db)
  const viewer = { ...member, role: 'member' as const }
  expect(await beginShipping(testShop.services, viewer, {})).toMatchObject({ status: 403 })
  expect(await emailsTo(testShop, member.email, 'order-held')).toEqual([])
})

test('a shipment is seen with its order by staff who ship, and by nobody else', async () => {
  const [one] = await shipmentsTo(testShop, staff, 'CA', 1)
  const { number } = one!.shipment
  const shipper = { ...staff, duties: ['shipping' as const] }
  const { services } = testShop
  expect(await viewShipment(services, shipper, number)).toMatchObject({
    orderNumber: one!.order.number,
    shipments: [{ shipment: { number } }],
  })
  const shipTo = { ...one!.shipment.shipTo!, birthdate: '1963-05-12' }
  await testShop.db.update(shipments).set({ shipTo }).where(eq(shipments.number, number))
  expect(JSON.stringify(await viewShipment(services, shipper, number))).not.toContain('1963')
  expect(await viewShipment(services, shipper, 999_999)).toBe(null)
  const support = { ...staff, duties: ['support' as const] }
  expect(await viewShipment(services, support, number)).toBe(null)
  expect(await viewShipments(services, support, one!.order.number)).toEqual([])
})

test('a shipment is held once by a form that is sent twice, and freed by ending that hold', async () => {
  const { db, services } = testShop
  const [row] = await shipmentsTo(testShop, staff, 'CA', 1)
  const { id, number } = row!.shipment
  const hold = () => holdShipment(services, staff, { number, reason: 'Asked by phone' })
  expect(await Promise.all([hold(), hold()])).toMatchObject([{ ok: true }, { ok: true }])
  const holds = await db.select().from(shipmentHolds).where(eq(shipmentHolds.shipmentId, id))
  expect(holds).toHaveLength(1)
  expect(await shipmentNow(testShop, id)).toMatchObject({ state: 'waiting', waitsFor: 'held' })
  // Its buyer is written to about the weather alone.
  expect(await emailsTo(testShop, row!.order.email, 'order-held')).toEqual([])
  await endHold(services, staff, { group: holds[0]!.groupId })
  expect((await shipmentNow(testShop, id)).waitsFor).not.toBe('held')
  const [ended] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'shipment-hold-ended'))
    .orderBy(desc(auditLog.at))
    .limit(1)
  expect(ended).toMatchObject({ before: { isHeld: true }, after: { isHeld: false } })
  // After it has ended, the same words hold it again.
  await hold()
  expect(await shipmentNow(testShop, id)).toMatchObject({ waitsFor: 'held' })
  // A colleague's is one of its own. The page shows those that have not ended.
  const colleague = { ...staff, ...(await aMember(db)) }
  await holdShipment(services, colleague, { number, reason: 'Asked by phone' })
  const [viewed] = await viewShipments(services, staff, row!.order.number)
  expect(viewed!.ownHolds).toHaveLength(2)
  expect(viewed!.ownHolds).not.toContainEqual({ groupId: holds[0]!.groupId })
})

test('a shipment is not held that is handed over meanwhile', async () => {
  const { db, services } = testShop
  const [row] = await shipmentsTo(testShop, staff, 'CA', 1)
  const { id, number } = row!.shipment
  let holding
  await db.transaction(async (tx) => {
    await lockHandovers(tx)
    holding = holdShipment(services, staff, { number, reason: 'Asked by phone' })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await tx.update(shipments).set({ state: 'handed-over' }).where(eq(shipments.id, id))
  })
  const sentence = 'The shipment changed in the meantime.'
  expect(await holding).toMatchObject({ ok: false, sentence })
  expect(await ownHoldsOf(db, id)).toEqual([])
})

test('a shipment is not handed over that is held meanwhile', async () => {
  const { db } = testShop
  const [row] = await shipmentsTo(testShop, staff, 'CA', 1)
  const { id, number } = row!.shipment
  const { handing } = await db.transaction(async (tx) => {
    await lockHandovers(tx)
    const waiting = handOver([number])
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    await tx.update(shipments).set({ state: 'waiting' }).where(eq(shipments.id, id))
    return { handing: waiting }
  })
  expect(await handing).toMatchObject({ ok: false, status: 409 })
  expect(await db.$count(handoverShipments, eq(handoverShipments.shipmentId, id))).toBe(0)
})

test('open holds are those of places, then of shipments that are still here', async () => {
  const { db, services } = testShop
  const [one, other] = await shipmentsTo(testShop, staff, 'CA', 2)
  const place = { scope: 'state', place: 'UT', reason: 'weather' } as const
  const older = { groupId: randomUUID(), from: new Date(0), createdAt: new Date(0) }
  await db.insert(shipmentHolds).values({ ...place, ...older, by: staff.email })
  // Those that are over by themselves are none, however many they are.
  const over = { groupId: randomUUID(), until: new Date(Date.now() - 1_000), by: staff.email }
  await db.insert(shipmentHolds).values(
    Array.from({ length: 200 }, (_, index) => ({
      ...{ ...place, ...over, from: new Date(0) },
      place: String(100 + index),
      scope: 'zip' as const,
    })),
  )
  for (const { shipment } of [one!, other!]) {
    await holdShipment(services, staff, { number: shipment.number, reason: 'Asked by phone' })
  }
  const ids = async () =>
    (await openHolds(db)).flatMap(({ holds }) =>
      holds.map(({ shipmentId, place: held }) => shipmentId ?? held),
    )
  const before = await ids()
  expect(before).toEqual(expect.arrayContaining([one!.shipment.id, other!.shipment.id]))
  expect(before.indexOf('UT')).toBeLessThan(before.indexOf(one!.shipment.id))
  for (const state of ['cancelled', 'delivered'] as const) {
    await db
      .update(shipments)
      .set({ state, waitsFor: null, heldBy: null })
      .where(eq(shipments.id, one!.shipment.id))
    const after = await ids()
    expect(after).not.toContain(one!.shipment.id)
    expect(after).toContain(other!.shipment.id)
  }
  expect(before.filter((held) => held && /^\d{3}$/.test(held))).toEqual([])
  await db
    .delete(shipmentHolds)
    .where(inArray(shipmentHolds.groupId, [older.groupId, over.groupId]))
})

test('a box has what its wine’s unit holds, and leaves today or on its later day', async () => {
  const { db, services } = testShop
  const timeZones = [services.settings.timeZone, 'Asia/Tokyo'] as const
  const [row] = await shipmentsTo(testShop, staff, 'CA', 1)
  const { id, number } = row!.shipment
  const packed = async (timeZone: string = timeZones[0]) =>
    (await packedShipments({ db, settings: { timeZone } }, { numbers: [number] }, '2026-11-20'))[0]!
  const notBefore = (day: string, timeZone: string = timeZones[0]) =>
    db
      .update(shipments)
      .set({ notBefore: beginningOf(day, timeZone) })
      .where(eq(shipments.id, id))
  expect(await packed()).toMatchObject({
    earliest: '2026-11-20',
    isWhole: true,
    wines: [{ units: 1, bottlesPerUnit: 3, bottleMl: 750 }],
  })
  await notBefore('2026-11-19')
  expect(await packed()).toMatchObject({ earliest: '2026-11-20' })
  for (const timeZone of timeZones) {
    await notBefore('2026-11-21', timeZone)
    expect(await packed(timeZone)).toMatchObject({ earliest: '2026-11-21' })
  }
  await notBefore('2026-11-23')
  const six = { bottles: 6, bottleMl: 1_500 }
  await db.update(products).set(six).where(eq(products.id, 'malbec-2022'))
  expect(await packed()).toMatchObject({
    earliest: '2026-11-23',
    wines: [{ units: 1, bottlesPerUnit: 6, bottleMl: 1_500 }],
  })
  const asSeeded = { bottles: 3, bottleMl: 750 }
  await db.update(products).set(asSeeded).where(eq(products.id, 'malbec-2022'))
})

test('of more shipments than are recomputed in one transaction each becomes ready', async () => {
  const { orderId, numbers } = await manyShipments('waiting', 2_501)
  // The first was made ready when its order was taken in.
  expect(await recomputeReadiness(testShop.services, { orderId })).toEqual({
    ready: 2_500,
    waiting: 0,
  })
  const setBack = (notBefore: Date | null) =>
    testShop.db
      .update(shipments)
      .set({ notBefore })
      .where(inArray(shipments.number, numbers.slice(0, 2)))
  await setBack(new Date(testShop.services.clock().getTime() + 48 * 60 * 60_000))
  expect(await recomputeReadiness(testShop.services, { orderId })).toEqual({ ready: 0, waiting: 2 })
  await setBack(null)
  expect(await recomputeReadiness(testShop.services, { orderId })).toEqual({ ready: 2, waiting: 0 })
})
