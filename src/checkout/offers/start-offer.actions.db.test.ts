import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { mails } from '#mail/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { viewOffer } from '#storefront/offers/view-offer.actions.server.ts'
import { withFlags } from '#tests/harness/order-flags.ts'
import { clearFaults, payAt, setFault, signedEvent } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'

import type { OfferShipTo } from './ship-to-form.rules.ts'
import type { OfferWish } from './start-offer.actions.server.ts'

let testShop: TestShop
const wine = 'malbec-2022'
const bottle = 'malbec-2021-bottle'

beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 100)
})

const texas: OfferShipTo = {
  isPickup: false,
  name: 'Eva Marsh',
  email: 'eva@example.com',
  phone: '5125550123',
  birthdate: '1980-02-03',
  ...noAddress,
  address: '400 Congress Ave',
  addressExtra: 'Suite 4',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
}

const utah = {
  shipping_name: 'Eva Marsh',
  shipping_line1: '10 Temple Square',
  shipping_city: 'Salt Lake City',
  shipping_state: 'UT',
  shipping_postal_code: '84101',
  phone: '8015550123',
}

const aGuest = () => ({ viewer: null, token: randomUUID(), address: '' })

const wish = (more: Partial<OfferWish> = {}): OfferWish => ({
  productId: wine,
  quantity: 1,
  shipTo: texas,
  ...more,
})

async function urlOf(caller = aGuest(), wanted = wish()): Promise<string> {
  // Each guest has an own address, so that the rate limit does not apply.
  const started = await testShop.shop.startOffer({ ...caller, address: randomUUID() }, wanted)
  if (!started.ok) throw new Error(`Not started: ${started.reason}`)
  return started.url
}

