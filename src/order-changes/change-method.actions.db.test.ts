import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { readMovements } from '#accounting/months/read-movements.actions.server.ts'
import { viewMonth } from '#accounting/months/view-accounting.actions.server.ts'
import { checkouts } from '#catalogue/tables.ts'
import { endOpenCheckouts } from '#checkout/end-checkout.actions.server.ts'
import { settlePendingPayments } from '#checkout/settle-pending-payments.actions.server.ts'
import { eraseUnpaidOf } from '#checkout/unpaid-checkouts.store.server.ts'
import { openFlagsOf, raiseFlag } from '#orders/flags/order-flags.store.server.ts'
import { refunds } from '#orders/order/tables.ts'
import { requestRefund, reviewRefund } from '#orders/refunds/request-refund.actions.server.ts'
import { ProviderRefused } from '#payments/payments.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { holdShipment } from '#shipping/holds/holds.actions.server.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import { emailsTo, sendHandover, shipmentNow } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { afterPayingMore, changeMethod, viewMethods } from './change-method.actions.server.ts'
import { cancelOrder, keepFewer, viewFewer } from './change-money.actions.server.ts'
import { changeAddress, changeEarliest } from './change-order.actions.server.ts'
import { differencesOfUser, updateDifference } from './differences.store.server.ts'
import { giveOrder, takeGiftBack } from './give-order.actions.server.ts'
import { holdOrder } from './hold-order.actions.server.ts'
import { refundDifference } from './refund-differences.actions.server.ts'
import { orderDifferences } from './tables.ts'

const shop = await openChangesShop()

type Bought = Awaited<ReturnType<typeof shop.anOrder>>

const to = (bought: Bought, method: string, fields: object = {}, sending = {}) =>
  shop.change(changeMethod, bought, { method, ...fields }, sending)

/** Chooses a dearer method; returns the payment page that this leads to. */
async function pageFor(bought: Bought, method: string, fields: object = {}): Promise<string> {
  const opened = await to(bought, method, fields)
  if (!opened.ok) throw new Error(opened.sentence)
  expect(opened.said).toMatchObject({ isDocument: true })
  return opened.said!.to!
}

