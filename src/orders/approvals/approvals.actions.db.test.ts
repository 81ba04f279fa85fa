import { randomUUID } from 'node:crypto'

import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { viewTasks } from '#admin/today/tasks.actions.server.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { approvals } from '#platform/database/approvals.tables.ts'
import { users } from '#platform/database/people.tables.ts'
import type { Staff } from '#platform/services/services.ts'
import { approveEnd } from '#releases/release/approve-end.actions.server.ts'
import { endRelease } from '#releases/release/change-release-state.actions.server.ts'
import { saveReleaseHours } from '#releases/release/save-release.actions.server.ts'
import { staffReleaseById } from '#releases/release/staff-releases.store.server.ts'
import { typedOf } from '#releases/release/typed-release.rules.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import { askRefund, previewRefund } from '#tests/harness/refunds.ts'
import { sentAs } from '#tests/harness/release-drafts.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { orders, refunds } from '../order/tables.ts'
import { viewOrderAsStaff } from '../order/view-order-as-staff.actions.server.ts'
import { approveRefund } from '../refunds/approve-refund.actions.server.ts'
import { requestRefund } from '../refunds/request-refund.actions.server.ts'
import { refundEffectSentences } from './admin-approvals.copy.ts'
import {
  approvalOf as viewApproval,
  declineApproval,
  setApprovalRules,
  withdrawApproval,
} from './approvals.actions.server.ts'

let testShop: TestShop
let asker: Colleague
let second: Colleague
let third: Colleague
const wine = 'malbec-2022'

type Colleague = {
  id: string
  email: string
  lastName: string
  role: 'staff'
  duties: Duty[]
  isCodeStale?: boolean
}

async function aColleague(...duties: Duty[]): Promise<Colleague> {
  const lastName = randomUUID()
  const { id, email } = await aMember(testShop.db, { lastName })
  await testShop.db.transaction(async (tx) => {
    await tx.execute(sql`update users set role = 'staff' where id = ${id}`)
    await tx.execute(sql`insert into staff_duties (user_id, duty)
      select ${id}, unnest(${sql.param(duties)}::text[])`)
  })
  return { id, email, lastName, role: 'staff', duties }
}

beforeAll(async () => {
  testShop = await openTestShop()
  asker = await aColleague('support', 'releases')
  second = await aColleague('support', 'releases')
  third = await aColleague('owner')
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await setStock(testShop.db, wine, 100)
  await setRules({ refundOverCents: 10_000, endsRelease: true })
})

type Wanted = { refundOverCents: number | null; endsRelease: boolean; version: number }

const saveRules = (viewer: Staff, { refundOverCents, endsRelease, version }: Wanted) =>
  setApprovalRules(testShop.services, viewer, {
    over: refundOverCents === null ? '' : (refundOverCents / 100).toFixed(2),
    ...(endsRelease && { endsRelease: 'on' }),
    version,
  })

async function setRules(wanted: { refundOverCents: number | null; endsRelease: boolean }) {
  const { version } = await approvalRulesNow(testShop.db)
  expect(await saveRules(third, { ...wanted, version })).toMatchObject({ ok: true })
}

async function anOrder() {
  const member = await aMember(testShop.db)
  await testShop.shop.changeCart(member, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await testShop.shop.startCheckout(member)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email: member.email })
  await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  return order!
}

type AnOrder = Awaited<ReturnType<typeof anOrder>>

const wish = ({ number }: AnOrder, amountCents = 20_000) => ({
  number,
  amountCents,
  reason: 'Two bottles were corked',
  stockBack: {},
  token: randomUUID(),
})

const refundsOf = ({ id }: AnOrder) =>
  testShop.db.select().from(refunds).where(eq(refunds.orderId, id))

const atProvider = async ({ paymentIntentId }: AnOrder) =>
  (await testShop.services.payments.afterSaleOf(paymentIntentId!)).refunds.map(
    ({ amount }) => amount,
  )

const approvalOf = async ({ id }: { id: string }) => {
  const rows = await testShop.db.select().from(approvals).where(eq(approvals.subject, id))
  return rows.at(-1)!
}

