import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { blockedZipCodes } from '#catalogue/destinations/state-rules/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import { openFlagsOf } from '#orders/flags/order-flags.store.server.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { viewCart } from '#storefront/cart/view-cart.actions.server.ts'
import { cardToken, clearFaults, payAt } from '#tests/harness/provider.ts'
import { endRules, homes, licence, stateRule } from '#tests/harness/state-rules.ts'
import { countStatements } from '#tests/harness/statements.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { openOrReuseCheckout } from './open-checkout.actions.server.ts'
import { recordPayment } from './record-payment.actions.server.ts'

const wine = 'malbec-2022'
/** Twenty-four bottles, twelve, and three cases of ours. */
const ml = { bottles24: 18_000, bottles12: 9_000, cases3: 6_750 } as const
let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 10_000)
  for (const state of ['MN', 'DC', 'NE', 'OH', 'TX', 'VT']) await endRules(testShop.db, state)
})

type Member = { id: string; email: string }
type Method = 'ground' | 'pickup'

async function fill(member: Member, cases: number, method: Method = 'ground') {
  const { shop } = testShop
  await shop.changeCart(member, { kind: 'add', productId: wine })
  await shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: cases })
  await shop.changeCart(member, { kind: 'choose-shipping', method })
}

async function start(member: Member, cases: number, method: Method = 'ground') {
  await fill(member, cases, method)
  return testShop.shop.startCheckout(member)
}

/** Orders and pays so many cases. */
async function buy(member: Member, cases: number) {
  const started = await start(member, cases)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email: member.email })
  await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
}

const open = (member: Member, channel: 'cart' | 'card' = 'cart') =>
  openOrReuseCheckout(testShop.services, member, { claims: {}, channel, address: '', typed: {} })

const cartOf = (member: Member) => viewCart(testShop.services, { ...member, isLimited: false })

/** What the law says at a moment to a buyer who wants so many cases. */
async function problemAt(member: Member, cases: number, at: string, home: object = homes.MN) {
  const shipTo = { name: 'Ana Ruiz', birthdate: null, addressExtra: '', ...home } as never
  const sale = { shipTo, userId: member.id, email: member.email, units: { [wine]: cases } }
  return (await stateVerdict(testShop.db, sale, new Date(at))).problem
}