const sessionOf = (url: string) => /cs_[^/?#]+/.exec(url)![0]

async function pay(url: string) {
  await payAt(url)
  return afterPayingMore(shop.testShop.services, sessionOf(url), '127.0.0.1')
}

const { differencesOf, differencesBack } = shop

const methodNow = async ({ shipment }: Bought) =>
  (await shipmentNow(shop.testShop, shipment.id)).method

const flagsOf = async ({ order }: Bought) =>
  (await openFlagsOf(shop.testShop.db, order.id)).map(({ reason }) => reason)

const ordersOf = async ({ buyer }: Bought) =>
  (await shop.testShop.db.execute(sql`select 1 from orders where user_id = ${buyer.id}`)).rows

describe('a cheaper method', () => {
  test('is done at once, and its difference refunded', async () => {
    const bought = await shop.anOrder({ cases: 2, method: 'overnight' })
    expect(await to(bought, 'ground=-6000')).toMatchObject({
      said: {
        sentence: 'Your order now ships by ground. $60.00 is refunded. We have emailed you.',
      },
    })
    expect(await methodNow(bought)).toBe('ground')
    expect(await shop.atProvider(bought)).toEqual([6_000])
    const [refund, ...others] = await shop.refundsOf(bought)
    expect(others).toEqual([])
    expect(refund).toMatchObject({
      ...{ purpose: { shippingCents: 6_000, goodwillCents: 0 } },
      ...{ reason: 'You chose another way of shipping.', requestedBy: bought.order.email },
    })
    expect([refund!.purpose!.wines, refund!.stockBack]).toEqual([{}, {}])
    expect(await shop.unitsIn(bought)).toEqual([2])
    // What the buyer stated of the address, and when, stays.
    expect((await shipmentNow(shop.testShop, bought.shipment.id)).shipTo).toEqual(
      bought.shipment.shipTo,
    )
    expect(await shop.changesOf(bought)).toMatchObject([
      {
        kind: 'method',
        before: { method: 'overnight' },
        after: { method: 'ground', cents: -6_000 },
      },
    ])
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-changed')).toMatchObject([
      {
        props: {
          money: 'We refund $60.00 to the card you paid with. Your order comes to $1,015.25 now.',
        },
      },
    ])
    expect(await reconciliationDifferences(shop.testShop)).toEqual([])
  })

  test('that is a pickup ends what its buyer set for the delivery, which a pickup has no page for', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const earliest = shopDates('America/Los_Angeles').isoDay(
      new Date(shop.testShop.services.clock().getTime() + 30 * 24 * 60 * 60_000),
    )
    expect(await shop.change(changeEarliest, bought, { earliest })).toMatchObject({ ok: true })
    const held = await shop.change(holdOrder, bought, { seen: '1', hold: 'yes' })
    expect(held).toMatchObject({ ok: true })
    expect(await to(bought, 'pickup=-3500', { seen: '2' })).toMatchObject({ ok: true })
    expect(await shop.viewed(bought)).toMatchObject({
      ...{ method: 'pickup', isHeld: false, earliest: null },
    })
    expect(await shipmentNow(shop.testShop, bought.shipment.id)).toMatchObject({ state: 'ready' })
    // A hold of staff is not the buyer's to end.
    const other = await shop.anOrder({ cases: 1 })
    await holdShipment(shop.testShop.services, shop.staff, {
      ...{ number: other.shipment.number, reason: 'Checked again.' },
    })
    await to(other, 'pickup=-3500')
    expect(await shipmentNow(shop.testShop, other.shipment.id)).toMatchObject({ state: 'waiting' })
  })

  test('may be a pickup, which has no address, and is sent again after all', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    expect(await to(bought, 'pickup=-3500')).toMatchObject({ ok: true })
    expect(await shipmentNow(shop.testShop, bought.shipment.id)).toMatchObject({
      ...{ method: 'pickup', shipTo: null, toState: '', toZip: '', state: 'ready' },
    })
    const austin = {
      ...{ seen: '1', address: '500 Congress Avenue', addressExtra: '', city: 'Austin' },
      ...{ state: 'TX', zipCode: '78701', statement: 'yes' },
    }
    expect(await to(bought, 'ground=3500', { seen: '1' })).toMatchObject({
      ...{ ok: false, status: 400 },
      errors: { address: expect.any(String), statement: expect.any(String) },
    })
    for (const statement of ['', 'no']) {
      expect(await to(bought, 'ground=3500', { ...austin, statement })).toMatchObject({
        ...{ ok: false, errors: { statement: 'Please confirm this for the address.' } },
      })
    }
    await shop.testShop.db.execute(sql`
      update orders set ship_to = ship_to || '{"name":"Nora Gil","birthdate":"1980-02-03","phone":"4155550123"}'
      where id = ${bought.order.id}`)
    const utah = { ...austin, city: 'Salt Lake City', state: 'UT', zipCode: '84101' }
    expect(await to(bought, 'ground=3500', utah)).toMatchObject({
      ...{ ok: false, errors: { state: expect.any(String) } },
    })
    await pay(await pageFor(bought, 'ground=3500', austin))
    expect(await shipmentNow(shop.testShop, bought.shipment.id)).toMatchObject({
      ...{ method: 'ground', toState: 'TX', toZip: '78701', state: 'ready' },
      shipTo: {
        ...{ name: 'Nora Gil', address: '500 Congress Avenue', state: 'TX' },
        ...{ phone: '4155550123', birthdate: '1980-02-03' },
        statement:
          'I am 21 or older, I will sign for the delivery, and this wine is not for resale.',
        statementShown: { channel: 'order-page' },
      },
    })
  })

  test('collected, it is no gift and waits for no address', async () => {
    const bought = await shop.anOrder({ cases: 1, method: 'pickup' })
    const lucia = { name: 'Lucía Ferrer', phone: '4155550142', note: '', statement: 'yes' } as const
    expect(await shop.change(giveOrder, bought, lucia)).toMatchObject({ ok: false, status: 404 })
    expect(await shop.change(takeGiftBack, bought)).toMatchObject({ ok: false, status: 404 })
    expect(await shop.changesOf(bought)).toEqual([])
  })

  test('is done while the provider is away, and the refund is being made', async () => {
    const bought = await shop.anOrder({ cases: 1, method: 'overnight' })
    await setFault({ match: '* /v1/refunds', fault: 'error-before', times: 20 })
    expect(await to(bought, 'ground=-5500')).toMatchObject({
      said: { sentence: expect.stringContaining('$55.00 is being refunded.') },
    })
    expect(await methodNow(bought)).toBe('ground')
    expect(await shop.viewed(bought)).toMatchObject({ refundingCents: 5_500 })
  })
})