const lapse = (id: string) =>
  testShop.db
    .update(approvals)
    .set({ lapsesAt: sql`clock_timestamp()` })
    .where(eq(approvals.id, id))

const verdicts = { approve: approveRefund, decline: declineApproval, withdraw: withdrawApproval }

/** As the form of the page that it is shown on sends it, or that of another page. */
async function decide(
  viewer: Colleague,
  approval: string,
  verdict: keyof typeof verdicts,
  page?: { number: number },
) {
  const found = (await testShop.db.select().from(approvals).where(eq(approvals.id, approval)))[0]!
  const typed = { approval, ...(page ?? { number: found.number }) }
  return verdicts[verdict](testShop.services, viewer, typed)
}

const already = 'Another person has already decided this.'

/** A refund that waits. */
async function asked() {
  const order = await anOrder()
  expect(await askRefund(testShop, asker, wish(order))).toMatchObject({ state: 'waiting' })
  return { order, id: (await approvalOf(order)).id }
}

/** What the page of the order says that the refund does besides. */
async function effectsFor(viewer: Colleague, { number }: AnOrder): Promise<string[]> {
  const view = (await viewOrderAsStaff(testShop.services, viewer, number))!
  const { approval, lines, refundable } = view
  return refundEffectSentences(approval!.effects, lines, refundable - approval!.amountCents!)
}

const tasksOf = async (viewer: Colleague, { id }: { id: string }) =>
  (await viewTasks(testShop.services, viewer)).tasks.filter(({ subject }) => subject === id)

const logOf = async ({ id }: { id: string }) =>
  (
    await testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)
  ).map(({ action, actorEmail }) => [action, actorEmail])

describe('an order of one’s own', () => {
  test('is refunded by a colleague, and approved by another than its buyer', async () => {
    const ownOrder = { ok: false, sentence: expect.stringContaining('This order belongs to you') }
    const order = await anOrder()
    await testShop.db.update(orders).set({ userId: asker.id }).where(eq(orders.id, order.id))
    for (const amountCents of [500, 20_000]) {
      expect(await askRefund(testShop, asker, wish(order, amountCents))).toMatchObject(ownOrder)
    }
    expect(await askRefund(testShop, second, wish(order))).toMatchObject({ state: 'waiting' })
    const { id } = await approvalOf(order)
    expect(await decide(asker, id, 'approve')).toMatchObject(ownOrder)
    expect(await refundsOf(order)).toEqual([])
    expect(await decide(third, id, 'approve')).toMatchObject({ ok: true })
  })

  test('is also that of a second account of the same person, but for owners', async () => {
    const order = await anOrder()
    await testShop.db
      .update(users)
      .set({ lastName: asker.lastName.toUpperCase(), phone: '+1 (415) 555-0123' })
      .where(eq(users.id, order.userId!))
    expect(await askRefund(testShop, asker, wish(order, 500))).toMatchObject({
      sentence: expect.stringContaining('This order belongs to you'),
    })
    for (const other of [second, third]) {
      expect(await askRefund(testShop, other, wish(order, 500))).toMatchObject({ state: 'made' })
    }
  })
})

