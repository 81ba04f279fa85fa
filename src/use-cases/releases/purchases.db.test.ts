import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { endPromises } from '#data/releases/promises.ts'
import { deletePerson } from '#data/people/forget-person.ts'
import { allocations, checkoutAllocations, releases } from '#data/schema/releases.ts'
import { orders, refunds } from '#data/schema/orders.ts'
import { checkouts, products } from '#data/schema/trade.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { askProvider, payAt } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
afterEach(async () => {
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
})

type Released = Awaited<ReturnType<typeof aRelease>>

/** A release of a wine that has a price at the provider. */
async function released(wish: Parameters<typeof aRelease>[1] = {}): Promise<Released> {
  const made = await aRelease(testShop.db, wish)
  const { data } = await testShop.stripe.prices.list({ limit: 1 })
  const { id: priceId } = await testShop.stripe.prices.create({
    product: data[0]!.product as string,
    currency: 'usd',
    unit_amount: 45_000,
  })
  await testShop.db.update(products).set({ priceId }).where(eq(products.id, made.wine))
  return made
}

const { changeCart, startCheckout, recordPayment } = new Proxy({} as TestShop['shop'], {
  get:
    (_shop, name: keyof TestShop['shop']) =>
    (...rest: never[]) =>
      (testShop.shop[name] as (...rest: never[]) => unknown)(...rest),
})

async function inCart(member: { id: string }, wine: string, quantity = 1) {
  await changeCart(member, { kind: 'add', productId: wine })
  const { whyNot } = await changeCart(member, { kind: 'set-quantity', productId: wine, quantity })
  await changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  return whyNot
}

/** A cart filled past its page's limits, as a crafted request or an older tab does. */
async function forceCart(member: { id: string }, wine: string, quantity: number) {
  await testShop.db.execute(sql`
    insert into carts (user_id, shipping_method) values (${member.id}, 'ground')
    on conflict (user_id) do update set shipping_method = 'ground'`)
  await testShop.db.execute(sql`
    insert into cart_lines (user_id, product_id, quantity) values (${member.id}, ${wine}, ${quantity})
    on conflict (user_id, product_id) do update set quantity = ${quantity}`)
}

async function aCustomer(made: Released, units: number, wave = 0) {
  const member = await aMember(testShop.db)
  const allocation = await allocate(testShop.db, made, member, units, wave)
  return { member, allocation }
}

const wineOf = async ({ wine }: Released) => {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, wine))
  const { stock, held, sold, promised } = row!
  return { held, sold, promised, free: stock! - held - sold - promised }
}

const allocationOf = async (id: string) => {
  const [row] = await testShop.db.select().from(allocations).where(eq(allocations.id, id))
  return { units: row!.units, held: row!.held, bought: row!.bought }
}

