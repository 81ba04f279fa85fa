import { randomUUID } from 'node:crypto'

import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { networkAttempts } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { attempts, mails } from '#mail/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { cardToken, payAt } from '#tests/harness/provider.ts'
import { createShop } from '#tests/harness/shop.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

let testShop: TestShop
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(() => setStock(testShop.db, wine, 300))

async function aBuyer({ cases = 3, emailVerified = false } = {}) {
  const member = await aMember(testShop.db, { emailVerified })
  await testShop.shop.changeCart(member, {
    kind: 'set-quantity',
    productId: wine,
    quantity: cases,
  })
  await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  return member
}

const buyers = (count: number, how?: Parameters<typeof aBuyer>[0]) =>
  Promise.all(Array.from({ length: count }, () => aBuyer(how)))

const start = (member: { id: string }, address: string) =>
  testShop.shop.startCheckout(member, {}, address)

const heldUnits = async () =>
  (await testShop.db.select().from(products).where(eq(products.id, wine)))[0]!.held

const confirmationsOf = (email: string) =>
  testShop.db.select().from(mails).where(eq(mails.recipient, email))

test('unconfirmed accounts of one network hold six units together, under concurrency', async () => {
  const members = await buyers(8)
  const started = await Promise.all(members.map((member) => start(member, '203.0.113.7')))
  expect(await heldUnits()).toBe(6)
  expect(started.filter((one) => one.ok)).toHaveLength(2)
  const refused = members.filter((_, index) => !started[index]!.ok)
  for (const one of started) if (!one.ok) expect(one.reason).toBe('confirm-first')
  const [email] = await confirmationsOf(refused[0]!.email)
  expect(JSON.stringify(email!.props)).toContain('&to=cart')
})

test('a card past that limit asks for the confirmation as the payment page does, once', async () => {
  const address = '203.0.113.17'
  const [first, second, third] = await buyers(3)
  for (const one of [first!, second!]) expect(await start(one, address)).toMatchObject({ ok: true })
  const { totals } = await testShop.shop.viewCart(third!)
  const pay = async () =>
    testShop.shop.payByCard(third!, {
      ...{ token: await cardToken(), amount: totals.charged!, address },
    })
  expect(await pay()).toEqual({ ok: false, reason: 'confirm-first' })
  const told = await confirmationsOf(third!.email)
  expect(told.map(({ kind }) => kind)).toEqual(['email-confirm'])
  expect(JSON.stringify(told[0]!.props)).toContain('&to=cart')
})

test('of all networks together they hold a tenth of the stock', async () => {
  await setStock(testShop.db, wine, 100)
  const members = await buyers(6)
  const started = await Promise.all(
    members.map((member, index) => start(member, `198.51.100.${index}`)),
  )
  expect(started.filter((one) => one.ok)).toHaveLength(3)
  expect(await heldUnits()).toBe(9)
})

const markAsCustomers = (members: readonly { id: string }[]) =>
  testShop.db
    .update(users)
    .set({ lastOrderAt: new Date() })
    .where(
      inArray(
        users.id,
        members.map(({ id }) => id),
      ),
    )

/** Minutes that each of the members' open holds has left, the longest first. */
async function minutesLeftOf(members: readonly { id: string }[]) {
  const open = await testShop.db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.state, 'open'),
        inArray(
          checkouts.userId,
          members.map(({ id }) => id),
        ),
      ),
    )
  const now = testShop.services.clock().getTime()
  return open
    .map(({ expiresAt }) => Math.round((expiresAt.getTime() - now) / 60_000))
    .toSorted((one, other) => other - one)
}

test('confirmed accounts without a paid order hold twelve units of a network together', async () => {
  await setStock(testShop.db, wine, 100)
  const members = await buyers(6, { emailVerified: true })
  const started = await Promise.all(members.map((member) => start(member, '203.0.113.30')))
  expect(started.every(({ ok }) => ok)).toBe(true)
  // Those past the limit for ten minutes only.
  expect(await minutesLeftOf(members)).toEqual([30, 30, 30, 30, 10, 10])
  const [elsewhere, here] = await buyers(2, { emailVerified: true })
  expect((await start(elsewhere!, '203.0.113.31')).ok).toBe(true)
  expect(await minutesLeftOf([elsewhere!])).toEqual([30])
  // Of a large stock a tenth.
  await setStock(testShop.db, wine, 201)
  expect((await start(here!, '203.0.113.30')).ok).toBe(true)
  expect(await minutesLeftOf([here!])).toEqual([30])
})