describe('a refund over the limit', () => {
  test('says to who approves it what goes back to stock and what happens to the box', async () => {
    const { order } = await asked()
    expect(await effectsFor(second, order)).toEqual([
      'For: Goodwill: $200.00',
      'Back to stock: Nothing',
    ])
    const other = await anOrder()
    const request = { ...wish(other), stockBack: { [wine]: 1 }, box: 'stop' as const }
    expect(await previewRefund(testShop, asker, request)).toMatchObject({
      done: { needsApproval: true },
    })
    expect(await askRefund(testShop, asker, request)).toMatchObject({ state: 'waiting' })
    expect(await effectsFor(second, other)).toEqual([
      'For: Goodwill: $200.00',
      'Back to stock: 1 × 2022 Malbec, 3-pack of 750ml',
      'The box: The shipper is asked to stop it; the order stays flagged until it is back',
    ])
  })

  test('waits, is a task of others, and is made once a second person approves', async () => {
    const { order, id } = await asked()
    expect(await refundsOf(order)).toEqual([])
    expect(await atProvider(order)).toEqual([])
    expect(await tasksOf(second, order)).toMatchObject([
      {
        kind: 'refund-approval',
        number: order.number,
        about: expect.stringMatching(/, asked by \S+@\S+: \S/),
        atOnce: {
          button: 'Approve',
          intent: 'approval-approve',
          fields: { approval: id },
          action: `/admin/orders/${order.number}`,
        },
      },
    ])
    expect(await tasksOf(asker, order)).toEqual([])
    // Of an order that was asked for before, it says who asks now.
    await decide(second, id, 'decline')
    const byThird = await askRefund(testShop, third, { ...wish(order), reason: 'Lost' })
    expect(byThird).toMatchObject({ state: 'waiting' })
    expect(await tasksOf(second, order)).toMatchObject([
      { about: expect.stringContaining(`, asked by ${third.email}: Lost`) },
    ])
    const { id: latest } = (
      await testShop.db
        .select()
        .from(approvals)
        .where(and(eq(approvals.subject, order.id), eq(approvals.state, 'open')))
    )[0]!
    await decide(third, latest, 'withdraw')
  })

  test('is decided by another person who may refund, not by who asked', async () => {
    const { order, id } = await asked()
    expect(await decide(asker, id, 'approve')).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('You asked for this yourself'),
    })
    const shipper = { ...second, duties: ['shipping'] as Duty[] }
    expect(await decide(shipper, id, 'approve')).toMatchObject({ ok: false, status: 403 })
    expect(await decide(second, id, 'approve')).toMatchObject({
      ok: true,
      done: { refund: { state: 'made', amountCents: 20_000 } },
    })
    expect(await atProvider(order)).toEqual([20_000])
    expect(await refundsOf(order)).toMatchObject([{ requestedBy: asker.email }])
    const [entry] = await testShop.db
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(sql`subject_id = ${order.id} and action = 'refund-requested'`)
    expect(entry!.after).toMatchObject({ approvedBy: second.email, amountCents: 20_000 })
    expect(await tasksOf(second, order)).toEqual([])
    expect(await logOf(order)).toEqual([
      ['approval-asked', asker.email],
      ['approval-given', second.email],
      ['refund-requested', asker.email],
      ['refund-made', 'payment provider'],
    ])
  })

  test('is for what it was asked for, though less is left when it is approved', async () => {
    const order = await anOrder()
    const { number } = order
    const whole = { number, only: 'wine.malbec-2022', reason: 'Corked.' }
    const key = { key: randomUUID() }
    expect(await requestRefund(testShop.services, asker, whole, key)).toMatchObject({
      done: { state: 'waiting', amountCents: 48_263 },
    })
    expect(await effectsFor(second, order)).toContain(
      'For: 1 × 2022 Malbec, 3-pack of 750ml: $482.63',
    )
    const { id } = await approvalOf(order)
    expect(await decide(second, id, 'approve')).toMatchObject({ ok: true })
    expect(await atProvider(order)).toEqual([48_263])
    expect(await refundsOf(order)).toMatchObject([
      {
        purpose: {
          wines: { 'malbec-2022': { units: 1, wineCents: 45_000, taxCents: 3_263 } },
          shippingCents: 0,
          goodwillCents: 0,
        },
      },
    ])
  })

  test('is decided on the page of its own order or release alone', async () => {
    const { order, id } = await asked()
    const other = await anOrder()
    const gone = { ok: false, status: 404 }
    expect(await decide(second, id, 'approve', other)).toMatchObject(gone)
    expect(await decide(second, id, 'decline', other)).toMatchObject(gone)
    expect(await decide(asker, id, 'withdraw', other)).toMatchObject(gone)
    const onRelease = { approval: id, id: order.id }
    expect(await declineApproval(testShop.services, second, onRelease)).toMatchObject(gone)
    expect(await approvalOf(order)).toMatchObject({ state: 'open' })
    expect(await atProvider(order)).toEqual([])
  })

  // Of the larger one too little is left for a second.
  test.each([20_000, 40_000])(
    'is one of %i, though two approve at once and the form was sent twice',
    async (cents) => {
      const order = await anOrder()
      const once = wish(order, cents)
      const both = [1, 2].map(() => askRefund(testShop, asker, once))
      expect(await Promise.all(both)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
      const { id } = await approvalOf(order)
      const decided = await Promise.all(
        [second, third, second].map((who) => decide(who, id, 'approve')),
      )
      expect(decided.filter(({ ok }) => ok)).toHaveLength(1)
      const [winner] = decided.flatMap(({ ok }, at) => (ok ? [at] : []))
      const ofSecond = winner === 1 ? already : 'You have already decided this.'
      for (const [at, expected] of [ofSecond, already, ofSecond].entries()) {
        if (at !== winner) expect(decided[at]).toMatchObject({ ok: false, sentence: expected })
      }
      expect(await atProvider(order)).toEqual([cents])
      // The form again, after that: the same refund.
      expect(await askRefund(testShop, asker, once)).toMatchObject({ state: 'made' })
      expect(await atProvider(order)).toEqual([cents])
    },
  )

  test('cannot be approved once its time is over, and lapses with the next minute', async () => {
    const late = await asked()
    await lapse(late.id)
    expect(await decide(second, late.id, 'approve')).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('This expired'),
    })
    expect(await refundsOf(late.order)).toEqual([])

    const { order, id } = await asked()
    await lapse(id)
    const decided = Promise.all([
      decide(second, id, 'approve'),
      testShop.shop.openTimedTasks(),
      decide(third, id, 'approve'),
    ])
    const [one, , other] = await decided
    await testShop.shop.openTimedTasks()
    for (const result of [one, other, await decide(second, id, 'approve')]) {
      expect(result).toMatchObject({
        ok: false,
        sentence: expect.stringContaining('This expired'),
      })
    }
    expect(await approvalOf(order)).toMatchObject({ state: 'lapsed' })
    expect(await tasksOf(second, order)).toEqual([])
    expect(await refundsOf(order)).toEqual([])
    expect((await logOf(order)).filter(([action]) => action === 'approval-lapsed')).toHaveLength(1)
    // It can be asked for again.
    expect(await askRefund(testShop, asker, wish(order))).toMatchObject({
      state: 'waiting',
    })
  })

  test('says on its page for three days how it ended, that its time is over at once', async () => {
    const { order, id } = await asked()
    await lapse(id)
    const view = (daysLater = 0, from = new Date()) => {
      const clock = () => new Date(from.getTime() + daysLater * 86_400_000)
      const services = { ...testShop.services, clock }
      return viewApproval(services, second, 'refund', order.id)
    }
    expect(await view()).toMatchObject({ id, state: 'lapsed', isOwn: false, decidedAt: null })
    await testShop.shop.openTimedTasks()
    expect(await view(2.9)).toMatchObject({ id, state: 'lapsed', askedBy: asker.email })
    const { decidedAt } = await approvalOf(order)
    expect(await view(3, decidedAt!)).toMatchObject({ id })
    expect(await view(3.1)).toBeNull()
    await askRefund(testShop, asker, wish(order))
    expect(await view()).toMatchObject({ state: 'open' })
    const shipper = await aColleague('shipping')
    expect(await viewApproval(testShop.services, shipper, 'refund', order.id)).toBeNull()
  })

  test('is either approved or taken back, when both happen at once', async () => {
    const { order, id } = await asked()
    const [given, back] = await Promise.all([
      decide(second, id, 'approve'),
      decide(asker, id, 'withdraw'),
    ])
    expect([given.ok, back.ok].filter(Boolean)).toHaveLength(1)
    expect(await atProvider(order)).toEqual(given.ok ? [20_000] : [])
  })

  test('is neither declined nor approved by staff without its duty', async () => {
    const { order, id } = await asked()
    const shipper = await aColleague('shipping', 'emails', 'accounting')
    for (const how of ['decline', 'approve'] as const) {
      expect(await decide(shipper, id, how)).toMatchObject({ ok: false, status: 403 })
    }
    const open = eq(approvals.subject, order.id)
    expect(await testShop.db.select().from(approvals).where(open)).toMatchObject([
      { state: 'open' },
    ])
  })

  test('is declined, and one small refund after another meets the limit too', async () => {
    const { order, id } = await asked()
    expect(await askRefund(testShop, second, wish(order))).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('A refund or replacement of this order is waiting'),
    })
    expect(await decide(second, id, 'withdraw')).toMatchObject({
      sentence: 'Only the person who asked for this can withdraw it.',
    })
    expect(await decide(second, id, 'decline')).toMatchObject({ ok: true })
    // What failed was never refunded, and what was refunded in the provider's dashboard asked nobody here.
    const earlier = { orderId: order.id, amountCents: 9_000 }
    await testShop.db.insert(refunds).values([
      { ...earlier, requestKey: `staff:${order.id}:refused`, cause: 'staff', state: 'failed' },
      { ...earlier, requestKey: `provider:${order.id}`, cause: 'provider', state: 'made' },
    ])
    const small = (cents: number) => askRefund(testShop, asker, wish(order, cents))
    expect(await small(6_000)).toMatchObject({ state: 'made' })
    // The limit itself needs nobody else; what is not made yet counts as well.
    await setFault({ match: 'POST /v1/refunds', fault: 'error-before', times: 20 })
    expect(await small(4_000)).toMatchObject({ state: 'requested' })
    await clearFaults()
    expect(await small(1)).toMatchObject({ state: 'waiting' })
    expect(await atProvider(order)).toEqual([6_000])
  })

  test('is checked again: too little is left, or who asked may no longer refund', async () => {
    const { order, id } = await asked()
    await setRules({ refundOverCents: null, endsRelease: false })
    const rest = order.totalCents - 10_000
    expect(await askRefund(testShop, third, wish(order, rest))).toMatchObject({
      state: 'made',
    })
    expect(await decide(second, id, 'approve')).toMatchObject({
      sentence: 'That is more than can still be refunded.',
    })
    expect(await approvalOf(order)).toMatchObject({ state: 'open' })

    await setRules({ refundOverCents: 10_000, endsRelease: true })
    const changes = [
      (of: string) => sql`update users set role = 'member' where id = ${of}`,
      (of: string) => sql`update staff_duties set duty = 'shipping' where user_id = ${of}`,
      (of: string) => sql`update users set erase_at = now() + interval '1 day' where id = ${of}`,
    ]
    for (const change of changes) {
      const former = await aColleague('support')
      const other = await anOrder()
      await askRefund(testShop, former, wish(other))
      await testShop.db.execute(change(former.id))
      const { id: late } = await approvalOf(other)
      expect(await decide(second, late, 'approve')).toMatchObject({
        sentence: expect.stringContaining('no longer has the duty'),
      })
      expect(await atProvider(other)).toEqual([])
    }
  })

  test('asks for the code of the second factor again, to ask and to approve', async () => {
    const order = await anOrder()
    const stale = { ...asker, isCodeStale: true }
    expect(await previewRefund(testShop, stale, wish(order))).toMatchObject({ isCodeDue: true })
    expect(await askRefund(testShop, stale, wish(order))).toMatchObject({ isCodeDue: true })
    const { id } = await asked()
    expect(await decide({ ...second, isCodeStale: true }, id, 'approve')).toMatchObject({
      isCodeDue: true,
    })
    // Below the limit nothing is asked.
    expect(await askRefund(testShop, stale, wish(order, 5_000))).toMatchObject({
      state: 'made',
    })
  })
})