const sessionIn = (url: string) => /cs_[^/?#]+/.exec(url)![0]

async function pay(started: Awaited<ReturnType<typeof startCheckout>>) {
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  return recordPayment(sessionIn(started.url))
}

const setRelease = (made: Released, change: Partial<typeof releases.$inferInsert>) =>
  testShop.db.update(releases).set(change).where(eq(releases.id, made.release.id))

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('what is promised', () => {
  test('is held, bought and taken off the promise, in one order after another', async () => {
    const made = await released()
    const { member, allocation } = await aCustomer(made, 4)
    expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 4, free: 96 })
    expect(await inCart(member, made.wine, 3)).toBeNull()
    const started = await startCheckout(member)
    expect(await wineOf(made)).toEqual({ held: 3, sold: 0, promised: 1, free: 96 })
    expect(await allocationOf(allocation)).toEqual({ units: 4, held: 3, bought: 0 })
    expect(await pay(started)).toMatchObject({ state: 'paid', notServed: null })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 3, promised: 1, free: 96 })
    expect(await allocationOf(allocation)).toEqual({ units: 4, held: 0, bought: 3 })
    expect(await inCart(member, made.wine, 2)).toBe('allocation-used')
    expect(await pay(await startCheckout(member))).toMatchObject({ state: 'paid' })
    expect(await allocationOf(allocation)).toEqual({ units: 4, held: 0, bought: 4 })
    expect(await inCart(member, made.wine, 1)).toBe('allocation-used')
    await forceCart(member, made.wine, 1)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'allocation-used' })
  })

  test('is left for each of its customers, whatever the others try', async () => {
    const made = await released({ stock: 10 })
    const customers = await Promise.all(Array.from({ length: 10 }, () => aCustomer(made, 1)))
    const others = await Promise.all(Array.from({ length: 30 }, () => aMember(testShop.db)))
    await Promise.all(
      others.map(async (other, index) => {
        await forceCart(other, made.wine, 1 + (index % 3))
        expect(await startCheckout(other)).toEqual({ ok: false, reason: 'no-allocation' })
      }),
    )
    await Promise.all(customers.map(({ member }) => inCart(member, made.wine)))
    const started = await Promise.all(customers.map(({ member }) => startCheckout(member)))
    expect(started.filter(({ ok }) => ok)).toHaveLength(10)
    expect(await wineOf(made)).toEqual({ held: 10, sold: 0, promised: 0, free: 0 })
  })

  test('is never exceeded by parallel checkouts of one customer', async () => {
    const made = await released()
    const { member, allocation } = await aCustomer(made, 4)
    for (let order = 0; order < 3; order++) {
      await forceCart(member, made.wine, 3)
      const started = await Promise.all(Array.from({ length: 20 }, () => startCheckout(member)))
      const open = await testShop.db
        .select()
        .from(checkouts)
        .where(sql`user_id = ${member.id} and state = 'open'`)
      expect(open.length).toBeLessThanOrEqual(1)
      for (const one of started) if (one.ok) await pay(one)
    }
    expect(await allocationOf(allocation)).toEqual({ units: 4, held: 0, bought: 3 })
    expect(await wineOf(made)).toMatchObject({ held: 0, sold: 3, promised: 1 })
  })

  test('is drawn on the allocation whose promise ends first', async () => {
    const made = await released()
    const { member, allocation } = await aCustomer(made, 2)
    const [grant] = await testShop.db
      .insert(allocations)
      .values({
        releaseId: made.release.id,
        productId: made.wine,
        userId: member.id,
        units: 1,
        origin: 'grant',
        requestId: crypto.randomUUID(),
        promiseUntil: new Date(Date.now() + 600_000),
        isPromised: true,
      })
      .returning()
    await testShop.db.update(products).set({ promised: 3 }).where(eq(products.id, made.wine))
    await inCart(member, made.wine, 3)
    const started = await startCheckout(member)
    expect(started.ok).toBe(true)
    expect(await allocationOf(grant!.id)).toMatchObject({ held: 1 })
    expect(await allocationOf(allocation)).toMatchObject({ held: 2 })
    await pay(started)
    // A grant is bought also where the release has closed, and not after its own promise.
    await testShop.db.update(allocations).set({ units: 3 }).where(eq(allocations.id, grant!.id))
    await testShop.db.update(products).set({ promised: 2 }).where(eq(products.id, made.wine))
    await setRelease(made, { closesAt: ago(1) })
    await inCart(member, made.wine, 1)
    expect(await pay(await startCheckout(member))).toMatchObject({ state: 'paid' })
    await testShop.db
      .update(allocations)
      .set({ promiseUntil: ago(1) })
      .where(eq(allocations.id, grant!.id))
    await forceCart(member, made.wine, 1)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'release-closed' })
    await endPromises(testShop.db)
    expect(await wineOf(made)).toMatchObject({ promised: 0 })
  })
})

