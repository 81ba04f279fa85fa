import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { mails } from '#mail/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import type { Payment } from '#payments/offer-payments.ts'
import type { Services } from '#platform/services/services.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { withFlags } from '#tests/harness/order-flags.ts'
import { clearFaults, payAt, providerClient, setFault } from '#tests/harness/provider.ts'
import { endRules, homes, stateRule } from '#tests/harness/state-rules.ts'
import { countStatements } from '#tests/harness/statements.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

import { recordPayment } from '../record-payment.actions.server.ts'

const wine = 'malbec-2022'
const household = { countedBy: 'household', countedIn: 'calendar-year' } as const
let testShop: TestShop
/** The shop, of which sessions that it did not create are those of a payment link. */
let ofLinks: Services

beforeAll(async () => {
  testShop = await openTestShop()
  const { payments } = testShop.services
  const getSession: typeof payments.getSession = async (id) => {
    const session = await payments.getSession(id)
    return session && { ...session, paymentLinkId: 'plink_1' }
  }
  ofLinks = { ...testShop.services, payments: { ...payments, getSession } }
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 1_000)
  for (const state of ['MN', 'NE', 'OH']) await endRules(testShop.db, state)
})

type State = 'MN' | 'NE' | 'OH' | 'TX'

const shippingOf = (state: State, street: string) => ({
  ...{ shipping_name: 'Eva Marsh', shipping_line1: street, shipping_city: homes[state].city },
  ...{ shipping_state: state, shipping_postal_code: homes[state].zipCode },
})

/** An offer of so many cases whose card is authorised; the page of the provider asked for the address. */
async function anAuthorised(state: State, cases: number, street: string = homes[state].address) {
  const email = `${randomUUID()}@example.com`
  const guest = { viewer: null, token: randomUUID(), address: randomUUID() }
  const wish = { productId: wine, quantity: cases, shipTo: null }
  const started = await testShop.shop.startOffer(guest, wish)
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email, phone: '8015550123', ...shippingOf(state, street) })
  return { email, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

/** An offer of two cases for Texas whose card is authorised. */
async function authorisedForTexas() {
  const email = `${randomUUID()}@example.com`
  const started = await testShop.shop.startOffer(
    { viewer: null, token: randomUUID(), address: randomUUID() },
    {
      ...{ productId: wine, quantity: 2 },
      shipTo: {
        ...{ isPickup: false, name: 'Eva Marsh', email, phone: '5125550123', birthdate: '' },
        ...{ ...homes.TX, addressExtra: '' },
      },
    },
  )
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email })
  return /cs_[^/?#]+/.exec(started.url)![0]
}

/** The shop, of which the provider says that all was paid for one house in Nebraska. */
function paidFor(line1: string): Services {
  const { payments } = testShop.services
  const { city, state, zipCode } = homes.NE
  const address = { line1, line2: '', city, state, postalCode: zipCode, country: 'US' }
  const moved = (payment: Payment): Payment => ({
    ...payment,
    shipping: payment.shipping && { ...payment.shipping, address },
  })
  return {
    ...testShop.services,
    payments: {
      ...payments,
      getPayment: async (id) => {
        const payment = await payments.getPayment(id)
        return payment && moved(payment)
      },
      capturePayment: async (...asked) => moved(await payments.capturePayment(...asked)),
    },
  }
}

/** A paid session of a payment link. */
async function aLinkSale(state: State, cases: 1 | 2 | 3, street: string = homes[state].address) {
  const { priceIds, rateIds, taxRateId } = testShop.services.settings
  const session = await providerClient().checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: priceIds[wine]!, quantity: cases, tax_rates: [taxRateId] }],
    shipping_address_collection: { allowed_countries: ['US'] },
    shipping_options: [{ shipping_rate: rateIds.ground[cases] }],
    success_url: 'https://shop.example/success_offering?session_id={CHECKOUT_SESSION_ID}',
  })
  await payAt(session.url!, { email: `${randomUUID()}@example.com`, ...shippingOf(state, street) })
  return session.id
}

const orderOf = async (sessionId: string) => {
  const [row] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return row && withFlags(testShop.db, row)
}

