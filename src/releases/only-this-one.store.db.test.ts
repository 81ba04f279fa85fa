import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { channels } from '#app/channels.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { setStock } from '#catalogue/stock/set-stock.actions.server.ts'
import { cartLines, carts, checkoutLines, checkouts } from '#catalogue/tables.ts'
import { returnStock, sellFreeStock, writeStock } from '#catalogue/wines/products.store.server.ts'
import {
  lockCart,
  markAllocationsSeen,
  partCart,
  writeCart,
} from '#checkout/cart/carts.store.server.ts'
import {
  checkoutById,
  endHold,
  moveCheckout,
  moveToPaid,
  saveCardAttempt,
  saveProviderSession,
  saveVerdict,
  startNextAttempt,
} from '#checkout/checkouts.store.server.ts'
import { eraseUnpaidOf, saveBuyer } from '#checkout/unpaid-checkouts.store.server.ts'
import {
  bookDifferencePaid,
  countDifferences,
  differencesOfUser,
  paidDifferencesOf,
  updateDifference,
} from '#order-changes/differences.store.server.ts'
import {
  changesOf,
  changesOfUser,
  insertChange,
} from '#order-changes/order-changes.store.server.ts'
import { orderChanges, orderDifferences } from '#order-changes/tables.ts'
import {
  claimEvidence,
  endEvidence,
  evidenceOfOrder,
  saveEvidenceFile,
  unansweredDisputes,
} from '#orders/disputes/dispute-evidence.store.server.ts'
import { disputesOf, upsertDispute } from '#orders/disputes/disputes.store.server.ts'
import {
  openFlagsOf,
  raiseFlag,
  resolveFlagOf,
  resolveFlagsAbout,
  resolveOpenFlag,
} from '#orders/flags/order-flags.store.server.ts'
import { adoptGuestOrders } from '#orders/guests/guest-orders.store.server.ts'
import { deleteNotesAbout, notesAbout, notesOf } from '#orders/notes/order-notes.store.server.ts'
import { ordersInSessions, ordersOnRecord } from '#orders/order/orders-on-record.actions.server.ts'
import {
  allOrdersOf,
  ordersKeptOf,
  markThanked,
  orderById,
  orderByPayment,
  orderLinesOf,
  orderOfMember,
  ordersByNumbers,
  ordersBySessions,
  ordersOf,
  orderStatus,
  paidOrdersOf,
  recentOrderOf,
  updateAfterSale,
} from '#orders/order/orders.store.server.ts'
import {
  disputeEvidence,
  disputes,
  orderFlags,
  orderLines,
  orderNotes,
  orders,
  refunds,
} from '#orders/order/tables.ts'
import {
  mayReturnToAllocation,
  reduceRefund,
  refundsOf,
  returnSold,
  settleRefund,
} from '#orders/refunds/refunds.store.server.ts'
import type { Database, Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { rowsWith, takenBack } from '#tests/harness/rows-with.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { buildFromRules, writeRules } from './allocations/allocation-plan.store.server.ts'
import { freeAllocationsOf, startPromises } from './allocations/promises.store.server.ts'
import { promiseMore, writeAllocation } from './allocations/staff-allocations.store.server.ts'
import {
  isBought,
  raiseVersion,
  staffReleaseById,
  writeRelease,
} from './release/staff-releases.store.server.ts'

const past = new Date('2025-01-01T12:00:00Z')
const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2027-01-01T12:00:00Z')

/** A buyer with a release and a wine of their own, and rows in each table about their orders and checkouts. */
async function aBuyer(db: Database, mark: string) {
  const { id: userId, email } = await aMember(db, { firstName: mark })
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
  const { wine, release, waves } = await aRelease(db, { name: mark, promise: 'cap' })
  const [{ id: allocation } = { id: '' }] = await db
    .insert(allocations)
    .values({
      ...{ releaseId: release.id, productId: wine, userId, waveId: waves[0]!, units: 9 },
      ...{ held: 2, bought: 2, origin: 'manual' },
    })
    .returning({ id: allocations.id })
  await db.execute(sql`update products set held = 2, sold = 5 where id = ${wine}`)
  await db.insert(carts).values({ userId, shippingMethod: 'ground', version: 4 })
  await db.insert(cartLines).values({ userId, productId: wine, quantity: 3, later: 1 })

  const shipTo = { name: mark, state: 'CA' } as never
  const amounts = { subtotalCents: 90_000, shippingCents: 5_000, taxCents: 0, totalCents: 95_000 }
  const line = { productId: wine, description: mark, quantity: 2, unitPriceCents: 45_000 }
  const aCheckout = async (row: Partial<typeof checkouts.$inferInsert>) => {
    const [{ id } = { id: '' }] = await db
      .insert(checkouts)
      .values({
        ...{ userId, channel: 'cart', fingerprint: mark, shippingMethod: 'ground', shipTo },
        ...{ ...amounts, expiresAt: later, ...row },
      })
      .returning({ id: checkouts.id })
    await db.insert(checkoutLines).values({ ...line, checkoutId: id, taxCents: 0 })
    return id
  }
  const open = await aCheckout({ sessionUrl: mark })
  const refused = await aCheckout({ state: 'refused', channel: 'offering', buyerKey: mark })
  const paid = await aCheckout({ state: 'paid', sessionId: `cs_${mark}` })
  await db.execute(sql`
    insert into checkout_allocations (checkout_id, allocation_id, units)
    values (${open}, ${allocation}, 2), (${paid}, ${allocation}, 2)`)
  const guest = await aCheckout({ state: 'paid', channel: 'offering', buyerKey: `guest:${mark}` })

  const anOrder = async (row: Partial<typeof orders.$inferInsert>, checkoutId: string) => {
    const [order] = await db
      .insert(orders)
      .values({
        ...{ checkoutId, channel: 'cart', email, name: mark, shippingMethod: 'ground', shipTo },
        ...{ ...amounts, createdAt: now, ...row },
      })
      .returning()
    const own = { ...line, orderId: order!.id, taxCents: 0, releaseId: release.id }
    await db.insert(orderLines).values(own)
    return order!
  }
  const bought = { userId, sessionId: `cs_${mark}`, paymentIntentId: `pi_${mark}` }
  const order = await anOrder(bought, paid)
  const guestOrder = await anOrder({ channel: 'offering', userId: null }, guest)
  const of = { orderId: order.id }
  const refund = { ...of, cause: 'staff', amountCents: 100, requestedAt: now } as const
  const [{ id: refundId } = { id: '' }] = await db
    .insert(refunds)
    .values({ ...refund, requestKey: `${mark} 1`, stockBack: { [wine]: 1 } })
    .returning({ id: refunds.id })
  // The box and the dispute have the same name in both.
  const flag = { ...of, raisedAt: past }
  const [{ id: flagId } = { id: '' }] = await db
    .insert(orderFlags)
    .values([
      { ...flag, reason: 'refund-failed', source: 'box-1' },
      { ...flag, reason: 'collect-returned', source: 'box-1' },
      { ...flag, reason: 'collect-returned', source: 'box-2' },
      { ...flag, reason: 'disputed', source: 'box-1 late', resolvedAt: past, resolvedBy: mark },
    ])
    .returning({ id: orderFlags.id })
  const dispute = `dp_${mark}`
  await db.insert(disputes).values({
    ...{ id: dispute, ...of, amountCents: 1, state: 'needs-response', reason: 'fraudulent' },
    ...{ openedAt: past, respondBy: later },
  })
  await db.insert(disputeEvidence).values({ disputeId: dispute, claimedAt: past })
  await db
    .insert(orderNotes)
    .values({ ...of, requestKey: mark, text: mark, writtenBy: 'sofia@kohue.example' })
  const difference = await aCheckout({ state: 'open', channel: 'difference', buyerKey: mark })
  const paidMore = await aCheckout({ state: 'paid', channel: 'difference', paymentIntentId: mark })
  await db.insert(orderDifferences).values([
    { ...of, checkoutId: difference, by: 'customer' },
    { ...of, checkoutId: paidMore, by: 'staff', paidAt: now, paidCents: 1_500 },
  ])
  const change = { kind: 'hold', before: { isHeld: false }, after: { isHeld: true } } as const
  await db
    .insert(orderChanges)
    .values({ ...of, ...change, requestKey: `${mark} change`, by: 'staff', at: now })
  const ids = [order.id, guestOrder.id, open, refused, paid, guest, difference, paidMore]
  const words = [userId, release.id, wine, dispute, mark, ...ids]
  const more = { allocation, refundId, flagId, dispute, difference, paidMore, change }
  const wave = waves[0]!
  return {
    ...{ userId, email, wine, wave, release, words, mark, order },
    ...{ open, refused, ...more },
  }
}

let testShop: TestShop
let db: Database
let ana: Awaited<ReturnType<typeof aBuyer>>
let eva: typeof ana
beforeAll(async () => {
  testShop = await openTestShop()
  ;({ db } = testShop)
  ana = await aBuyer(db, 'ana-mark')
  eva = await aBuyer(db, 'eva-mark')
})
afterAll(() => testShop.close())

/** Each row that names what is theirs. */
const rowsOf = (tx: Transaction, { words }: typeof ana) => rowsWith(tx, words)

const trying = (act: (tx: Transaction) => Promise<void>) => takenBack(db, act)

type Act = (tx: Transaction) => Promise<unknown>

describe('what is done to one order, checkout, wine or release leaves another’s:', () => {
  const units = (quantity: number) => [{ productId: ana.wine, quantity }]
  const settled = { state: 'made', providerId: 're_1', settledAt: now, failure: null } as const
  const rule = () => ({
    ...{ condition: 'everyone' as const, atLeast: null, ofLast: null, cents: null, months: null },
    ...{ units: { [ana.wine]: 1 }, waveId: ana.wave },
  })
  const built = { keepManual: false, isPromised: true, changedBy: 'a test' }
  const acts: Record<string, Act> = {
    raiseFlag: (tx) => raiseFlag(tx, ana.order.id, 'disputed', { source: 'box-1 late' }),
    resolveOpenFlag: (tx) =>
      resolveOpenFlag(tx, { id: ana.flagId, orderId: ana.order.id }, 'a test'),
    resolveFlagOf: (tx) =>
      resolveFlagOf(tx, { orderId: ana.order.id, reason: 'refund-failed', source: 'box-1' }),
    resolveFlagsAbout: (tx) =>
      resolveFlagsAbout(tx, {
        ...{ orderId: ana.order.id, reasons: ['collect-returned'], source: 'box-1' },
      }),
    upsertDispute: async (tx) => {
      const [dispute] = await disputesOf(tx, ana.order.id)
      return upsertDispute(tx, { ...dispute!, state: 'lost' })
    },
    saveEvidenceFile: (tx) => saveEvidenceFile(tx, ana.dispute, 'file_1'),
    endEvidence: (tx) => endEvidence(tx, ana.dispute, { sentAt: now }),
    settleRefund: (tx) => settleRefund(tx, ana.refundId, settled),
    reduceRefund: (tx) => reduceRefund(tx, ana.refundId, 50),
    'reduceRefund to nothing': (tx) => reduceRefund(tx, ana.refundId, 0),
    returnSold: (tx) => returnSold(tx, ana.order.id, units(1)),
    'returnSold to the allocation': (tx) =>
      returnSold(tx, ana.order.id, units(1), { toAllocation: true }),
    updateAfterSale: (tx) =>
      updateAfterSale(tx, ana.order.id, { state: 'refunded', refundedCents: 95_000 }),
    markThanked: (tx) => markThanked(tx, ana.userId, ana.order.id),
    'recentOrderOf, thanked': (tx) =>
      recentOrderOf(tx, ana.userId, ana.order.id, { since: past, isThanked: true }),
    deleteNotesAbout: (tx) => deleteNotesAbout(tx, ana.userId),
    adoptGuestOrders: (tx) => adoptGuestOrders(tx, ana.userId),
    bookDifferencePaid: (tx) =>
      bookDifferencePaid(tx, ana.difference, {
        ...{ paidAt: now, paidCents: 95_000, paymentIntentId: 'pi_more' },
      }),
    updateDifference: (tx) => updateDifference(tx, ana.paidMore, { refundCents: 500 }),
    insertChange: (tx) =>
      insertChange(tx, {
        ...{ ...ana.change, orderId: ana.order.id, requestKey: 'another', by: 'staff', at: now },
      }),
    saveVerdict: (tx) => saveVerdict(tx, ana.open, 'serve'),
    saveProviderSession: (tx) => saveProviderSession(tx, ana.open, { id: 'cs_1', url: 'a page' }),
    saveCardAttempt: (tx) => saveCardAttempt(tx, ana.open, { paymentIntentId: 'pi', token: 't' }),
    startNextAttempt: (tx) => startNextAttempt(tx, ana.open),
    moveCheckout: (tx) => moveCheckout(tx, ana.open, 'open', 'cancelled', now),
    endHold: (tx) => endHold(tx, ana.open, 'expired', now),
    moveToPaid: async (tx) => moveToPaid(tx, (await checkoutById(tx, ana.open))!, now),
    saveBuyer: (tx) => saveBuyer(tx, ana.open, { email: 'a@b.example', shipTo: null }),
    eraseUnpaidOf: (tx) => eraseUnpaidOf({ channels }, tx, { userId: ana.userId }),
    writeCart: (tx) =>
      writeCart(
        tx,
        ana.userId,
        { version: 4 },
        {
          shipping: 'pickup',
          line: { productId: ana.wine, quantity: 0 },
        },
      ),
    'writeCart of more': (tx) =>
      writeCart(
        tx,
        ana.userId,
        { version: 4 },
        {
          shipping: 'ground',
          line: { productId: ana.wine, quantity: 2 },
        },
      ),
    partCart: (tx) =>
      partCart(
        tx,
        ana.userId,
        { version: 4 },
        {
          shipping: 'ground',
          lines: [{ productId: ana.wine, quantity: 1, unitPrice: 45_000 }],
        },
      ),
    lockCart: (tx) => lockCart(tx, ana.userId),
    markAllocationsSeen: (tx) => markAllocationsSeen(tx, ana.userId),
    returnStock: (tx) => returnStock(tx, ana.open, units(2)),
    sellFreeStock: (tx) => sellFreeStock(tx, ana.open, units(2)),
    writeStock: (tx) => writeStock(tx, ana.wine, 50),
    promiseMore: (tx) => promiseMore(tx, ana.wine, 1),
    writeAllocation: (tx) => writeAllocation(tx, ana.allocation, { units: 8 }, 'a test'),
    startPromises: (tx) => startPromises(tx, ana.release.id),
    freeAllocationsOf: (tx) => freeAllocationsOf(tx, ana.userId),
    raiseVersion: (tx) => raiseVersion(tx, ana.release.id, { state: 'paused' }),
    writeRelease: async (tx) => {
      const { fields } = (await staffReleaseById(tx, ana.release.id))!
      const waves = fields.waves.map((wave) => ({ ...wave, name: 'New' }))
      return writeRelease(tx, ana.release.id, { ...fields, name: 'New', waves })
    },
    writeRules: (tx) => writeRules(tx, ana.release.id, [rule()]),
    buildFromRules: (tx) => buildFromRules(tx, ana.release.id, { ...built, rules: [] }),
  }

  test.each(Object.keys(acts))('%s', (name) =>
    trying(async (tx) => {
      const [own, others] = [await rowsOf(tx, ana), await rowsOf(tx, eva)]
      expect(others.length).toBeGreaterThan(30)
      await acts[name]!(tx)
      expect(await rowsOf(tx, eva)).toEqual(others)
      expect(await rowsOf(tx, ana)).not.toEqual(own)
    }),
  )
})

test('what is read of one order or buyer is theirs alone', async () => {
  const { userId, email, order } = ana
  const { id, number } = order
  const mine = [{ id }]
  expect(await allOrdersOf(db, userId)).toMatchObject(mine)
  expect(await paidOrdersOf(db, userId, 10)).toMatchObject(mine)
  expect(await ordersOf(db, userId, { limit: 10, offset: 0 })).toMatchObject([
    { id, lines: [{ description: 'ana-mark' }] },
  ])
  expect(await ordersOf(db, userId, { limit: 10, offset: 1 })).toEqual([])
  expect(await orderOfMember(db, userId, number)).toMatchObject({ id })
  expect(await orderOfMember(db, userId, eva.order.number)).toBeNull()
  expect(await orderStatus(db, userId)).toEqual({ hasOrders: true, unthanked: id })
  expect(await orderByPayment(db, 'pi_ana-mark')).toMatchObject({ id })
  expect(await orderById(db, id)).toMatchObject({ number })
  expect(await ordersByNumbers(db, [number])).toMatchObject(mine)
  const sessions = ['cs_ana-mark', 'cs_eva-mark']
  expect(await ordersBySessions(db, sessions, userId)).toMatchObject(mine)
  expect(await ordersBySessions(db, sessions, null)).toHaveLength(2)
  // With the one that was bought as a guest.
  expect(await ordersKeptOf(db, [email])).toMatchObject({ orders: 2 })
  const seen = { since: past, isThanked: false }
  expect(await recentOrderOf(db, userId, id, seen)).toMatchObject({ id })
  expect(await recentOrderOf(db, eva.userId, id, seen)).toBeNull()
  const justNow = { ...seen, since: new Date(now.getTime() + 1) }
  expect(await recentOrderOf(db, userId, id, justNow)).toBeNull()
  expect(await recentOrderOf(db, userId, id, { ...seen, since: now })).toMatchObject({ id })
  expect(await orderLinesOf(db, id)).toHaveLength(1)
  expect(await refundsOf(db, id)).toHaveLength(1)
  expect(await disputesOf(db, id)).toHaveLength(1)
  expect(await evidenceOfOrder(db, id)).toMatchObject([{ disputeId: ana.dispute }])
  expect((await openFlagsOf(db, id)).map(({ reason }) => reason)).toHaveLength(3)
  expect(await notesOf(db, id)).toMatchObject([{ text: 'ana-mark' }])
  expect(await notesAbout(db, userId)).toMatchObject([{ orderNumber: number, text: 'ana-mark' }])
  expect(await changesOf(db, id)).toHaveLength(1)
  expect(await changesOfUser(db, userId)).toMatchObject([{ order: number }])
  expect(await paidDifferencesOf(db, id)).toMatchObject([{ checkoutId: ana.paidMore }])
  expect(await differencesOfUser(db, userId)).toMatchObject([{ order: number, paidCents: 1_500 }])
  expect(await countDifferences(db, id, past)).toBe(2)
  expect(await mayReturnToAllocation(db, id)).toBe(true)
  await trying(async (tx) => {
    expect(await isBought(tx, ana.release.id)).toBe(true)
    await tx.execute(sql`update allocations set held = 0, bought = 0 where id = ${ana.allocation}`)
    await tx.execute(sql`update order_lines set returned = quantity where product_id = ${ana.wine}`)
    expect(await isBought(tx, ana.release.id)).toBe(false)
  })
})

test('the first evidence and the first verdict stay when a second one comes', () =>
  trying(async (tx) => {
    expect(await claimEvidence(tx, ana.dispute, now)).toMatchObject({ claimedAt: past })
    expect(await saveEvidenceFile(tx, ana.dispute, 'file_1')).toBe('file_1')
    expect(await saveEvidenceFile(tx, ana.dispute, 'file_2')).toBe('file_1')
    expect(await saveVerdict(tx, ana.open, 'serve')).toBe('serve')
    expect(await saveVerdict(tx, ana.open, 'state-not-served')).toBe('serve')
    const [of, token] = [ana.open, 't']
    expect(await saveCardAttempt(tx, of, { paymentIntentId: 'pi_1', token })).toBe('pi_1')
    expect(await saveCardAttempt(tx, of, { paymentIntentId: 'pi_2', token })).toBe('pi_1')
    await moveCheckout(tx, of, 'open', 'cancelled', now)
    expect(await saveCardAttempt(tx, of, { paymentIntentId: 'pi_1', token })).toBeNull()
    expect(await saveProviderSession(tx, of, { id: 'cs_1', url: '' })).toBe(false)
    // Raised again only where it was resolved, and never where it is to be raised once.
    const flags = async () => (await openFlagsOf(tx, ana.order.id)).map(({ source }) => source)
    const late = { source: 'box-1 late' }
    await raiseFlag(tx, ana.order.id, 'disputed', { ...late, once: true })
    expect(await flags()).not.toContain('box-1 late')
    await raiseFlag(tx, ana.order.id, 'disputed', late)
    const [raised] = (await openFlagsOf(tx, ana.order.id)).toReversed()
    expect(raised).toMatchObject({ ...late, resolvedBy: null })
    expect(raised!.raisedAt.getTime()).toBeGreaterThan(past.getTime())
    await raiseFlag(tx, ana.order.id, 'refund-failed', { source: 'box-1' })
    expect((await openFlagsOf(tx, ana.order.id))[0]!.raisedAt).toEqual(past)
  }))

test('a dispute waits for evidence until its last day, unless that was sent or failed', () =>
  trying(async (tx) => {
    const waiting = async () => (await unansweredDisputes(tx, now, 10)).map(({ id }) => id)
    const set = (columns: Partial<typeof disputes.$inferInsert>) =>
      tx.update(disputes).set(columns).where(eq(disputes.id, ana.dispute))
    expect((await waiting()).toSorted()).toEqual([ana.dispute, eva.dispute])
    await set({ respondBy: new Date(later.getTime() - 1) })
    expect(await waiting()).toEqual([ana.dispute, eva.dispute])
    await set({ respondBy: now })
    expect(await waiting()).toEqual([eva.dispute])
    await set({ respondBy: null })
    expect(await waiting()).toContain(ana.dispute)
    await set({ state: 'under-review' })
    expect(await waiting()).toEqual([eva.dispute])
    await set({ state: 'needs-response' })
    await endEvidence(tx, ana.dispute, { failure: 'too_late' })
    await endEvidence(tx, eva.dispute, { sentAt: now })
    expect(await waiting()).toEqual([])
  }))

test('a guest’s order keeps when it was thanked for, and comes to no account that is deleted', () =>
  trying(async (tx) => {
    const ofGuest = async () =>
      (await tx.select().from(orders).where(eq(orders.email, ana.email))).find(
        ({ channel }) => channel === 'offering',
      )!
    await tx.update(users).set({ eraseAt: later }).where(eq(users.id, ana.userId))
    await adoptGuestOrders(tx, ana.userId)
    expect(await ofGuest()).toMatchObject({ userId: null, thankedAt: null })
    await tx.update(users).set({ eraseAt: null }).where(eq(users.id, ana.userId))
    await tx.update(orders).set({ thankedAt: past }).where(eq(orders.email, ana.email))
    await adoptGuestOrders(tx, ana.userId)
    expect(await ofGuest()).toMatchObject({ userId: ana.userId, thankedAt: past })
  }))

test('payments on record are one’s own, or by names of one and the same person for staff', async () => {
  const { services } = testShop
  const customer = { id: ana.userId, role: 'member', duties: [] } as never
  const support = { id: eva.userId, role: 'staff', duties: ['support'] } as never
  const of = async (viewer: never, whose: object) =>
    (await ordersOnRecord(services, viewer, whose))?.map(({ id }) => id) ?? null
  const mine = [ana.order.id]
  expect(await of(customer, {})).toEqual(mine)
  expect(await of(customer, { email: ` ${ana.email.toUpperCase()} ` })).toEqual(mine)
  expect(await of(customer, { userId: eva.userId })).toBeNull()
  expect(await of(customer, { email: eva.email })).toBeNull()
  expect(await of(support, { userId: ana.userId, email: ana.email })).toEqual(mine)
  expect(await of(support, { userId: ana.userId, email: eva.email })).toBeNull()
  expect(await of(support, { userId: ana.userId, stripeCustomerId: 'cus_none' })).toBeNull()
  for (const userId of ['x', randomUUID()]) expect(await of(support, { userId })).toBeNull()
  const sessions = ['cs_ana-mark', 'cs_eva-mark']
  expect(await ordersInSessions(services, customer, sessions)).toMatchObject([{ id: mine[0] }])
  expect(await ordersInSessions(services, support, sessions)).toHaveLength(2)
})

test('flags are resolved by their reason and by the box that they are about', () =>
  trying(async (tx) => {
    const orderId = ana.order.id
    await raiseFlag(tx, orderId, 'collect-returned', { source: 'box-1 late' })
    const open = async () =>
      (await openFlagsOf(tx, orderId)).map(({ reason, source }) => `${reason} ${source}`).toSorted()
    await resolveFlagsAbout(tx, { orderId, reasons: ['collect-returned'], source: 'box-1' })
    expect(await open()).toEqual(['collect-returned box-2', 'refund-failed box-1'])
    await resolveFlagOf(tx, { orderId, reason: 'refund-failed', source: 'box-2' })
    await resolveFlagOf(tx, { orderId, reason: 'collect-returned', source: 'box-1' })
    expect(await open()).toEqual(['collect-returned box-2', 'refund-failed box-1'])
    await resolveFlagOf(tx, { orderId, reason: 'collect-returned', source: 'box-2' })
    expect(await open()).toEqual(['refund-failed box-1'])
    const [flag] = await openFlagsOf(tx, orderId)
    const other = { id: flag!.id, orderId: eva.order.id }
    expect(await resolveOpenFlag(tx, other, 'a test')).toBeNull()
    const own = { id: flag!.id, orderId }
    expect(await resolveOpenFlag(tx, own, 'a test')).toMatchObject({ resolvedBy: 'a test' })
    expect(await resolveOpenFlag(tx, own, 'another')).toBeNull()
  }))

test('setting the stock of a wine to what it is changes and logs nothing', async () => {
  const staff = await aStaffMember(db)
  const rows = async () =>
    (await db.execute(sql`select id, stock, version from products order by id`)).rows
  const logged = async () => (await db.execute(sql`select id from audit_log`)).rows
  const before = [await rows(), await logged()]
  const typed = { wine: ana.wine, name: 'Malbec', from: '100', stock: '100' }
  expect(await setStock(testShop.services, staff, typed)).toMatchObject({ ok: true })
  const unknown = { ...typed, wine: randomUUID(), stock: '5' }
  expect(await setStock(testShop.services, staff, unknown)).toMatchObject({
    status: 409,
    errors: { stock: 'This wine no longer exists.' },
  })
  expect([await rows(), await logged()]).toEqual(before)
})