describe('the free pool', () => {
  const guest = (wine: string, quantity = 1) =>
    testShop.shop.startOffer(
      { viewer: null, token: null, address: '203.0.113.7' },
      { productId: wine, quantity, shipTo: null },
    )
  const offer = (wine: string) =>
    testShop.db.transaction(async (tx) => {
      await tx.update(products).set({ isOffered: false })
      await tx.update(products).set({ isOffered: true }).where(eq(products.id, wine))
    })

  test('is all that the offer and payment links sell', async () => {
    const made = await released({ stock: 2 })
    const { member } = await aCustomer(made, 2)
    await offer(made.wine)
    expect((await testShop.shop.viewOffer('offering'))!.isOpen).toBe(false)
    expect(await guest(made.wine)).toEqual({ ok: false, reason: 'sold-out' })
    expect(await guest('malbec-2022')).toEqual({ ok: false, reason: 'release-closed' })

    const { rateIds, taxRateId } = testShop.services.settings
    const [row] = await testShop.db.select().from(products).where(eq(products.id, made.wine))
    const session = await askProvider().checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: row!.priceId!, quantity: 1, tax_rates: [taxRateId] }],
      shipping_address_collection: { allowed_countries: ['US'] },
      shipping_options: [{ shipping_rate: rateIds.ground[1] }],
      success_url: 'https://shop.example/success_offering?session_id={CHECKOUT_SESSION_ID}',
    })
    await payAt(session.url!, {
      shipping_name: 'Eva Marsh',
      shipping_line1: '400 Congress Ave',
      shipping_city: 'Austin',
      shipping_state: 'TX',
      shipping_postal_code: '78701',
    })
    const { payments } = testShop.services
    const recordLinkSale = (await import('#use-cases/checkout/record-payment.ts')).recordPayment
    const result = await recordLinkSale(
      {
        ...testShop.services,
        payments: {
          ...payments,
          getSession: async (id) => {
            const found = await payments.getSession(id)
            return found && { ...found, paymentLinkId: 'plink_1' }
          },
        },
      },
      session.id,
    )
    expect(result).toMatchObject({ state: 'paid', notServed: 'stock-gone' })
    const [order] = await testShop.db.select().from(orders).where(eq(orders.sessionId, session.id))
    const [refund] = await testShop.db.select().from(refunds).where(eq(refunds.orderId, order!.id))
    expect(refund).toMatchObject({ cause: 'automatic', amountCents: order!.totalCents })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 2, free: 0 })
    await inCart(member, made.wine, 2)
    expect(await startCheckout(member)).toMatchObject({ ok: true })
  })

  test('is sold to guests while the release is open, and not while it is paused or closed', async () => {
    const made = await released({ stock: 50 })
    await aCustomer(made, 2)
    await offer(made.wine)
    expect(await guest(made.wine, 2)).toMatchObject({ ok: true })
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 2, free: 46 })
    await setRelease(made, { state: 'paused' })
    expect(await guest(made.wine)).toEqual({ ok: false, reason: 'release-paused' })
    await setRelease(made, { state: 'scheduled', closesAt: ago(1) })
    expect(await guest(made.wine)).toEqual({ ok: false, reason: 'release-closed' })
    await testShop.db.update(products).set({ isOffered: false })
  })
})

describe('an allocation that is not kept', () => {
  test('is a limit only: units come from the free pool while there are any', async () => {
    const made = await released({ promise: 'cap', stock: 3 })
    const first = await aCustomer(made, 2)
    const second = await aCustomer(made, 2)
    await inCart(first.member, made.wine, 2)
    await inCart(second.member, made.wine, 2)
    expect(await startCheckout(first.member)).toMatchObject({ ok: true })
    expect(await startCheckout(second.member)).toEqual({ ok: false, reason: 'few-left' })
    expect(await allocationOf(second.allocation)).toMatchObject({ held: 0 })
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 0, free: 1 })
  })

  test('after its promise draws on the free pool, which gets back what is not paid', async () => {
    const made = await released({ stock: 4, promiseUntil: new Date(Date.now() + 30_000) })
    const { member, allocation } = await aCustomer(made, 3)
    await inCart(member, made.wine, 2)
    const started = await startCheckout(member)
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 1, free: 1 })
    await setRelease(made, { promiseUntil: ago(1) })
    const freed = await endPromises(testShop.db)
    expect(freed).toContainEqual({ releaseId: made.release.id, wine: '2023 Malbec', units: 1 })
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 0, free: 2 })
    testShop.pass(31)
    await testShop.shop.settlePendingPayments()
    testShop.pass(-31)
    expect(started.ok).toBe(true)
    expect(await allocationOf(allocation)).toMatchObject({ held: 0, bought: 0 })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 0, free: 4 })
    expect(await startCheckout(member)).toMatchObject({ ok: true })
    expect(await wineOf(made)).toEqual({ held: 2, sold: 0, promised: 0, free: 2 })
  })
})

test('a hold that ends unpaid returns to its allocation', async () => {
  const made = await released()
  const { member, allocation } = await aCustomer(made, 3)
  await inCart(member, made.wine, 3)
  await startCheckout(member)
  testShop.pass(31)
  await testShop.shop.settlePendingPayments()
  testShop.pass(-31)
  expect(await allocationOf(allocation)).toEqual({ units: 3, held: 0, bought: 0 })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 3, free: 97 })
})