describe('24 bottles a year for one person in Minnesota', () => {
  const rule = { limitMl: ml.bottles24, countedBy: 'person', countedIn: 'calendar-year' } as const

  test('three and three cases go, then two of three, then none; and three again in the next year', async () => {
    const { db, services } = testShop
    await stateRule(db, 'MN', rule)
    const ana = await aMember(db, homes.MN)
    await fill(ana, 1)
    expect((await cartOf(ana)).stateSays).toBeUndefined()
    await buy(ana, 3)
    await buy(ana, 3)
    const whyNot =
      'Minnesota lets one person receive 24 bottles a year; you have had 18. Two cases can go; or choose Local Pick up.'
    expect(await start(ana, 3)).toEqual({ ok: false, reason: 'over-volume', sentence: whyNot })
    expect(await db.$count(checkouts, eq(checkouts.userId, ana.id))).toBe(2)
    expect(await cartOf(ana)).toMatchObject({
      ...{ shipToProblem: 'over-volume', whyNot: 'over-volume', stateSays: whyNot },
    })
    expect(await start(ana, 3, 'pickup')).toMatchObject({ ok: true })
    await fill(ana, 2)
    expect(await cartOf(ana)).toMatchObject({
      ...{ shipToProblem: null, whyNot: null },
      stateSays:
        'Minnesota lets one person receive 24 bottles a year; you have had 18. After this order, no more can go.',
    })
    await buy(ana, 2)
    expect(await start(ana, 1)).toMatchObject({
      sentence:
        'Minnesota lets one person receive 24 bottles a year; you have had 24. No more can go for now; please choose Local Pick up.',
    })
    // Midnight in St. Paul, where the year is another than in the shop's time zone two hours long.
    const year = Number(services.clock().toISOString().slice(0, 4))
    expect(await problemAt(ana, 3, `${year + 1}-01-01T05:59:59Z`)).toBe('over-volume')
    expect(await problemAt(ana, 3, `${year + 1}-01-01T06:00:00Z`)).toBeNull()
  })

  test('the reader of a forwarded link is not told what the buyer has had', async () => {
    await stateRule(testShop.db, 'MN', { ...rule, limitMl: ml.cases3 })
    const ana = await aMember(testShop.db, homes.MN)
    await buy(ana, 2)
    await fill(ana, 2)
    const view = await viewCart(testShop.services, { ...ana, isLimited: true })
    expect(view).toMatchObject({ whyNot: 'over-volume' })
    expect(view.stateSays).toBeUndefined()
  })

  test('a proposal does nothing, and neither does a rule that has ended or not begun', async () => {
    const { db } = testShop
    await stateRule(db, 'MN', { ...rule, limitMl: 2_250, confirmedBy: null })
    await stateRule(db, 'MN', { ...rule, limitMl: 2_250, until: '2021-01-01' })
    await stateRule(db, 'MN', { ...rule, limitMl: 2_250, from: '2999-01-01' })
    expect(await start(await aMember(db, homes.MN), 3)).toMatchObject({ ok: true })
  })

  test('what is refunded or taken back is free again', async () => {
    const { db } = testShop
    await stateRule(db, 'MN', rule)
    const ana = await aMember(db, homes.MN)
    const now = () => testShop.services.clock().toISOString()
    const left = async () => {
      for (const cases of [3, 2, 1]) if (!(await problemAt(ana, cases + 5, now()))) return cases
      return 0
    }
    await buy(ana, 3)
    expect(await left()).toBe(0)
    const [order] = await db.select().from(orders).where(eq(orders.userId, ana.id))
    const returned = (units: number) =>
      db.execute(sql`update order_lines set returned = ${units} where order_id = ${order!.id}`)
    await returned(2)
    expect(await left()).toBe(2)
    await returned(0)
    const refunded = (of: 'total_cents' | '0') =>
      db.execute(sql`update orders set refunded_cents = ${sql.raw(of)} where id = ${order!.id}`)
    await refunded('total_cents')
    expect(await left()).toBe(3)
    await refunded('0')
    expect(await left()).toBe(0)
  })
})

test('12 bottles a month in the District: three cases, then one, and never more from two tabs at once', async () => {
  const { db } = testShop
  await stateRule(db, 'DC', {
    ...{ limitMl: ml.bottles12, countedBy: 'person', countedIn: 'calendar-month' },
  })
  const ana = await aMember(db, homes.DC)
  await buy(ana, 3)
  expect(await start(ana, 2)).toMatchObject({ reason: 'over-volume' })
  // The same person by name and birthdate, in two accounts.
  const twins = await Promise.all(
    [1, 2].map(() => aMember(db, { ...homes.DC, birthdate: '1980-02-03' })),
  )
  for (const twin of twins) await fill(twin, 3)
  const tabs = await Promise.all(
    twins.flatMap((twin) => [open(twin), open(twin, 'card'), open(twin)]),
  )
  const opened = new Set(tabs.flatMap((tab) => ('checkout' in tab ? [tab.checkout.userId] : [])))
  expect(opened.size).toBe(1)
  expect(tabs.filter((tab) => 'reason' in tab && tab.reason === 'over-volume').length).toBe(3)
})