test('past the limit of their network they hold no more than half of what nobody else has, under concurrency', async () => {
  await setStock(testShop.db, wine, 30)
  const members = await buyers(16, { emailVerified: true })
  const started = await Promise.all(members.map((member) => start(member, '203.0.113.60')))
  // 12 of 30, and of the 18 that are left 9.
  expect(await minutesLeftOf(members)).toEqual([30, 30, 30, 30, 10, 10, 10])
  expect(await heldUnits()).toBe(21)
  for (const one of started) if (!one.ok) expect(one.reason).toBe('network-holds')
  // The other nine are for everybody else.
  const others = await buyers(3, { emailVerified: true })
  for (const [index, other] of others.entries()) {
    expect((await start(other, `203.0.113.${61 + index}`)).ok).toBe(true)
  }
  expect(await minutesLeftOf(others)).toEqual([30, 30, 30])
})

test.each([
  ['promised to others', 2, true],
  ['promised to others', 3, false],
  ['sold', 2, true],
  ['sold', 3, false],
  ['held by a customer', 2, true],
  ['held by a customer', 3, false],
] as const)(
  'what is %s is left to nobody: with %i of eight, three more: %s',
  async (how, cases, isHeld) => {
    await setStock(testShop.db, wine, 20)
    const here = '203.0.113.80'
    const [last, ...first] = await buyers(5, { emailVerified: true })
    for (const one of first) expect((await start(one, here)).ok).toBe(true)
    const [customer] = await buyers(1, { emailVerified: true, cases })
    await markAsCustomers([customer!])
    const counted = { 'promised to others': 'promised', sold: 'sold' } as const
    if (how === 'held by a customer') {
      expect((await start(customer!, '203.0.113.81')).ok).toBe(true)
    } else {
      const changes = { [counted[how]]: cases }
      await testShop.db.update(products).set(changes).where(eq(products.id, wine))
    }
    const started = await start(last!, here)
    expect(started.ok ? null : started.reason).toBe(isHeld ? null : 'network-holds')
    expect(await minutesLeftOf([last!])).toEqual(isHeld ? [10] : [])
  },
)