describe('money that comes after its hold has ended', () => {
  async function latePayment(units: number, lower: boolean) {
    const made = await released()
    const { member, allocation } = await aCustomer(made, units)
    await inCart(member, made.wine, 2)
    const started = await startCheckout(member)
    if (!started.ok) throw new Error(started.reason)
    const { releaseHold } = await import('#use-cases/checkout/release-hold.ts')
    const [open] = await testShop.db.select().from(checkouts).where(eq(checkouts.userId, member.id))
    await payAt(started.url)
    await releaseHold(testShop.services, open!.id, 'expired')
    expect(await wineOf(made)).toMatchObject({ held: 0, promised: units })
    if (lower) {
      await testShop.db.update(allocations).set({ units: 1 }).where(eq(allocations.id, allocation))
      await testShop.db.update(products).set({ promised: 1 }).where(eq(products.id, made.wine))
    }
    return { made, allocation, recorded: await recordPayment(sessionIn(started.url)) }
  }

  test('finds its units in the allocation again', async () => {
    const { made, allocation, recorded } = await latePayment(3, false)
    expect(recorded).toMatchObject({ state: 'paid', notServed: null })
    expect(await allocationOf(allocation)).toEqual({ units: 3, held: 0, bought: 2 })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 2, promised: 1, free: 97 })
  })

  test('is refunded where the allocation has no such units any more', async () => {
    const { made, allocation, recorded } = await latePayment(3, true)
    expect(recorded).toMatchObject({ state: 'paid', notServed: 'stock-gone' })
    expect(await allocationOf(allocation)).toEqual({ units: 1, held: 0, bought: 0 })
    expect(await wineOf(made)).toEqual({ held: 0, sold: 0, promised: 1, free: 99 })
  })
})

describe('hours', () => {
  test('a later wave is refused by cart and checkout until its hour', async () => {
    const made = await released({ waves: [-30, 30] })
    const { member } = await aCustomer(made, 2, 1)
    expect(await inCart(member, made.wine)).toBe('before-release')
    await forceCart(member, made.wine, 1)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'before-release' })
    expect(await testShop.shop.payByCard(member, { token: 'tok_any' })).toMatchObject({
      ok: false,
      reason: 'before-release',
    })
    expect(await wineOf(made)).toMatchObject({ held: 0, promised: 2 })
    const view = await testShop.shop.viewCart(member)
    expect(view.products.find(({ id }) => id === made.wine)!.release!.own).toMatchObject({
      units: 2,
      left: 2,
      usable: 0,
      opensAt: expect.any(String),
    })
  })

  test('staff rehearse before the opening, and the order is marked', async () => {
    const made = await released({ opensAt: new Date(Date.now() + 600_000), waves: [20] })
    const { member } = await aCustomer(made, 1)
    const staff = await aMember(testShop.db, { role: 'staff' })
    await allocate(testShop.db, made, staff, 1)
    expect(await inCart(member, made.wine)).toBe('before-release')
    expect(await inCart(staff, made.wine)).toBeNull()
    expect(await pay(await startCheckout(staff))).toMatchObject({ state: 'paid' })
    const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, staff.id))
    expect(order!.isRehearsal).toBe(true)
    expect(await wineOf(made)).toMatchObject({ sold: 1, promised: 1 })
    const owner = { ...staff, role: 'staff' as const, duties: ['owner' as const] }
    const { shop } = testShop
    expect(await shop.countRehearsals(owner, made.release.id)).toBe(1)
    const refunded = { ok: true, refunded: 1, refused: 0 }
    expect(await shop.refundRehearsals(owner, made.release.id)).toEqual(refunded)
    expect(await shop.refundRehearsals(owner, made.release.id)).toEqual({
      ...refunded,
      refunded: 0,
    })
    const [after] = await testShop.db.select().from(orders).where(eq(orders.userId, staff.id))
    expect(after).toMatchObject({ state: 'refunded', refundedCents: order!.totalCents })
    expect(await wineOf(made)).toMatchObject({ sold: 0, free: 99 })
    expect(await shop.refundRehearsals({ ...owner, role: 'member' }, made.release.id)).toEqual({
      ok: false,
      reason: 'not-staff',
    })
  })

  test('a pause stops new checkouts and leaves an open payment page alone', async () => {
    const made = await released()
    const first = await aCustomer(made, 1)
    const second = await aCustomer(made, 1)
    await inCart(first.member, made.wine)
    await inCart(second.member, made.wine)
    const started = await startCheckout(first.member)
    await setRelease(made, { state: 'paused', pauseReason: 'The truck is late.' })
    expect(await startCheckout(second.member)).toEqual({ ok: false, reason: 'release-paused' })
    expect(await pay(started)).toMatchObject({ state: 'paid', notServed: null })
  })

  test('a cart that was changed during a pause keeps what it holds', async () => {
    const made = await released()
    const { member, allocation } = await aCustomer(made, 3)
    await inCart(member, made.wine)
    const started = await startCheckout(member)
    await setRelease(made, { state: 'paused' })
    await forceCart(member, made.wine, 2)
    expect(await startCheckout(member)).toEqual({ ok: false, reason: 'release-paused' })
    expect(await allocationOf(allocation)).toMatchObject({ held: 1 })
    expect(await pay(started)).toMatchObject({ state: 'paid', notServed: null })
    expect(await allocationOf(allocation)).toMatchObject({ held: 0, bought: 1 })
  })

  test('a draft decides nothing, and an ended release keeps its wine closed', async () => {
    const made = await released({ kind: 'open', state: 'draft' })
    await testShop.db
      .update(products)
      .set({ releaseState: 'on-sale', position: 9 })
      .where(eq(products.id, made.wine))
    const member = await aMember(testShop.db)
    expect(await inCart(member, made.wine)).toBeNull()
    expect(await startCheckout(member)).toMatchObject({ ok: true })
    await setRelease(made, { state: 'ended' })
    const other = await aMember(testShop.db)
    expect(await inCart(other, made.wine)).toBe('closed')
    await forceCart(other, made.wine, 1)
    expect(await startCheckout(other)).toEqual({ ok: false, reason: 'release-closed' })
  })
})