const sessionIn = (url: string) => /cs_[^/?#]+/.exec(url)![0]

async function paymentAt(url: string) {
  const session = await testShop.services.payments.getSession(sessionIn(url))
  return testShop.services.payments.getPayment(session!.paymentIntentId!)
}

async function checkoutAt(url: string) {
  const where = eq(checkouts.sessionId, sessionIn(url))
  return (await testShop.db.select().from(checkouts).where(where))[0]!
}

async function ordersAt(url: string) {
  return testShop.db
    .select()
    .from(orders)
    .where(eq(orders.sessionId, sessionIn(url)))
}

async function stockOf(id = wine) {
  const [row] = await testShop.db.select().from(products).where(eq(products.id, id))
  return { held: row!.held, sold: row!.sold }
}

const emailsTo = async (recipient: string) => {
  const rows = await testShop.db.select().from(mails).where(eq(mails.recipient, recipient))
  return rows.map((row) => row.kind)
}

describe('an offer', () => {
  test('is authorised on the page, captured after the check, and recorded with all its data', async () => {
    const email = `${randomUUID()}@example.com`
    const url = await urlOf(aGuest(), wish({ quantity: 2, shipTo: { ...texas, email } }))
    expect(await stockOf()).toEqual({ held: 2, sold: 0 })
    await payAt(url, { shipping_rate: testShop.services.settings.rateIds.overnight[2] })
    expect((await paymentAt(url))!.state).toBe('authorised')

    expect(await testShop.shop.recordPayment(sessionIn(url))).toMatchObject({ state: 'paid' })
    expect((await paymentAt(url))!.state).toBe('paid')
    const [order] = await ordersAt(url)
    expect(await withFlags(testShop.db, order)).toMatchObject({
      channel: 'offering',
      userId: null,
      email,
      name: 'Eva Marsh',
      shippingMethod: 'overnight',
      subtotalCents: 90_000,
      shippingCents: 11_000,
      taxCents: 6_525,
      totalCents: 107_525,
      flags: [],
    })
    expect(order!.shipTo).toMatchObject({
      state: 'TX',
      zipCode: '78701',
      birthdate: '1980-02-03',
      rules: '2026-11-27',
      statement: expect.stringContaining('not for resale'),
    })
    expect((await paymentAt(url))!.amount).toBe(order!.totalCents)
    expect(await stockOf()).toEqual({ held: 0, sold: 2 })
    expect(await emailsTo(email)).toEqual(['order-confirmation'])
  })

  test('of a single bottle has its own rates and price', async () => {
    const url = await urlOf(aGuest(), wish({ productId: bottle }))
    await payAt(url, { shipping_rate: testShop.services.settings.bottleRateIds.ground })
    await testShop.shop.recordPayment(sessionIn(url))
    const [order] = await ordersAt(url)
    expect(order).toMatchObject({ channel: 'offer1', subtotalCents: 15_000, shippingCents: 3_500 })
    expect(order!.totalCents).toBe((await paymentAt(url))!.amount)
  })

  test('picked up needs no address and costs no shipping', async () => {
    const shipTo = { ...texas, ...noAddress, isPickup: true }
    const url = await urlOf(aGuest(), wish({ shipTo }))
    await payAt(url)
    await testShop.shop.recordPayment(sessionIn(url))
    const [order] = await ordersAt(url)
    expect(order).toMatchObject({ shippingMethod: 'pickup', shippingCents: 0, totalCents: 48_263 })
  })

  test('of a signed-in user belongs to them', async () => {
    const member = await aMember(testShop.db)
    await testShop.shop.changeCart(member, { kind: 'add', productId: 'malbec-2022' })
    await testShop.shop.changeCart(member, { kind: 'choose-shipping', method: 'pickup' })
    const { cart } = await testShop.shop.viewCart(member)
    const url = await urlOf({ ...aGuest(), viewer: member } as never)
    await payAt(url)
    await testShop.shop.recordPayment(sessionIn(url))
    expect((await ordersAt(url))[0]!.userId).toBe(member.id)
    // What is in the cart was not paid.
    expect((await testShop.shop.viewCart(member)).cart).toEqual(cart)
  })

  test.each([
    ['another wine', { productId: 'malbec-2021' }, 'no-such-offer'],
    ['four cases', { quantity: 4 }, 'disagrees'],
    ['two bottles', { productId: bottle, quantity: 2 }, 'disagrees'],
    ['a forged rate', { claims: { stripeShippingIds: ['shr_forged'] } }, 'disagrees'],
    ['a forged price', { claims: { priceProductId: 'price_forged' } }, 'disagrees'],
    ['a forged tax', { claims: { californiaTaxId: 'txr_forged' } }, 'disagrees'],
    ['a state not served', { shipTo: { ...texas, state: 'UT' } }, 'state-not-served'],
    ['a PO box', { shipTo: { ...texas, address: 'PO Box 12345' } }, 'po-box'],
  ] as const)('with %s is refused without a hold', async (_name, change, reason) => {
    const started = await testShop.shop.startOffer(aGuest(), wish(change))
    expect(started).toEqual({ ok: false, reason })
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  })

  test('with the rates, price and tax that its page was made with is started', async () => {
    const { settings } = testShop.services
    const claims = {
      stripeShippingIds: [settings.rateIds.ground[1]!, settings.rateIds.overnight[1]!],
      priceProductId: settings.priceIds[wine]!,
      californiaTaxId: settings.taxRateId!,
    }
    const started = await testShop.shop.startOffer(aGuest(), wish({ claims }))
    expect(started).toMatchObject({ ok: true })
  })

  test('leads to its payment link where one is configured, without a hold', async () => {
    const link = 'https://buy.example/kohue'
    const services = { ...testShop.services }
    services.settings = { ...services.settings, paymentLinks: { offering: link } }
    const { startOffer } = await import('./start-offer.actions.server.ts')
    const wanted = wish({ shipTo: null, asksShipTo: true })
    expect(await startOffer(services, aGuest(), wanted)).toEqual({ ok: true, url: link })
    expect((await viewOffer(services, 'offering'))!.isByLink).toBe(true)
    expect((await viewOffer(services, 'offer1'))!.isByLink).toBe(false)
    const other = await startOffer(services, aGuest(), { ...wanted, productId: bottle })
    expect(other).toEqual({ ok: false, reason: 'ship-to-required' })
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
  })

  test('is rate limited per IP address', async () => {
    const address = '203.0.113.7'
    const tries = Array.from({ length: 31 }, () =>
      testShop.shop.startOffer({ ...aGuest(), address }, wish({ quantity: 4, productId: bottle })),
    )
    await Promise.all(tries)
    const caller = { ...aGuest(), token: 'the same', address }
    const reasons = []
    for (let count = 0; count < 31; count++) {
      const started = await testShop.shop.startOffer(caller, wish())
      reasons.push(started.ok ? 'ok' : started.reason)
    }
    expect(reasons.slice(0, 30)).toEqual(Array(30).fill('ok'))
    expect(reasons[30]).toBe('too-many-tries')
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
  })
})

describe('a guest', () => {
  test('who clicks twenty times in two windows gets one page and one hold', async () => {
    const guest = aGuest()
    const urls = await Promise.all(Array.from({ length: 20 }, () => urlOf(guest)))
    expect(new Set(urls).size).toBe(1)
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
  })

  test('who changes their mind has the older page closed first', async () => {
    const guest = aGuest()
    const older = await urlOf(guest)
    const newer = await urlOf(guest, wish({ quantity: 3 }))
    expect(newer).not.toBe(older)
    expect((await testShop.services.payments.getSession(sessionIn(older)))!.state).toBe('expired')
    expect(await stockOf()).toEqual({ held: 3, sold: 0 })
  })

  test.each([
    ['the email', { email: 'eva.marsh@example.com' }],
    ['the name', { name: 'Eva M. Marsh' }],
    ['the phone', { phone: '5125550199' }],
    ['the second line', { addressExtra: 'Suite 5' }],
  ])('who corrects %s alone pays for what it is now', async (_what, correction) => {
    const guest = aGuest()
    const older = await urlOf(guest)
    const corrected = { ...texas, ...correction }
    const newer = await urlOf(guest, wish({ shipTo: corrected }))
    expect(newer).not.toBe(older)
    const { email, shipTo } = await checkoutAt(newer)
    const { name, phone, addressExtra } = shipTo!
    expect({ email, name, phone, addressExtra }).toEqual({
      ...{ email: 'eva@example.com', name: 'Eva Marsh', phone: '5125550123' },
      ...{ addressExtra: 'Suite 4', ...correction },
    })
  })

  test('whose page is about to lapse gets another', async () => {
    const guest = aGuest()
    const older = await urlOf(guest)
    testShop.pass(26)
    expect(await urlOf(guest)).not.toBe(older)
    testShop.pass(-26)
    expect(await stockOf()).toEqual({ held: 1, sold: 0 })
  })

  test('whose older page was paid gets already-paid, and pays once', async () => {
    const guest = aGuest()
    await payAt(await urlOf(guest))
    const again = await testShop.shop.startOffer(guest, wish({ quantity: 2 }))
    expect(again).toEqual({ ok: false, reason: 'already-paid' })
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })

  test('is distinguished from the next guest', async () => {
    expect(await urlOf()).not.toBe(await urlOf())
    expect(await stockOf()).toEqual({ held: 2, sold: 0 })
  })
})

describe('an authorised payment', () => {
  test('for an address that is not served is voided, emailed once, and its stock released', async () => {
    const email = `${randomUUID()}@example.com`
    const url = await urlOf(aGuest(), wish({ shipTo: null }))
    await payAt(url, { ...utah, email })
    const outcomes = await Promise.all([
      testShop.shop.recordPayment(sessionIn(url)),
      testShop.shop.recordPayment(sessionIn(url)),
      testShop.shop.settlePendingPayments(),
    ])
    expect(outcomes[0]).toEqual({ state: 'refused', reason: 'state-not-served' })
    expect((await paymentAt(url))!.state).toBe('cancelled')
    expect(await ordersAt(url)).toEqual([])
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
    expect((await checkoutAt(url)).state).toBe('refused')
    expect(await emailsTo(email)).toEqual(['offer-refused'])
    expect(await testShop.shop.recordPayment(sessionIn(url))).toEqual(outcomes[0])
  })

  test('for an address that the page collected is checked and saved', async () => {
    const url = await urlOf(aGuest(), wish({ shipTo: null }))
    const austin = {
      shipping_name: 'Eva Marsh',
      shipping_line1: '400 Congress Ave',
      shipping_city: 'Austin',
      shipping_state: 'TX',
      shipping_postal_code: '78701',
      phone: '5125550123',
    }
    await payAt(url, austin)
    await testShop.shop.recordPayment(sessionIn(url))
    const [order] = await ordersAt(url)
    expect(order!.shipTo).toMatchObject({
      name: 'Eva Marsh',
      phone: '5125550123',
      city: 'Austin',
      birthdate: null,
      rules: '2026-11-27',
      statement: expect.stringContaining('21 or older'),
    })
  })

  test('may be picked up wherever the buyer lives', async () => {
    const url = await urlOf(aGuest(), wish({ shipTo: null }))
    await payAt(url, { ...utah, shipping_rate: testShop.services.settings.rateIds.pickup[1] })
    expect(await testShop.shop.recordPayment(sessionIn(url))).toMatchObject({ state: 'paid' })
  })

  test('whose stock is gone by then is voided, not charged', async () => {
    const email = `${randomUUID()}@example.com`
    const url = await urlOf(aGuest(), wish({ shipTo: { ...texas, email } }))
    await payAt(url)
    // The hold ended without the provider's knowledge, and others bought the wine.
    await setStock(testShop.db, wine, 0)
    const recorded = await testShop.shop.recordPayment(sessionIn(url))
    expect(recorded).toEqual({ state: 'refused', reason: 'stock-gone' })
    expect((await paymentAt(url))!.state).toBe('cancelled')
    expect(await emailsTo(email)).toEqual(['offer-refused'])
  })

  test.each(['error-before', 'error-after', 'drop-before', 'drop-after'] as const)(
    'whose capture fails with %s is captured exactly once',
    async (fault) => {
      const url = await urlOf()
      await payAt(url)
      await setFault({ match: 'POST /v1/payment_intents/*/capture', fault, times: 2 })
      await testShop.shop.returnFromPayment(sessionIn(url), '')
      await clearFaults()
      await testShop.shop.settlePendingPayments()
      await testShop.shop.recordPayment(sessionIn(url))
      expect((await paymentAt(url))!.state).toBe('paid')
      expect(await ordersAt(url)).toHaveLength(1)
      expect(await stockOf()).toEqual({ held: 0, sold: 1 })
    },
  )

  test.each(['error-before', 'error-after', 'drop-before', 'drop-after'] as const)(
    'whose void fails with %s is cancelled exactly once',
    async (fault) => {
      const email = `${randomUUID()}@example.com`
      const url = await urlOf(aGuest(), wish({ shipTo: null }))
      await payAt(url, { ...utah, email })
      await setFault({ match: 'POST /v1/payment_intents/*/cancel', fault, times: 2 })
      await testShop.shop.returnFromPayment(sessionIn(url), '')
      await clearFaults()
      await testShop.shop.settlePendingPayments()
      await testShop.shop.recordPayment(sessionIn(url))
      expect((await paymentAt(url))!.state).toBe('cancelled')
      expect(await stockOf()).toEqual({ held: 0, sold: 0 })
      expect(await emailsTo(email)).toEqual(['offer-refused'])
    },
  )

  test('makes one order however often and from however many sources it is reported', async () => {
    const url = await urlOf()
    await payAt(url)
    const event = signedEvent('checkout.session.completed', sessionIn(url))
    await Promise.all([
      ...Array.from({ length: 10 }, () => testShop.shop.recordPayment(sessionIn(url))),
      ...Array.from({ length: 10 }, () => testShop.shop.receiveEvent(event.body, event.signature)),
      testShop.shop.settlePendingPayments(),
    ])
    expect(await ordersAt(url)).toHaveLength(1)
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })
})

describe('when the provider fails', () => {
  test.each(['error-before', 'error-after', 'drop-before', 'drop-after'] as const)(
    '%s: a second press opens one payable page',
    async (fault) => {
      const guest = aGuest()
      await setFault({ match: 'POST /v1/checkout/sessions', fault, times: 2 })
      await testShop.shop.startOffer(guest, wish())
      await clearFaults()
      const url = await urlOf(guest)
      expect(await urlOf(guest)).toBe(url)
      expect(await stockOf()).toEqual({ held: 1, sold: 0 })
      await payAt(url)
      await testShop.shop.recordPayment(sessionIn(url))
      expect(await ordersAt(url)).toHaveLength(1)
      expect(await stockOf()).toEqual({ held: 0, sold: 1 })
    },
  )

  test('a page whose response was lost is found and closed before its stock is released', async () => {
    const guest = aGuest()
    // Created at the provider, its response lost, and the lookup fails too.
    await setFault({ match: 'POST /v1/checkout/sessions', fault: 'drop-after', times: 2 })
    await setFault({ match: 'GET /v1/checkout/sessions', fault: 'error-before', times: 2 })
    const started = await testShop.shop.startOffer(guest, wish())
    expect(started).toEqual({ ok: false, reason: 'provider-away' })
    await clearFaults()
    testShop.pass(31)
    await testShop.shop.settlePendingPayments()
    expect(await stockOf()).toEqual({ held: 0, sold: 0 })
    const [checkout] = await testShop.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.buyerKey, `guest:${guest.token}`))
    const made = await testShop.services.payments.findOfferSession(
      checkout!.id,
      checkout!.startedAt,
    )
    expect(made!.state).toBe('expired')
  })
})

describe('the reconciliation job', () => {
  test('settles an unsettled authorised payment long before it lapses', async () => {
    const url = await urlOf()
    await payAt(url)
    testShop.pass(31)
    await testShop.shop.settlePendingPayments()
    expect((await paymentAt(url))!.state).toBe('paid')
    expect(await ordersAt(url)).toHaveLength(1)
    expect(await stockOf()).toEqual({ held: 0, sold: 1 })
  })
})