test('what is paid after its hold has ended is refunded whole where the law allows no more by then', async () => {
  const { db, shop, services } = testShop
  await stateRule(db, 'MN', {
    ...{ limitMl: 4_500, countedBy: 'person', countedIn: 'calendar-year' },
  })
  const ana = await aMember(db, homes.MN)
  const started = await start(ana, 2)
  if (!started.ok) throw new Error(started.reason)
  const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
  await payAt(started.url, { email: ana.email })
  // The hold ended without the provider's knowledge, and the same person bought as much in another account.
  await db.execute(sql`update checkouts set state = 'expired' where session_id = ${sessionId}`)
  const twin = await aMember(db, { ...homes.MN, birthdate: '1980-02-03' })
  await db.update(users).set({ birthdate: '1980-02-03' }).where(eq(users.id, ana.id))
  await db.execute(sql`update checkouts set ship_to = ship_to || '{"birthdate": "1980-02-03"}'
    where session_id = ${sessionId}`)
  await buy(twin, 2)
  expect(await recordPayment(services, sessionId)).toMatchObject({
    ...{ state: 'paid', notServed: 'over-volume' },
  })
  const [order] = await db.select().from(orders).where(eq(orders.userId, ana.id))
  const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, order!.id))
  expect(refund).toMatchObject({ amountCents: order!.totalCents })
  expect((await openFlagsOf(db, order!.id)).map(({ reason }) => reason)).toEqual([
    'address-not-served',
  ])
  expect(await shop.returnFromPayment(sessionId, '')).toMatchObject({ notServed: 'over-volume' })
})

test('two accounts of one household never pass its limit together, in a hundred pairs', async () => {
  const { db } = testShop
  await stateRule(db, 'NE', {
    ...{ limitMl: ml.cases3, countedBy: 'household', countedIn: 'calendar-month' },
  })
  const pair = async (number: number) => {
    const written = [`${number} North Main Street`, `${number} N. Main St.`]
    const both = await Promise.all(written.map((address) => aMember(db, { ...homes.NE, address })))
    for (const one of both) await fill(one, 2)
    return Promise.all(both.map((one) => open(one)))
  }
  const results: string[] = []
  for (let from = 1; from <= 100; from += 4) {
    const pairs = await Promise.all([0, 1, 2, 3].map((more) => pair(from + more)))
    results.push(
      ...pairs.map((both) =>
        both
          .map((one) => ('checkout' in one ? 'opened' : 'reason' in one ? one.reason : ''))
          .toSorted()
          .join(),
      ),
    )
  }
  expect(results).toEqual(Array.from({ length: 100 }, () => 'opened,over-volume'))
}, 180_000)

test('an open page does not count beside itself, and stays when a larger cart is refused', async () => {
  const { db } = testShop
  await stateRule(db, 'OH', {
    ...{ limitMl: 4_500, countedBy: 'address', countedIn: 'twelve-months' },
  })
  const ana = await aMember(db, homes.OH)
  const first = await start(ana, 1)
  expect(await start(ana, 2)).toMatchObject({ ok: true })
  expect(first).toMatchObject({ ok: true })
  const two = await open(ana)
  expect(await start(ana, 3)).toEqual({
    ...{ ok: false, reason: 'over-volume' },
    sentence:
      'Ohio lets one address receive 6 bottles in twelve months; yours has had 0. Two cases can go; or choose Local Pick up.',
  })
  if (!('checkout' in two)) throw new Error('not opened')
  const [still] = await db.select().from(checkouts).where(eq(checkouts.id, two.checkout.id))
  expect(still!.state).toBe('open')
})

test.each([
  [{ isSuspended: true }, 'state-suspended', 'We are not shipping wine to Ohio at the moment.'],
  [
    { largestOrderMl: 5_000 },
    'order-too-large',
    'One order to Ohio may hold 5 liters. Two cases can go; or choose Local Pick up.',
  ],
  [
    { needsBirthdate: true },
    'birthdate-needed',
    'We need your birthdate before we can send wine to Ohio: its rules ask for it.',
  ],
] as const)(
  '%j refuses as %s before any page is opened, on either way to pay',
  async (rule, reason, sentence) => {
    const { db, shop } = testShop
    await stateRule(db, 'OH', rule)
    const ana = await aMember(db, homes.OH)
    const refused = { ok: false, reason, sentence }
    expect(await start(ana, 3)).toEqual(refused)
    expect(
      await shop.payByCard({ ...ana, isLimited: false }, { token: await cardToken() }),
    ).toEqual(refused)
    expect(await cartOf(ana)).toMatchObject({ shipToProblem: reason, stateSays: sentence })
    expect(await start(ana, 3, 'pickup')).toMatchObject({ ok: true })
  },
)