test('a refunded case returns to the pool, or by choice to its allocation', async () => {
  const made = await released()
  const { member, allocation } = await aCustomer(made, 3)
  const staff = {
    ...(await aMember(testShop.db, { role: 'staff' })),
    role: 'staff' as const,
    duties: ['owner'] as const,
  }
  await inCart(member, made.wine, 3)
  await pay(await startCheckout(member))
  const [order] = await testShop.db.select().from(orders).where(eq(orders.userId, member.id))
  const refund = (token: string, toAllocation: boolean) =>
    testShop.shop.requestRefund(staff, {
      number: order!.number,
      amountCents: 45_000,
      reason: 'Broken',
      stockBack: { [made.wine]: 1 },
      toAllocation,
      token,
    })
  expect(await refund('a', false)).toMatchObject({ ok: true, state: 'made' })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 2, promised: 0, free: 98 })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 3 })
  expect(await refund('b', true)).toMatchObject({ ok: true, state: 'made' })
  expect(await wineOf(made)).toEqual({ held: 0, sold: 1, promised: 1, free: 98 })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 2 })
  await setRelease(made, { closesAt: ago(1), promiseUntil: null })
  expect(await refund('c', true)).toMatchObject({ ok: true, state: 'made' })
  expect(await allocationOf(allocation)).toMatchObject({ bought: 2 })
})

test('a deleted customer frees the promise, and orders stay', async () => {
  const made = await released()
  const { member, allocation } = await aCustomer(made, 3)
  await inCart(member, made.wine)
  await pay(await startCheckout(member))
  await testShop.db.transaction((tx) => deletePerson(tx, member.id))
  expect(await wineOf(made)).toEqual({ held: 0, sold: 1, promised: 0, free: 99 })
  expect(await allocationOf(allocation)).toEqual({ units: 1, held: 0, bought: 1 })
  expect(await testShop.db.$count(checkoutAllocations)).toBeGreaterThan(0)
})

test('nobody sees another’s allocation, nor how many cases there are', async () => {
  const made = await released({ stock: 87_654, announcement: 'In March.' })
  await aCustomer(made, 47)
  const { member } = await aCustomer(made, 2)
  const stranger = await aMember(testShop.db)
  const views = [
    await testShop.shop.viewCart(member),
    await testShop.shop.viewCart(stranger),
    await testShop.shop.viewReleases(),
  ]
  for (const view of views) {
    const text = JSON.stringify(view)
    expect(text).not.toMatch(/"units":47\b|:87654\b|"promised"|"held"/)
  }
  const [mine, none, everybody] = [
    views[0] as never,
    views[1] as never,
    { products: [(views[2] as never as { current: object }).current] } as never,
  ].map((view) =>
    (view as { products: { id: string; release?: { own: unknown } }[] }).products.find(
      ({ id }) => id === made.wine,
    ),
  )
  expect(mine!.release!.own).toMatchObject({ units: 2 })
  expect(none!.release!.own).toBeNull()
  expect(everybody?.release?.own ?? null).toBeNull()
})