test('a short hold says until when on the payment page, keeps its time, and is followed by none for an hour', async () => {
  await setStock(testShop.db, wine, 40)
  const [late, ...first] = await buyers(5, { emailVerified: true })
  const network = '203.0.113.70'
  const openedBy = async (member: { id: string }) => {
    const started = await start(member, network)
    if (!started.ok) throw new Error(started.reason)
    const id = /cs_[^/?#]+/.exec(started.url)![0]
    return (await testShop.services.payments.getSession(id))!.note
  }
  for (const member of first) expect(await openedBy(member)).not.toContain('held until')
  const at = shopDates(testShop.services.settings.timeZone).time
  const until = new Date(testShop.services.clock().getTime() + 10 * 60_000)
  expect(await openedBy(late!)).toContain(` Your wine is held until ${at(until)}.`)
  testShop.pass(3)
  await testShop.shop.changeCart(late!, { kind: 'set-quantity', productId: wine, quantity: 2 })
  expect((await start(late!, network)).ok).toBe(true)
  expect(await minutesLeftOf([late!])).toEqual([7])
  testShop.pass(8)
  await testShop.shop.settlePendingPayments()
  expect(await minutesLeftOf([late!])).toEqual([])
  expect(await heldUnits()).toBe(12)
  expect(await start(late!, network)).toMatchObject({ reason: 'network-holds' })
  // With room in the network they hold as everybody does.
  testShop.pass(25)
  await testShop.shop.settlePendingPayments()
  expect((await start(late!, network)).ok).toBe(true)
  expect(await minutesLeftOf([late!])).toEqual([30])
})

test('many buyers behind one address buy all there is, as those before them pay', async () => {
  await setStock(testShop.db, wine, 24)
  const members = await buyers(8, { emailVerified: true })
  const network = '203.0.113.80'
  const waiting = [...members]
  let refused = 0
  while (waiting.length > 0) {
    const urls: string[] = []
    for (const member of waiting.splice(0)) {
      const started = await start(member, network)
      if (started.ok) urls.push(started.url)
      else {
        expect(started.reason).toBe('network-holds')
        refused += 1
        waiting.push(member)
      }
    }
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) {
      await payAt(url)
      await testShop.shop.recordPayment(/cs_[^/?#]+/.exec(url)![0])
    }
  }
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  expect([row!.sold, row!.held]).toEqual([24, 0])
  // Six at once, then the other two.
  expect(refused).toBe(2)
})

test('a hold of an account without a paid order is renewed twice at most', async () => {
  const [member] = await buyers(1, { emailVerified: true })
  const [customer] = await buyers(1, { emailVerified: true })
  await markAsCustomers([customer!])
  const change = async (who: { id: string }, quantity: number) => {
    await testShop.shop.changeCart(who, { kind: 'set-quantity', productId: wine, quantity })
    return start(who, '203.0.113.40')
  }
  const holdEnds = async (who: { id: string }) => {
    const isOwn = and(eq(checkouts.userId, who.id), eq(checkouts.state, 'open'))
    const [open] = await testShop.db.select().from(checkouts).where(isOwn)
    return Math.round((open!.expiresAt.getTime() - testShop.services.clock().getTime()) / 60_000)
  }
  const begun = testShop.services.clock().getTime()
  const minutesLeft: Record<string, number[]> = { member: [], customer: [] }
  for (const quantity of [3, 2, 1, 2]) {
    expect((await change(member!, quantity)).ok).toBe(true)
    minutesLeft.member!.push(await holdEnds(member!))
    expect((await change(customer!, quantity)).ok).toBe(true)
    minutesLeft.customer!.push(await holdEnds(customer!))
    testShop.pass(10)
  }
  expect(minutesLeft).toEqual({ member: [30, 30, 30, 20], customer: [30, 30, 30, 30] })
  testShop.pass(6)
  expect(testShop.services.clock().getTime()).toBeGreaterThan(begun)
  expect(await change(member!, 3)).toMatchObject({ reason: 'held-enough' })
  expect((await change(customer!, 3)).ok).toBe(true)
})

test('one account starts twenty payments an hour at most', async () => {
  await setStock(testShop.db, wine, null)
  const [member] = await buyers(1, { emailVerified: true })
  const reasons: (string | null)[] = []
  const ofMember = eq(checkouts.userId, member!.id)
  for (let n = 0; n < 21; n++) {
    if (n === 1) {
      // Pages for other things than a cart are not counted.
      const [cart] = await testShop.db.select().from(checkouts).where(ofMember)
      const page = { ...cart!, channel: 'difference', state: 'expired', sessionId: null } as const
      const pages = Array.from({ length: 20 }, () => ({ ...page, id: randomUUID() }))
      await testShop.db.insert(checkouts).values(pages)
    }
    await testShop.shop.changeCart(member!, {
      kind: 'set-quantity',
      productId: wine,
      quantity: 1 + (n % 3),
    })
    const started = await start(member!, '203.0.113.50')
    reasons.push(started.ok ? null : started.reason)
  }
  expect(reasons.slice(0, 20).every((reason) => reason === null)).toBe(true)
  expect(reasons[20]).toBe('often-started')
})

test('one network changes what is being paid two hundred times an hour at most', async () => {
  await setStock(testShop.db, wine, null)
  const [member] = await buyers(1, { emailVerified: true })
  const change = async (quantity: number, address: string) => {
    await testShop.shop.changeCart(member!, { kind: 'set-quantity', productId: wine, quantity })
    const started = await start(member!, address)
    return started.ok || started.reason
  }
  expect(await change(1, '203.0.113.60')).toBe(true)
  const { db } = testShop
  const limit = { minutes: 60, max: 200 }
  const made = networkAttempts('checkout-changes', limit, '203.0.113.60').map(({ key }) => key)
  await db.insert(attempts).values({ key: made[0]!, count: 199, since: new Date() })
  expect(await change(2, '203.0.113.60')).toBe(true)
  expect(await change(3, '203.0.113.60')).toBe('often-started')
  expect(await change(3, '203.0.113.61')).toBe(true)
})

test('customers who have paid an order are neither limited nor counted', async () => {
  const confirmed = await buyers(5, { emailVerified: true })
  await markAsCustomers(confirmed)
  for (const one of await Promise.all(confirmed.map((member) => start(member, '203.0.113.7')))) {
    expect(one.ok).toBe(true)
  }
  const [first, second, third] = await buyers(3)
  expect((await start(first!, '203.0.113.7')).ok).toBe(true)
  expect((await start(second!, '203.0.113.7')).ok).toBe(true)
  expect(await start(third!, '203.0.113.7')).toMatchObject({ reason: 'confirm-first' })
  // After confirmation the cart is unchanged, and what the other two hold no longer counts.
  await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, third!.id))
  expect((await testShop.shop.viewCart(third!)).cart).toMatchObject({
    lines: [{ quantity: 3 }],
    shipping: 'ground',
  })
  expect((await start(third!, '203.0.113.7')).ok).toBe(true)
  await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, first!.id))
  const [fourth] = await buyers(1)
  expect((await start(fourth!, '203.0.113.7')).ok).toBe(true)
})