const checkoutOf = async (sessionId: string) => {
  const of = eq(checkouts.sessionId, sessionId)
  return (await testShop.db.select().from(checkouts).where(of))[0]!
}

test('an offer over the limit is voided, never charged, and its buyer told why', async () => {
  await stateRule(testShop.db, 'MN', { limitMl: 6_750, ...household })
  const first = await anAuthorised('MN', 2)
  expect(await recordPayment(testShop.services, first.sessionId)).toMatchObject({ state: 'paid' })
  const second = await anAuthorised('MN', 2, '12 SUMMIT AVE.')
  expect(await recordPayment(testShop.services, second.sessionId)).toEqual({
    ...{ state: 'refused', reason: 'over-volume' },
  })
  expect(await orderOf(second.sessionId)).toBeUndefined()
  const told = await testShop.db.select().from(mails).where(eq(mails.recipient, second.email))
  expect(told).toMatchObject([
    {
      kind: 'offer-refused',
      props: { reason: 'This is more wine than may go to Minnesota for you at the moment.' },
    },
  ])
  const elsewhere = await anAuthorised('MN', 2, '14 Summit Avenue')
  expect(await recordPayment(testShop.services, elsewhere.sessionId)).toMatchObject({
    ...{ state: 'paid', notServed: null },
  })
  expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
})

test('of offers of one household at once as many are served as its limit allows', async () => {
  await stateRule(testShop.db, 'NE', { limitMl: 4_500, ...household })
  const all = await Promise.all([1, 1, 1, 1].map((cases) => anAuthorised('NE', cases)))
  const states = await Promise.all(
    all.map(async ({ sessionId }) => (await recordPayment(testShop.services, sessionId)).state),
  )
  expect(states.toSorted()).toEqual(['paid', 'paid', 'refused', 'refused'])
})

test('an offer counts for others from its verdict on, also while the provider captures nothing', async () => {
  await stateRule(testShop.db, 'NE', { limitMl: 2_250, ...household })
  const home = '77 Elm Street'
  const first = await anAuthorised('NE', 1, home)
  await setFault({ match: 'POST /v1/payment_intents/*', fault: 'error-before', times: 20 })
  await recordPayment(testShop.services, first.sessionId).catch(() => null)
  await clearFaults()
  expect(await checkoutOf(first.sessionId)).toMatchObject({
    ...{ state: 'open', verdict: 'serve', email: first.email, shippingMethod: 'ground' },
    shipTo: { address: home, state: 'NE', name: 'Eva Marsh' },
  })
  const second = await anAuthorised('NE', 1, home)
  expect(await recordPayment(testShop.services, second.sessionId)).toMatchObject({
    ...{ state: 'refused', reason: 'over-volume' },
  })
  expect(await recordPayment(testShop.services, first.sessionId)).toMatchObject({ state: 'paid' })
  expect(await orderOf(first.sessionId)).toMatchObject({ flags: [] })
})

test('an offer that is refused counts for nobody while its authorisation is still being voided', async () => {
  await stateRule(testShop.db, 'NE', { limitMl: 2_250, ...household })
  const home = '79 Elm Street'
  const large = await anAuthorised('NE', 2, home)
  await setFault({ match: 'POST /v1/payment_intents/*/cancel', fault: 'error-before', times: 20 })
  await recordPayment(testShop.services, large.sessionId).catch(() => null)
  await clearFaults()
  expect(await checkoutOf(large.sessionId)).toMatchObject({ state: 'open', verdict: 'over-volume' })
  const small = await anAuthorised('NE', 1, home)
  expect(await recordPayment(testShop.services, small.sessionId)).toMatchObject({ state: 'paid' })
  expect(await recordPayment(testShop.services, large.sessionId)).toMatchObject({
    ...{ state: 'refused', reason: 'over-volume' },
  })
})