describe('a dearer method', () => {
  test('counts as shipping in the open month, and so does what is refunded of it', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const { services } = shop.testShop
    const month = shopDates('America/Los_Angeles').isoDay(services.clock()).slice(0, 7)
    const sales = async () => {
      // What is newer than a minute is read the next time.
      shop.testShop.pass(2)
      await readMovements(services)
      const accountant = { ...shop.staff, duties: ['accounting' as const] }
      const viewed = await viewMonth(services, accountant, month)
      return viewed!.figures.sales.filter(
        ({ channel, state }) => channel === 'difference' && state === 'CA',
      )
    }
    expect(await sales()).toEqual([])
    await pay(await pageFor(bought, 'overnight=5500'))
    const none = { wine: 0, tax: 0, goodwill: 0, other: 0 }
    expect(await sales()).toMatchObject([
      { sold: { ...none, shipping: 5_500 }, refunded: { ...none, shipping: 0 } },
    ])
    await to(bought, 'ground=-5500', { seen: '1' })
    expect(await sales()).toMatchObject([{ refunded: { ...none, shipping: -5_500 } }])
  })

  test('of a person who is merged meanwhile is done for their order', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const { db } = shop.testShop
    const url = await pageFor(bought, 'overnight=5500')
    const into = await aMember(db)
    await db.execute(sql`update orders set user_id = ${into.id} where id = ${bought.order.id}`)
    await pay(url)
    expect(await shop.viewed({ ...bought, buyer: into })).toMatchObject({
      ...{ method: 'overnight', differences: [{ cents: 5_500 }] },
    })
    expect(await differencesOfUser(db, into.id)).toMatchObject([
      { order: bought.order.number, method: 'overnight', paidCents: 5_500, refundedCents: 0 },
    ])
    expect(await differencesOfUser(db, bought.buyer.id)).toEqual([])
  })

  test('that was not paid keeps no address of its buyer, once erased, and that of all others', async () => {
    const [bought, other] = [await shop.anOrder({ cases: 1 }), await shop.anOrder({ cases: 1 })]
    const { db, services } = shop.testShop
    for (const one of [bought, other]) {
      await pageFor(one, 'overnight=5500')
      await endOpenCheckouts(services, one.buyer.id)
    }
    await db.transaction((tx) => eraseUnpaidOf(services, tx, { userId: bought.buyer.id }))
    const keptOf = ({ order }: typeof bought) =>
      db
        .select({ shipTo: checkouts.shipTo, email: checkouts.email, userId: checkouts.userId })
        .from(orderDifferences)
        .innerJoin(checkouts, eq(checkouts.id, orderDifferences.checkoutId))
        .where(eq(orderDifferences.orderId, order.id))
    expect(await keptOf(bought)).toEqual([{ shipTo: null, email: null, userId: null }])
    expect(await keptOf(other)).toMatchObject([
      { shipTo: { city: expect.any(String) }, userId: other.buyer.id },
    ])
    expect(await methodNow(bought)).toBe('ground')
  })

  test('is done once its difference is paid, which is booked on the order', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    const url = await pageFor(bought, 'overnight=6000')
    expect(await methodNow(bought)).toBe('ground')
    expect(await shop.changesOf(bought)).toEqual([])
    expect(await pay(url)).toMatchObject({
      ...{ tone: 'good', sentence: 'Paid, and your order is changed. We have emailed you.' },
    })
    expect(await methodNow(bought)).toBe('overnight')
    expect(await shop.changesOf(bought)).toMatchObject([
      { kind: 'method', by: 'customer', after: { method: 'overnight', cents: 6_000 } },
    ])
    expect(await ordersOf(bought)).toHaveLength(1)
    expect(await shop.orderNow(bought)).toMatchObject({ state: 'paid', totalCents: 101_525 })
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-changed')).toMatchObject([
      {
        props: {
          what: 'Your order now ships overnight.',
          money: 'You paid $60.00 more. Your order comes to $1,075.25 now.',
        },
      },
    ])
    expect(await shop.viewed(bought)).toMatchObject({
      ...{ seen: 1, method: 'overnight' },
      differences: [{ method: 'overnight', cents: 6_000, refundedCents: 0 }],
    })
    expect(await reconciliationDifferences(shop.testShop)).toEqual([])
  })

  test('is paid once, however often the provider says so', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const url = await pageFor(bought, 'overnight=5500')
    await payAt(url)
    const record = () => shop.testShop.shop.recordPayment(sessionOf(url))
    const both = await Promise.all([record(), record()])
    expect(both).toMatchObject([{ state: 'booked', isServed: true }, { isServed: true }])
    await settlePendingPayments(shop.testShop.services)
    expect(await record()).toMatchObject({ state: 'booked', isServed: true })
    expect(await shop.changesOf(bought)).toHaveLength(1)
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-changed')).toHaveLength(1)
  })

  test('that is given up while the provider is away is being refunded, and is once', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    await pay(await pageFor(bought, 'overnight=5500'))
    await setFault({ match: '* /v1/refunds', fault: 'error-before', times: 20 })
    expect(await to(bought, 'ground=-5500', { seen: '1' })).toMatchObject({
      said: {
        sentence: 'Your order now ships by ground. $55.00 is being refunded. We have emailed you.',
      },
    })
    const [made] = await differencesOf(bought)
    const { checkoutId } = made!.difference
    expect(made).toMatchObject({ difference: { refundCents: 5_500, refundedCents: 0 } })
    // What staff refund of the order is none of a change.
    const [byStaff] = await shop.testShop.db
      .insert(refunds)
      .values({ orderId: bought.order.id, requestKey: 'staff', cause: 'staff', amountCents: 100 })
      .returning()
    expect(await shop.viewed(bought)).toMatchObject({ refundingCents: 5_500 })
    await shop.testShop.db.delete(refunds).where(eq(refunds.id, byStaff!.id))
    await clearFaults()
    const make = () => refundDifference(shop.testShop.services, checkoutId)
    await Promise.all([make(), make()])
    await make()
    expect(await differencesOf(bought)).toMatchObject([
      { difference: { refundCents: 5_500, refundedCents: 5_500 } },
    ])
    const { email } = bought.order
    expect(await emailsTo(shop.testShop, email, 'order-refunded')).toHaveLength(1)
    expect(await shop.viewed(bought)).toMatchObject({ refundingCents: 0, refundFailedCents: 0 })
    // Days later the bank sends it back; the job is over by then.
    const { db } = shop.testShop
    await db.execute(sql`delete from graphile_worker._private_jobs
      where key = ${`refund:${checkoutId}:5500`}`)
    await db.transaction((tx) => updateDifference(tx, checkoutId, { refundedCents: 0 }))
    await raiseFlag(db, bought.order.id, 'refund-failed', { source: 're_1' })
    expect(await shop.viewed(bought)).toMatchObject({ refundingCents: 0, refundFailedCents: 5_500 })
    // Staff have seen to it.
    await db.execute(
      sql`update order_flags set resolved_at = now() where order_id = ${bought.order.id}`,
    )
    expect(await shop.viewed(bought)).toMatchObject({ refundingCents: 0, refundFailedCents: 0 })
  })

  test('in two tabs has one page; another method closes it', async () => {
    const bought = await shop.anOrder({ cases: 1, method: 'pickup' })
    const home = {
      ...{ address: '1200 Valencia Street', addressExtra: '', city: 'San Francisco' },
      ...{ state: 'CA', zipCode: '94110', statement: 'yes' },
    }
    const [one, two] = await Promise.all([
      pageFor(bought, 'ground=3500', home),
      pageFor(bought, 'ground=3500', home),
    ])
    expect(one).toBe(two)
    expect((await viewMethods(shop.testShop.services, bought.order)).open).toMatchObject({
      ...{ method: 'ground', cents: 3_500 },
    })
    expect(
      await afterPayingMore(shop.testShop.services, sessionOf(one), '127.0.0.1'),
    ).toMatchObject({ tone: 'info', sentence: 'Nothing was paid, so your order stays as it is.' })
    const other = await pageFor(bought, 'overnight=9000', home)
    expect(other).not.toBe(one)
    await expect(payAt(one)).rejects.toThrow()
    await pay(other)
    expect(await methodNow(bought)).toBe('overnight')
    expect(await differencesOf(bought)).toHaveLength(2)
  })

  test('whose page is about to lapse gets another', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const page = await pageFor(bought, 'overnight=5500')
    await shop.testShop.db
      .execute(sql`update checkouts set expires_at = now() + interval '4 minutes'
      where buyer_key = ${`order:${bought.order.id}`}`)
    expect(await pageFor(bought, 'overnight=5500')).not.toBe(page)
  })

  test('is asked for at the provider as the order goes now: another address is another page', async () => {
    const { services } = shop.testShop
    const asked: Record<string, unknown>[] = []
    const createReshipmentSession: typeof services.payments.createReshipmentSession = (
      request,
      key,
    ) => {
      asked.push(request)
      return services.payments.createReshipmentSession(request, key)
    }
    const listening = { ...services, payments: { ...services.payments, createReshipmentSession } }
    const open = async ({ buyer, order }: Bought, seen: string, token?: string) => {
      const path = token === undefined ? { number: String(order.number) } : { token }
      const wish = { ...path, seen, method: 'overnight=5500' } as never
      const viewer = token === undefined ? (buyer as never) : null
      const opened = await changeMethod(listening, viewer, wish, { key: randomUUID() })
      return opened.ok && opened.said!.to
    }
    const bought = await shop.anOrder({ cases: 1 })
    const { number } = bought.order
    const first = await open(bought, '0')
    await shop.change(changeAddress, bought, {
      ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
      ...{ zipCode: '78701', statement: 'yes' },
    })
    expect(await open(bought, '1')).not.toBe(first)
    const page = `http://localhost:3000/members/orders/${number}`
    const [checkout] = (await differencesOf(bought)).slice(-1)
    const { startedAt, expiresAt } = (
      await shop.testShop.db
        .select()
        .from(checkouts)
        .where(eq(checkouts.id, checkout!.difference.checkoutId))
    )[0]!
    const inMinutes = (minutes: number) => new Date(startedAt.getTime() + minutes * 60_000)
    expect(expiresAt).toEqual(inMinutes(30))
    expect(asked.at(-1)).toMatchObject({
      ...{
        amount: 5_500,
        email: bought.order.email,
        title: `Order K-${number}: Overnight, the difference`,
      },
      note: 'I am 21 or older, I will sign for the delivery, and this wine is not for resale.',
      shipping: { name: 'Ana Ruiz', address: { line1: '500 Congress Avenue', state: 'TX' } },
      successUrl: `${page}/change/method?paid={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${page}/change/method`,
      expiresAt: inMinutes(33),
    })
    // A guest's link may have been forwarded: it tells no email.
    await endOpenCheckouts(services, bought.buyer.id)
    const token = await shop.asGuest(bought)
    expect(await open(bought, '1', token)).toMatch(/^http/)
    expect(asked.at(-1)).toMatchObject({ email: null })
  })

  test('lapses with its page, and opens three pages a day', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const { db, services } = shop.testShop
    for (let n = 0; n < 3; n++) {
      await pageFor(bought, 'overnight=5500')
      await db.execute(sql`update checkouts set expires_at = now() - interval '1 minute'
        where channel = 'difference' and state = 'open'`)
      await settlePendingPayments(services)
    }
    expect(await to(bought, 'overnight=5500')).toMatchObject({
      ...{ ok: false, sentence: expect.stringContaining('three payment pages') },
    })
    expect(await methodNow(bought)).toBe('ground')
    expect(await shop.changesOf(bought)).toEqual([])
    await db.execute(sql`update checkouts set started_at = started_at - interval '25 hours'
      where channel = 'difference'`)
    expect(await to(bought, 'overnight=5500')).toMatchObject({ ok: true })
  })

  test('that is refused for the three pages of a day leaves the third open', async () => {
    const bought = await shop.anOrder({ cases: 1, method: 'pickup' })
    const austin = {
      ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
      ...{ zipCode: '78701', statement: 'yes' },
    }
    await pageFor(bought, 'ground=3500', austin)
    await pageFor(bought, 'overnight=9000', austin)
    const third = await pageFor(bought, 'ground=3500', austin)
    expect(await to(bought, 'overnight=9000', austin)).toMatchObject({ ok: false })
    expect(await pageFor(bought, 'ground=3500', austin)).toBe(third)
  })

  test('is to be tried later while the provider is away', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    await setFault({ match: 'POST /v1/checkout/sessions', fault: 'error-before', times: 20 })
    expect(await to(bought, 'overnight=5500')).toMatchObject({
      ...{ ok: false, sentence: expect.stringContaining('can’t be reached right now') },
    })
    await clearFaults()
    await pay(await pageFor(bought, 'overnight=5500'))
    expect(await methodNow(bought)).toBe('overnight')
  })

  test('paid after the handover is refunded in full, and staff see it', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const url = await pageFor(bought, 'overnight=5500')
    await sendHandover(shop.testShop, shop.staff, [bought.shipment.number])
    expect(await pay(url)).toMatchObject({
      sentence: expect.stringContaining('refunding all of it'),
    })
    expect(await shipmentNow(shop.testShop, bought.shipment.id)).toMatchObject({
      ...{ method: 'ground', state: 'handed-over' },
    })
    expect(await differencesBack(bought)).toEqual([5_500])
    expect(await shop.atProvider(bought)).toEqual([])
    expect(await flagsOf(bought)).toEqual(['difference-not-served'])
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-refunded')).toMatchObject([
      {
        props: {
          totalCents: 5_500,
          reason: expect.stringContaining('could no longer be sent that way'),
        },
      },
    ])
    expect(await shop.changesOf(bought)).toEqual([])
    expect(await reconciliationDifferences(shop.testShop)).toEqual([])
  })

  test('paid after a cancellation is refunded, which is said above the page: it shows no shipment', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const url = await pageFor(bought, 'overnight=5500')
    // The provider does not close the page now.
    const match = 'POST /v1/checkout/sessions/*/expire'
    await setFault({ match, fault: 'error-before', times: 20 })
    expect(await shop.change(cancelOrder, bought)).toMatchObject({ ok: true })
    await clearFaults()
    expect(await pay(url)).toEqual({
      tone: 'info',
      sentence:
        'Your payment came after your order had left or was changed, so we are refunding all of it. We will email you once it is done.',
    })
    expect(await differencesBack(bought)).toEqual([5_500])
  })

  test('paid while the handover is written waits for that, and is refunded', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const url = await pageFor(bought, 'overnight=5500')
    await payAt(url)
    const { db, shop: calls } = shop.testShop
    const recorded = await db.transaction(async (tx) => {
      await tx.execute(sql`update shipments set state = 'handed-over', handed_at = now()
        where id = ${bought.shipment.id}`)
      const running = calls.recordPayment(sessionOf(url))
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
      return { running }
    })
    expect(await recorded.running).toMatchObject({ state: 'booked', isServed: false })
    expect(await methodNow(bought)).toBe('ground')
    expect(await differencesBack(bought)).toEqual([5_500])
  })

  test('and a handover at the same moment: it is changed before, or refunded', async () => {
    for (let n = 0; n < 10; n++) {
      const bought = await shop.anOrder({ cases: 1 })
      const url = await pageFor(bought, 'overnight=5500')
      await payAt(url)
      const [recorded, handed] = await Promise.all([
        shop.testShop.shop.recordPayment(sessionOf(url)),
        sendHandover(shop.testShop, shop.staff, [bought.shipment.number]),
      ])
      const isServed = recorded.state === 'booked' && recorded.isServed
      expect(await methodNow(bought)).toBe(isServed ? 'overnight' : 'ground')
      expect(await differencesBack(bought)).toEqual(isServed ? [] : [5_500])
      if (!isServed) expect(handed.ok).toBe(true)
    }
  })

  test('paid for what was changed meanwhile is refunded; its page is closed with the change', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    const url = await pageFor(bought, 'overnight=6000')
    const { options } = await viewFewer(shop.testShop.services, bought.order)
    // The provider does not close the page now.
    await setFault({
      match: 'POST /v1/checkout/sessions/*/expire',
      fault: 'error-before',
      times: 20,
    })
    await shop.change(keepFewer, bought, { keep: options[0]!.value })
    await clearFaults()
    await pay(url)
    expect(await methodNow(bought)).toBe('ground')
    expect(await differencesBack(bought)).toEqual([6_000])

    const closed = await shop.anOrder({ cases: 2 })
    const page = await pageFor(closed, 'overnight=6000')
    await to(closed, 'pickup=-5000')
    await expect(payAt(page)).rejects.toThrow()
  })

  test('keeps the address that was changed before it is paid', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const url = await pageFor(bought, 'overnight=5500')
    await shop.change(changeAddress, bought, {
      ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
      ...{ zipCode: '78701', statement: 'yes' },
    })
    await pay(url)
    expect(await shipmentNow(shop.testShop, bought.shipment.id)).toMatchObject({
      ...{ method: 'overnight', toState: 'TX' },
    })
  })

  test('is served though its buyer has made the ten changes of an order meanwhile', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const url = await pageFor(bought, 'overnight=5500')
    await shop.testShop.db.execute(sql`
      insert into order_changes (order_id, request_key, kind, before, after, by, at)
      select ${bought.order.id}, ${bought.order.id} || n, 'earliest', '{"earliest":null}',
        '{"earliest":null}', 'customer', now() from generate_series(1, 10) as n`)
    expect(await to(bought, 'overnight=5500', { seen: '10' })).toMatchObject({ ok: false })
    expect(await pay(url)).toMatchObject({ tone: 'good' })
    expect(await methodNow(bought)).toBe('overnight')
  })

  test('refunded: cheaper again, fewer cases, canceled, all to the cent', async () => {
    const bought = await shop.anOrder({ cases: 3, method: 'pickup' })
    const home = {
      ...{ address: '1200 Valencia Street', addressExtra: '', city: 'San Francisco' },
      ...{ state: 'CA', zipCode: '94110', statement: 'yes' },
    }
    const url = await pageFor(bought, 'overnight=13000', home)
    const paid = await pay(url)
    // $450 and $32.63 of the order, and $20 of the difference.
    await shop.change(keepFewer, bought, { seen: '1', keep: 'malbec-2022:2=50263' })
    expect([await shop.atProvider(bought), await differencesBack(bought)]).toEqual([
      [48_263],
      [2_000],
    ])
    // $1,447.88 of the order and $130 of the difference, less $502.63.
    const told = await emailsTo(shop.testShop, bought.order.email, 'order-changed')
    expect(told.map(({ props }) => (props as { money: string }).money)).toContain(
      'We refund $502.63 to the card you paid with. Your order comes to $1,075.25 now.',
    )
    expect(await to(bought, 'ground=-6000', { seen: '2' })).toMatchObject({
      said: { sentence: expect.stringContaining('$60.00 is refunded.') },
    })
    expect((await differencesBack(bought)).toSorted()).toEqual([2_000, 6_000])
    expect(await shop.change(cancelOrder, bought, { seen: '3' })).toMatchObject({
      // $965.25 of the order, and $50 that are left of the difference.
      said: { sentence: 'Your order is canceled. $1,015.25 is refunded. We have emailed you.' },
    })
    expect((await differencesBack(bought)).reduce((sum, cents) => sum + cents, 0)).toBe(13_000)
    expect((await shop.atProvider(bought)).reduce((sum, cents) => sum + cents, 0)).toBe(144_788)
    expect(await reconciliationDifferences(shop.testShop)).toEqual([])
    // Who goes back to the payment page, which leads on, is not told that the payment came too late.
    const again = await afterPayingMore(shop.testShop.services, sessionOf(url), '127.0.0.1')
    expect(again).toEqual(paid)
  })

  test('is refunded with the order, when staff refund all of that', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    await pay(await pageFor(bought, 'overnight=5500'))
    const owner = { ...shop.staff, duties: ['owner'] } as const
    const all = { number: bought.order.number, only: 'everything', reason: 'You asked for it.' }
    const { services } = shop.testShop
    // Who refunds reads beforehand what goes back besides.
    const part = { number: bought.order.number, only: 'shipping', reason: 'You asked for it.' }
    expect(await reviewRefund(services, owner, part)).toMatchObject({ done: { besidesCents: 0 } })
    expect(await reviewRefund(services, owner, all)).toMatchObject({
      done: { amountCents: 51_763, besidesCents: 5_500 },
    })
    await requestRefund(services, owner, all, { key: randomUUID() })
    const [paid] = await differencesOf(bought)
    expect(paid!.difference).toMatchObject({ refundCents: 5_500 })
    const again = () => refundDifference(shop.testShop.services, paid!.difference.checkoutId)
    await Promise.all([again(), again()])
    await again()
    expect(await differencesBack(bought)).toEqual([5_500])
    // It has not become cheaper: all of it goes back, and the page of the order still says so.
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-refunded')).toContainEqual(
      expect.objectContaining({
        props: expect.objectContaining({
          ...{ totalCents: 5_500, reason: 'It is the extra shipping you paid.' },
        }),
      }),
    )
    expect(await shop.viewed(bought)).toMatchObject({
      ...{ whyNot: 'over', differences: [{ cents: 5_500, refundedCents: 5_500 }] },
    })
  })

  test('counts for the approval of a second person with the order that it is refunded with', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    await pay(await pageFor(bought, 'overnight=5500'))
    const { db, services } = shop.testShop
    const owner = { ...shop.staff, duties: ['owner'] } as const
    const all = { number: bought.order.number, only: 'everything', reason: 'You asked for it.' }
    const isOver = async (cents: number) => {
      await db.execute(sql`insert into approval_rules (refund_over_cents) values (${cents})`)
      const review = await reviewRefund(services, owner, all)
      await db.execute(sql`delete from approval_rules`)
      return review.ok && review.done.needsApproval
    }
    expect([await isOver(57_263), await isOver(57_262)]).toEqual([false, true])
    // The second person reads all that goes back.
    await db.execute(sql`insert into approval_rules (refund_over_cents) values (57_262)`)
    expect(await requestRefund(services, owner, all, { key: randomUUID() })).toMatchObject({
      done: { state: 'waiting', amountCents: 57_263 },
    })
    await db.execute(sql`delete from approval_rules`)
    const { rows } = await db.execute(
      sql`select amount_cents from approvals where subject = ${bought.order.id}`,
    )
    expect(rows).toEqual([{ amount_cents: 57_263 }])
  })

  test('says in its emails which part of it goes back, and which is the rest', async () => {
    const bought = await shop.anOrder({ cases: 2 })
    await pay(await pageFor(bought, 'overnight=6000'))
    await shop.change(keepFewer, bought, { seen: '1', keep: 'malbec-2022:1=50262' })
    await shop.change(cancelOrder, bought, { seen: '2' })
    const told = await emailsTo(shop.testShop, bought.order.email, 'order-refunded')
    const reasons = told.map(({ props }) => props as { totalCents: number; reason: string })
    expect(
      reasons.flatMap(({ totalCents, reason }) =>
        reason.includes('extra') ? [[totalCents, reason]] : [],
      ),
    ).toEqual([
      [2_000, 'It is part of the extra shipping you paid, which costs less now.'],
      [4_000, 'It is the rest of the extra shipping you paid.'],
    ])
  })

  test('whose refund the provider refuses is flagged; made, its email says what for', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    await pay(await pageFor(bought, 'overnight=5500'))
    const { db, services } = shop.testShop
    const [paid] = await differencesOf(bought)
    const { checkoutId } = paid!.difference
    await db.transaction((tx) => updateDifference(tx, checkoutId, { refundCents: 5_500 }))
    const makeRefund = () => Promise.reject(new ProviderRefused('odd', 'Refused.'))
    const refusing = { ...services, payments: { ...services.payments, makeRefund } }
    await refundDifference(refusing, checkoutId)
    expect(await flagsOf(bought)).toEqual(['refund-failed'])
    expect(await differencesBack(bought)).toEqual([])
    await refundDifference(services, checkoutId)
    expect(await differencesBack(bought)).toEqual([5_500])
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-refunded')).toMatchObject([
      {
        props: {
          totalCents: 5_500,
          reason: 'It is the extra shipping you paid.',
        },
      },
    ])
  })

  test('is neither of another’s order nor by another amount than the table’s', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    expect(await to(bought, '')).toMatchObject({
      ...{ status: 400, errors: { method: 'Please choose a shipping method.' } },
    })
    for (const method of ['overnight=1', 'ground=0', 'drone=5500']) {
      expect(await to(bought, method)).toMatchObject({
        status: 409,
        sentence: 'This order was changed in the meantime. Here is how it stands now.',
      })
    }
    const limited = { ...bought, buyer: { ...bought.buyer, isLimited: true } }
    expect(await to(limited, 'overnight=5500')).toMatchObject({ status: 404 })
    const token = await shop.asGuest(bought)
    const byLink = await to(bought, 'overnight=5500', {}, { token })
    expect(byLink).toMatchObject({ ok: true })
  })
})