describe('the end of a release', () => {
  test('waits for a second person, and happens once', async () => {
    const { release } = await aRelease(testShop.db, { name: 'Autumn' })
    const { id, version } = release
    const end = (viewer: typeof asker & { isCodeStale?: boolean }) =>
      endRelease(testShop.services, viewer, { id, version, name: 'Autumn' })
    expect(await end({ ...asker, isCodeStale: true })).toMatchObject({
      ...{ ok: false, isCodeDue: true },
    })
    const waiting = { ok: true, done: { isWaiting: true } }
    expect(await end(asker)).toMatchObject(waiting)
    expect(await end(asker)).toMatchObject(waiting)
    const stateNow = async () =>
      (await testShop.db.select().from(releases).where(eq(releases.id, id)))[0]!.state
    expect(await stateNow()).toBe('scheduled')
    expect(await tasksOf(second, release)).toMatchObject([{ kind: 'release-approval' }])
    const { id: approval } = await approvalOf(release)
    const { release: other } = await aRelease(testShop.db, { name: 'Winter' })
    expect(await approveEnd(testShop.services, second, { approval, id: other.id })).toMatchObject({
      ok: false,
      status: 404,
    })
    expect(await approveEnd(testShop.services, asker, { approval, id })).toMatchObject({
      sentence: expect.stringContaining('You asked for this yourself'),
    })
    const decided = await Promise.all(
      [second, third].map((who) => approveEnd(testShop.services, who, { approval, id })),
    )
    expect(decided.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await stateNow()).toBe('ended')
    expect((await logOf(release)).map(([action]) => action)).toEqual([
      'approval-asked',
      'approval-given',
      'release-ended',
    ])
  })

  test('is not approved of what is a draft again, nor called ended then', async () => {
    const { release } = await aRelease(testShop.db, { name: 'Spring' })
    const { id, version } = release
    await endRelease(testShop.services, asker, { id, version, name: 'Spring' })
    const { id: approval } = await approvalOf(release)
    await testShop.db.update(releases).set({ state: 'draft' }).where(eq(releases.id, id))
    expect(await approveEnd(testShop.services, second, { approval, id })).toMatchObject({
      sentence: 'The release is in another state now.',
    })
  })

  test('is not approved for one who no longer has the duty', async () => {
    const { release } = await aRelease(testShop.db, { name: 'Later' })
    const { id, version } = release
    const former = await aColleague('releases')
    const asking = endRelease(testShop.services, former, { id, version, name: 'Later' })
    expect(await asking).toMatchObject({ ok: true, done: { isWaiting: true } })
    await testShop.db.execute(
      sql`update staff_duties set duty = 'shipping' where user_id = ${former.id}`,
    )
    const { id: approval } = await approvalOf(release)
    expect(await approveEnd(testShop.services, second, { approval, id })).toMatchObject({
      sentence: expect.stringContaining('no longer has the duty'),
    })
    const [row] = await testShop.db.select().from(releases).where(eq(releases.id, id))
    expect(row).toMatchObject({ state: 'scheduled' })
  })

  test('is not brought about by an earlier hour', async () => {
    // Forms have whole minutes.
    const inMinutes = (count: number) =>
      new Date((Math.floor(Date.now() / 60_000) + count) * 60_000)
    const { release } = await aRelease(testShop.db, {
      ...{ waves: [22], opensAt: inMinutes(20), closesAt: inMinutes(600) },
    })
    await testShop.db.execute(sql`
      update release_waves set opens_at = date_trunc('minute', opens_at)
      where release_id = ${release.id}`)
    const save = async (closesAt: Date) => {
      const { fields, version } = (await staffReleaseById(testShop.db, release.id))!
      const zone = testShop.services.settings.timeZone
      const typed = sentAs(typedOf({ ...fields, closesAt }, zone))
      return saveReleaseHours(testShop.services, asker, { ...typed, id: release.id, version })
    }
    expect(await save(inMinutes(50))).toMatchObject({
      ...{ ok: false, status: 400 },
      errors: {
        closesAt:
          'This would end the release within the hour, which needs a second person: end it under Check',
      },
    })
    expect(await save(inMinutes(300))).toMatchObject({ ok: true })
    // One that closes within the hour anyway is extended by one person.
    const closing = (closesAt: Date) =>
      testShop.db.update(releases).set({ closesAt }).where(eq(releases.id, release.id))
    await closing(inMinutes(40))
    expect(await save(inMinutes(45))).toMatchObject({ ok: true })
    await closing(inMinutes(300))
    await setRules({ refundOverCents: 10_000, endsRelease: false })
    expect(await save(inMinutes(50))).toMatchObject({ ok: true })
  })
})