test('a birthdate that the rules ask for is asked once; under 21 is refused as ever', async () => {
  const { db } = testShop
  await stateRule(db, 'OH', { needsBirthdate: true })
  const ana = await aMember(db, homes.OH)
  const born = (birthdate: string) =>
    db.update(users).set({ birthdate }).where(eq(users.id, ana.id))
  await fill(ana, 1)
  expect(await cartOf(ana)).toMatchObject({ whyNot: 'birthdate-needed' })
  await born('2020-01-01')
  expect(await cartOf(ana)).toMatchObject({ whyNot: 'under-21' })
  await born('1980-01-01')
  expect(await start(ana, 1)).toMatchObject({ ok: true })
})

test('a dry place is refused in the words of today, from its first day to its last', async () => {
  const { db } = testShop
  const dry = (from: string, until: string | null, confirmedAt: Date | null) =>
    db.insert(blockedZipCodes).values({
      ...{ zip: '05602', from, until, source: 'A law of the tests', addedBy: 'staff' },
      ...{ confirmedAt, confirmedBy: confirmedAt && 'staff' },
    })
  const ana = await aMember(db, homes.VT)
  await dry('2020-01-01', null, null)
  await dry('2020-01-01', '2021-01-01', new Date())
  expect(await start(ana, 1)).toMatchObject({ ok: true })
  await dry('2020-01-01', null, new Date())
  expect(await start(ana, 2)).toEqual({
    ...{ ok: false, reason: 'zip-not-served' },
    sentence: 'We are not permitted to ship wine to this ZIP code.',
  })
})

test('a licence suspends its state from the midnight after its last day, in the state’s own time', async () => {
  const { db, services } = testShop
  await licence(db, 'TX', '2030-06-30')
  const ana = await aMember(db, homes.TX)
  const at = (moment: string) => problemAt(ana, 1, moment, homes.TX)
  // 11:59 PM and midnight in Texas.
  expect(await at('2030-07-01T04:59:59Z')).toBeNull()
  expect(await at('2030-07-01T05:00:00Z')).toBe('state-suspended')
  const ended = await start(ana, 1)
  expect(ended).toMatchObject({ ok: services.clock() < new Date('2030-07-01') })
  await licence(db, 'TX', '2030-12-31')
  expect(await at('2030-07-01T05:00:00Z')).toBeNull()
})

test('no rule opens a state that is not served', async () => {
  await stateRule(testShop.db, 'UT')
  const home = { address: '1 Main Street', city: 'Salt Lake City', state: 'UT', zipCode: '84101' }
  expect(await start(await aMember(testShop.db, home), 1)).toEqual({
    ...{ ok: false, reason: 'state-not-served' },
  })
})

test('on a fresh start the cart and its checkout send no statement more, else one and its transaction', async () => {
  const { db } = testShop
  await stateRule(db, 'MN', {
    limitMl: ml.bottles24,
    countedBy: 'person',
    countedIn: 'calendar-year',
  })
  const counted = async (home: object) => {
    const member = await aMember(db, home)
    await fill(member, 1)
    const { statements: ofCart } = await countStatements(() => cartOf(member))
    const { statements: ofCheckout } = await countStatements(() => open(member))
    return { ofCart, ofCheckout }
  }
  const fresh = await counted({})
  expect(fresh.ofCheckout).toBe(2)
  expect(await counted(homes.MN)).toEqual({ ofCart: fresh.ofCart + 1, ofCheckout: 5 })
})
