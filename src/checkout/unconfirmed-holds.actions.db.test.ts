import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { mails } from '#mail/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { checkouts, products } from '#catalogue/tables.ts'
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

test('confirmed accounts without a paid order hold twelve units of a network together', async () => {
  await setStock(testShop.db, wine, 100)
  const members = await buyers(6, { emailVerified: true })
  const started = await Promise.all(members.map((member) => start(member, '203.0.113.30')))
  expect(started.filter((one) => one.ok)).toHaveLength(4)
  for (const one of started) if (!one.ok) expect(one.reason).toBe('network-holds')
  expect(await heldUnits()).toBe(12)
  const refused = members.filter((_, index) => !started[index]!.ok)
  expect((await start(refused[0]!, '203.0.113.31')).ok).toBe(true)
  // Of a large stock a tenth.
  await setStock(testShop.db, wine, 150)
  expect((await start(refused[1]!, '203.0.113.30')).ok).toBe(true)
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
  for (let n = 0; n < 21; n++) {
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
  await testShop.shop.settlePendingPayments()
  expect(await heldUnits()).toBe(0)
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