describe('what needs a second person', () => {
  test.each([
    [[], false, false],
    [['shipping', 'accounting'], false, false],
    [['support'], true, false],
    [['releases'], false, true],
    [['support', 'releases'], true, true],
    [['owner'], true, true],
  ] as const)(
    'with an owner and staff of these duties alone: %o',
    async (duties, maySetRefunds, maySetReleases) => {
      await setRules({ refundOverCents: null, endsRelease: false })
      const { rows: others } = await testShop.db.execute<{ id: string }>(sql`
        update users set role = 'member' where role = 'staff' and id <> ${third.id} returning id`)
      for (const duty of duties) await aColleague(duty)
      const save = async (refundOverCents: number | null, endsRelease: boolean) => {
        const { version } = await approvalRulesNow(testShop.db)
        return (await saveRules(third, { refundOverCents, endsRelease, version })).ok
      }
      expect(await save(10_000, false)).toBe(maySetRefunds)
      expect(await save(null, true)).toBe(maySetReleases)
      expect(await save(10_000, true)).toBe(maySetRefunds && maySetReleases)
      expect(await save(null, false)).toBe(true)
      for (const { id } of others) {
        await testShop.db.execute(sql`update users set role = 'staff' where id = ${id}`)
      }
    },
  )

  test('is set by owners only, where somebody else could approve, and is nothing at first', async () => {
    await setRules({ refundOverCents: 100_000_000, endsRelease: true })
    const before = await approvalRulesNow(testShop.db)
    const rules = { refundOverCents: 5_000, endsRelease: false, version: before.version }
    expect(await saveRules(second, rules)).toMatchObject({ status: 403 })
    for (const refundOverCents of [-1, 0, 100_000_001]) {
      expect(await saveRules(third, { ...rules, refundOverCents })).toMatchObject({
        status: 400,
        errors: { over: expect.stringContaining('between 0.01 and 1,000,000') },
      })
    }
    expect(await saveRules(third, { ...rules, version: before.version - 1 })).toMatchObject({
      status: 409,
      sentence: expect.stringContaining('This was saved elsewhere'),
    })
    const { rows: others } = await testShop.db.execute<{ id: string }>(sql`
      update users set role = 'member' where role = 'staff' and id <> ${third.id} returning id`)
    expect(await saveRules(third, rules)).toMatchObject({
      status: 409,
      sentence: expect.stringContaining('Fewer than two people could approve this'),
    })
    for (const { id } of others) {
      await testShop.db.execute(sql`update users set role = 'staff' where id = ${id}`)
    }
    await setRules({ refundOverCents: null, endsRelease: false })
    const [logged] = await testShop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectLabel, 'second approval'))
      .orderBy(desc(auditLog.id))
      .limit(1)
    expect(logged).toMatchObject({
      before: { refundOverCents: 100_000_000, endsRelease: true },
      after: { refundOverCents: null, endsRelease: false },
    })
    const order = await anOrder()
    expect(await askRefund(testShop, asker, wish(order))).toMatchObject({ state: 'made' })
  })
})

test('a request is logged under its order or release, with its amount; an unknown one is not found', async () => {
  const { services, db } = testShop
  const logged = async ({ id }: { id: string }) =>
    (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).at(-1)
  const { order, id } = await asked()
  const unknown = { approval: 'unknown', number: order.number }
  expect(await approveRefund(services, second, unknown)).toMatchObject({ ok: false, status: 404 })
  expect(await decide(second, id, 'decline')).toMatchObject({ ok: true })
  expect(await logged(order)).toMatchObject({
    action: 'approval-declined',
    subjectLabel: `K-${order.number}`,
    after: { requestedBy: asker.email, amountCents: 20_000 },
  })
  const { release } = await aRelease(db, { name: 'Spring' })
  const { version } = (await staffReleaseById(db, release.id))!
  await endRelease(services, asker, { id: release.id, version, name: 'Spring' })
  expect(await logged(release)).toMatchObject({
    action: 'approval-asked',
    subjectLabel: 'Spring',
  })
})