test('twenty clicks of one buyer make one hold', async () => {
  const [member] = await buyers(1)
  const started = await Promise.all(Array.from({ length: 20 }, () => start(member!, '203.0.113.7')))
  expect(new Set(started.map((one) => one.ok && one.url)).size).toBe(1)
  expect(await heldUnits()).toBe(3)
})

test('a buyer whose hold ended unpaid waits ten minutes', async () => {
  const [member] = await buyers(1)
  await start(member!, '203.0.113.8')
  testShop.pass(31)
  const networks = async () => {
    const mine = eq(checkouts.userId, member!.id)
    const rows = await testShop.db.select().from(checkouts).where(mine)
    return rows.map(({ holderNetwork }) => holderNetwork)
  }
  expect(await networks()).toEqual([expect.any(String)])
  await testShop.shop.settlePendingPayments()
  expect(await heldUnits()).toBe(0)
  // What is over is counted nowhere, so that the network is forgotten.
  expect(await networks()).toEqual([null])
  expect(await start(member!, '203.0.113.8')).toMatchObject({ reason: 'confirm-first' })
  testShop.pass(11)
  expect((await start(member!, '203.0.113.8')).ok).toBe(true)
  expect(await heldUnits()).toBe(3)
})

test('changing the cart neither renews nor loses a hold', async () => {
  const [member] = await buyers(1)
  await start(member!, '203.0.113.9')
  await testShop.shop.changeCart(member!, { kind: 'set-quantity', productId: wine, quantity: 2 })
  expect((await start(member!, '203.0.113.9')).ok).toBe(true)
  testShop.pass(15)
  await testShop.shop.changeCart(member!, { kind: 'set-quantity', productId: wine, quantity: 1 })
  expect(await start(member!, '203.0.113.9')).toMatchObject({ reason: 'confirm-first' })
  expect(await heldUnits()).toBe(2)
})

test.each([
  [10 * 60_000, { ok: true }],
  [10 * 60_000 + 1, { ok: false, reason: 'confirm-first' }],
])('a hold may change for ten minutes from its start: after %i ms', async (later, result) => {
  const [member] = await buyers(1)
  const began = testShop.services.clock()
  const startedAfter = async (ms: number, quantity: number) => {
    const clock = () => new Date(began.getTime() + ms)
    await testShop.shop.changeCart(member!, { kind: 'set-quantity', productId: wine, quantity })
    return createShop({ ...testShop.services, clock }).startCheckout(member!, {}, '203.0.113.10')
  }
  expect(await startedAfter(0, 1)).toMatchObject({ ok: true })
  expect(await startedAfter(later, 2)).toMatchObject(result)
})

test('unlimited stock is held without limits, and the network is not saved', async () => {
  await setStock(testShop.db, wine, null)
  const members = await buyers(4)
  for (const member of members) expect((await start(member, '203.0.113.7')).ok).toBe(true)
  const rows = await testShop.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.userId, members[0]!.id))
  expect(rows[0]!.holderNetwork).toBeNull()
})

test('guests of an offer count too', async () => {
  const shipTo = null
  const startOffer = (token: string) =>
    testShop.shop.startOffer(
      { viewer: null, token, address: '203.0.113.20' },
      { productId: wine, quantity: 3, shipTo },
    )
  const started = await Promise.all(
    ['a', 'b', 'c', 'd'].map((digit) =>
      startOffer(digit.repeat(8) + '-0000-4000-8000-000000000000'),
    ),
  )
  expect(started.filter((one) => one.ok)).toHaveLength(2)
  expect(started.find((one) => !one.ok)).toMatchObject({ reason: 'confirm-first' })
  expect(await heldUnits()).toBe(6)
})