test('of offers that are paid for one other address as many are served as its limit allows', async () => {
  await stateRule(testShop.db, 'NE', { limitMl: 4_500, ...household })
  const services = paidFor('9 Birch Street')
  const all = [await authorisedForTexas(), await authorisedForTexas()]
  // Both are lawful when they are decided: none of the two counts there yet.
  await setFault({ match: 'POST /v1/payment_intents/*', fault: 'error-before', times: 40 })
  for (const id of all) await recordPayment(services, id).catch(() => null)
  await clearFaults()
  expect((await Promise.all(all.map(checkoutOf))).map(({ verdict }) => verdict)).toEqual([
    ...['serve', 'serve'],
  ])
  const recorded = await Promise.all(all.map((id) => recordPayment(services, id)))
  const why = recorded.map((one) => ('notServed' in one ? (one.notServed ?? 'served') : one.state))
  expect(why.toSorted()).toEqual(['over-volume', 'served'])
  expect(await orderOf(all[why.indexOf('over-volume')]!)).toMatchObject({
    ...{ flags: ['address-not-served'], shipTo: { address: '9 Birch Street', state: 'NE' } },
  })
  expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
})

test('what a payment link charged over the limit is refunded whole and flagged', async () => {
  const { db, shop } = testShop
  await stateRule(db, 'MN', { limitMl: 6_750, ...household })
  const home = '300 Grand Avenue'
  const [first, second] = [await aLinkSale('MN', 2, home), await aLinkSale('MN', 2, home)]
  expect(await recordPayment(ofLinks, first)).toMatchObject({ state: 'paid', notServed: null })
  expect(await recordPayment(ofLinks, second)).toMatchObject({ notServed: 'over-volume' })
  const order = (await orderOf(second))!
  expect(order).toMatchObject({ flags: ['address-not-served'] })
  const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, order.id))
  expect(refund).toMatchObject({ amountCents: order.totalCents })
  await shop.makeRefund(refund!.id)
  expect(await orderOf(second)).toMatchObject({ state: 'refunded' })
  expect(await reconciliationDifferences(testShop, { stock: false })).toEqual([])
})

test('of payment links of one household at once no more are served than its limit allows', async () => {
  await stateRule(testShop.db, 'NE', { limitMl: 4_500, ...household })
  const home = '5 Oak Street'
  const all = await Promise.all([2, 2, 2, 2].map(() => aLinkSale('NE', 2, home)))
  const recorded = await Promise.all(all.map((id) => recordPayment(ofLinks, id)))
  const why = recorded.map((one) => ('notServed' in one ? (one.notServed ?? 'served') : one.state))
  expect(why.toSorted()).toEqual(['over-volume', 'over-volume', 'over-volume', 'served'])
  for (const [index, id] of all.entries()) {
    const again = await recordPayment(ofLinks, id)
    expect('notServed' in again && (again.notServed ?? 'served')).toBe(why[index])
  }
})

test('where a birthdate is needed, a guest who gave one sees no change, and a link that asks none is refunded', async () => {
  await stateRule(testShop.db, 'OH', { needsBirthdate: true })
  const email = `${randomUUID()}@example.com`
  const started = await testShop.shop.startOffer(
    { viewer: null, token: randomUUID(), address: randomUUID() },
    {
      ...{ productId: wine, quantity: 1 },
      shipTo: {
        ...{ isPickup: false, name: 'Eva Marsh', email, phone: '5125550123' },
        ...{ birthdate: '1980-02-03', addressExtra: '', ...homes.OH },
      },
    },
  )
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email })
  const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
  expect(await recordPayment(testShop.services, sessionId)).toMatchObject({ notServed: null })
  expect(await recordPayment(ofLinks, await aLinkSale('OH', 1))).toMatchObject({
    notServed: 'birthdate-needed',
  })
})

test('on a fresh start an offer is settled by as many statements as ever', async () => {
  const settled = async (state: State) => {
    const { sessionId } = await anAuthorised(state, 1, randomUUID())
    const { statements } = await countStatements(() => recordPayment(testShop.services, sessionId))
    return statements
  }
  const fresh = await settled('TX')
  await stateRule(testShop.db, 'NE', { limitMl: 4_500, ...household })
  // Begin, the verdict, its saving, and commit.
  expect(await settled('NE')).toBe(fresh + 4)
})
