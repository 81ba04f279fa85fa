import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import type { ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import { ProviderRefused, ProviderUnavailable } from '#payments/payments.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import {
  answerBank,
  cardToken,
  clearFaults,
  payAt,
  setFault,
  signedEvent,
} from '#tests/harness/provider.ts'
import { sessionIn } from '#tests/harness/release-buyers.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { checkCardPayment } from './card/check-card-payment.actions.server.ts'
import { removeKeptCard, viewKeptCards } from './card/kept-cards.actions.server.ts'
import { payByCard } from './card/pay-by-card.actions.server.ts'
import { listVoidedOffers } from './offers/list-voided-offers.actions.server.ts'
import type { OfferShipTo } from './offers/ship-to-form.rules.ts'
import { startOffer } from './offers/start-offer.actions.server.ts'
import { returnFromPayment } from './return-from-payment.actions.server.ts'
import { settlePendingPayments } from './settle-pending-payments.actions.server.ts'
import { startCheckout } from './start-checkout.actions.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
const wine = 'malbec-2022'
const bottle = 'malbec-2021-bottle'

beforeAll(async () => {
  testShop = await openTestShop()
  await testShop.db.update(products).set({ stock: 100 }).where(eq(products.id, bottle))
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  scenario = openScenario(testShop.db)
})

const step = <Result>(title: string, work: () => Promise<Result>) =>
  scenario.step(title, async () => {
    const result = await work()
    for (const { id, number } of await testShop.db.select().from(orders))
      scenario.names[id] = `K-${number}`
    return result
  })

/** A customer with that many cases in the cart. */
async function buyer(name: string, quantity = 1, method: ShippingMethod = 'ground') {
  const { id } = await aMember(testShop.db, { firstName: name, email: `${name}@example.com` })
  scenario.names[id] = name
  await fill({ id }, quantity, method)
  return (await userById(testShop.db, id))!
}

async function fill(user: { id: string }, quantity: number, method: ShippingMethod = 'ground') {
  const { changeCart } = testShop.shop
  await changeCart(user as User, { kind: 'set-quantity', productId: wine, quantity })
  await changeCart(user as User, { kind: 'choose-shipping', method })
}

/** The open page of a buyer, whose checkout and order get a name. */
async function page(user: User) {
  const started = await testShop.shop.startCheckout(user)
  if (!started.ok) throw new Error(started.reason)
  return named(started.url, scenario.names[user.id]!)
}

async function named(url: string, name: string) {
  const id = sessionIn(url)
  const [row] = await testShop.db.select().from(checkouts).where(eq(checkouts.sessionId, id))
  scenario.names[row!.id] ??= `${name}-${Object.keys(scenario.names).length}`
  return { id, url, checkout: row!.id }
}

const event = (type: string, object: string, paymentId?: string) => () => {
  const { body, signature } = signedEvent(type, object, paymentId ? { paymentId } : {})
  return testShop.shop.receiveEvent(body, signature)
}

const returned = (id: string) => () => testShop.shop.returnFromPayment(id, '')

test('what buying a cart changes', async () => {
  const { db, shop } = testShop
  const eva = await buyer('eva', 2)
  await page(eva)
  const ana = await buyer('ana', 2)
  await step('open the page', () => shop.startCheckout(ana))
  await step('open it again', () => shop.startCheckout(ana))
  const first = await page(ana)
  await step('come back without paying', returned(first.id))
  await step('an event of a page that is open', event('checkout.session.completed', first.id))
  await payAt(first.url, { email: ana.email })
  await step('come back', returned(first.id))
  await step('the event afterwards', event('checkout.session.completed', first.id))
  await step('come back again', returned(first.id))
  await step('ask for thanks', () => shop.thankBuyer(ana, false))
  await step('thank once', async () => [
    await shop.thankBuyer(ana, true),
    await shop.thankBuyer(ana, true),
  ])

  await fill(ana, 3, 'overnight')
  const second = await page(ana)
  await fill(ana, 3)
  await payAt(second.url)
  await step('the event first', event('checkout.session.completed', second.id))
  await step('come back afterwards', returned(second.id))

  const bea = await buyer('bea')
  await page(bea)
  await fill(bea, 2)
  await step('open the page of a changed cart', () => shop.startCheckout(bea))
  const changed = await page(bea)
  await step('claim another amount', () => shop.startCheckout(bea, { amount: 1 }))
  await testShop.stripe.checkout.sessions.expire(changed.id)
  await step('the page expires', event('checkout.session.expired', changed.id))
  await step('it expires again', event('checkout.session.expired', changed.id))

  const late = await page(bea)
  await db.update(checkouts).set({ state: 'expired' }).where(eq(checkouts.id, late.checkout))
  await db
    .update(products)
    .set({ held: sql`held - 2`, stock: sql`held + sold - 2` })
    .where(eq(products.id, wine))
  await payAt(late.url)
  await step('paid once the stock is gone', event('checkout.session.completed', late.id))
  const [refund] = await db.select().from(refunds)
  await step('its refund', () => shop.makeRefund(refund!.id))
  await db.update(products).set({ stock: 100 }).where(eq(products.id, wine))

  await fill(bea, 2)
  const short = await page(bea)
  await db
    .update(checkouts)
    .set({ totalCents: sql`total_cents + 1` })
    .where(eq(checkouts.id, short.checkout))
  await payAt(short.url)
  await step('paid a cent too little', event('checkout.session.completed', short.id))
  await fill(bea, 1, 'pickup')
  const over = await page(bea)
  await db
    .update(checkouts)
    .set({ totalCents: sql`total_cents - 1` })
    .where(eq(checkouts.id, over.checkout))
  await payAt(over.url)
  await step('paid a cent too much', event('checkout.session.completed', over.id))

  await step('no payment', returned('cs_test_none'))
  await step('an event of another kind', event('invoice.paid', first.id))
  await step('a forged event', () =>
    shop.receiveEvent(signedEvent('checkout.session.completed', first.id).body, 'none'),
  )
  const away = await buyer('cora')
  const unseen = await page(away)
  await payAt(unseen.url)
  await setFault({ match: 'GET /v1/checkout/sessions/*', fault: 'error-before', times: 8 })
  await step('come back while the provider is away', returned(unseen.id))
  await step('an event while the provider is away', event('checkout.session.completed', unseen.id))
  await clearFaults()
  await step('the job of the minute', () => shop.settlePendingPayments())
  await step('the job of the next', () => shop.settlePendingPayments())
  testShop.pass(35)
  await step('the job when holds have ended', () => shop.settlePendingPayments())
  testShop.pass(30 * 24 * 60 - 36)
  await step('erase a minute too early', () => shop.eraseUnpaid())
  testShop.pass(32)
  // What is stored of those alone who have confirmed no address.
  await db
    .update(checkouts)
    .set({ holderNetwork: '203.0.113.0/24', buyerKey: 'a key', confirmationToken: 'a token' })
    .where(eq(checkouts.state, 'expired'))
  await step('erase what ended unpaid', () => shop.eraseUnpaid())
  testShop.pass(-30 * 24 * 60 - 31)
  scenario.expectWritten('checkout-cart')
})

test('what buying by card changes', async () => {
  const { shop, db } = testShop
  const other = await buyer('otto', 3)
  await page(other)
  const carla = await buyer('carla')
  const amount = 51_763
  const token = await cardToken()
  const declined = await cardToken('4000000000000002')
  const pay = (user: User, asked: Parameters<typeof shop.payByCard>[1]) => () =>
    shop.payByCard(user, asked)
  await step('another amount than is shown', pay(carla, { token, amount: 51_762 }))
  await step('a declined card', pay(carla, { token: declined, amount }))
  await step(
    'a card that asks the bank',
    pay(carla, { token: await cardToken('4000002760003184'), amount }),
  )
  const [open] = await db.select().from(checkouts).where(eq(checkouts.userId, carla.id))
  const paymentId = open!.paymentIntentId!
  const asked = () => shop.checkCardPayment(carla, paymentId, '')
  await step('ask of it', asked)
  await step('another asks of it', () => shop.checkCardPayment(other, paymentId, ''))
  const { client_secret: secret } = await testShop.stripe.paymentIntents.retrieve(paymentId)
  await answerBank(secret!, 'fail')
  await step('the bank refused it', asked)
  await step('an event of what is not paid', event('payment_intent.succeeded', paymentId))
  await step(
    'a good card',
    pay(carla, { token, amount, keepsCard: true, quantity: 1, productId: wine }),
  )
  await step('the same press', pay(carla, { token, amount }))
  await step('the event', event('payment_intent.succeeded', paymentId))
  await step('come back', returned(paymentId))
  await fill(carla, 1)
  await step('the panel with the card', () => shop.viewCardPanel(carla, null, ''))
  const { data } = await testShop.stripe.paymentMethods.list({
    customer: (await testShop.customerOf(carla.id))!,
  })
  const card = data[0]!.id
  await step(
    'pay with the kept card as a gift',
    pay(carla, {
      token: `${card}.press-0001`,
      typed: { giftName: 'Dora Gil', giftPhone: '4155550199', giftNote: 'Salud' },
    }),
  )
  await step('another removes it', () =>
    removeKeptCard(testShop.services, other as never, { card }),
  )
  await step('remove it', () => removeKeptCard(testShop.services, carla as never, { card }))
  await step('remove it again', () => removeKeptCard(testShop.services, carla as never, { card }))

  const dora = await buyer('dora', 2)
  await step('lose the provider', async () => {
    await setFault({ match: 'POST /v1/payment_intents*', fault: 'drop-before', times: 9 })
    const paid = await shop.payByCard(dora, { token: await cardToken() })
    await clearFaults()
    return paid
  })
  await step('open a page in its place', () => shop.startCheckout(dora))
  await page(dora)
  const another = await cardToken('4000000000000069')
  await step('a card in place of the page', pay(dora, { token: another }))
  await step('the card panel that says why', () => shop.viewCardPanel(dora, another, ''))
  const [attempt] = await db
    .select()
    .from(checkouts)
    .where(sql`user_id = ${dora.id} and state = 'open'`)
  await testShop.stripe.paymentIntents.cancel(attempt!.paymentIntentId!)
  await step('the provider cancels it', event('payment_intent.canceled', attempt!.paymentIntentId!))
  scenario.expectWritten('checkout-card')
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

test('what an offer changes', async () => {
  const { shop, db, services } = testShop
  const { settings } = services
  const guest = (token: string) => ({ viewer: null, token, address: token })
  const offered = { productId: wine, quantity: 1, shipTo: texas }
  const start =
    (token: string, wish: Partial<Parameters<typeof shop.startOffer>[1]> = {}) =>
    () =>
      shop.startOffer(guest(token), { ...offered, ...wish })
  async function opened(name: string, wish: Partial<Parameters<typeof shop.startOffer>[1]> = {}) {
    const started = await start(name, wish)()
    if (!started.ok) throw new Error(started.reason)
    return named(started.url, name)
  }
  await opened('other', { quantity: 2, shipTo: { ...texas, email: 'other@example.com' } })
  await step('a wine that is not offered', start('one', { productId: 'malbec-2021' }))
  await step('four cases', start('one', { quantity: 4 }))
  await step('to Utah', start('one', { shipTo: { ...texas, state: 'UT', zipCode: '84101' } }))
  await step('without an address', start('one', { shipTo: null, asksShipTo: true }))
  await step('claim another tax', start('one', { claims: { californiaTaxId: 'txr_1' } }))
  await step('open the page', start('one'))
  await step('open it again', start('one'))
  const one = await named(((await start('one')()) as { url: string }).url, 'one')
  await step('open one for two cases in its place', start('one', { quantity: 2 }))
  const two = await opened('one', { quantity: 2 })
  await step('come back without paying', returned(two.id))
  await payAt(two.url, { shipping_rate: settings.rateIds.overnight[2] })
  await step('come back', returned(two.id))
  await step('come back again', returned(two.id))
  await step('the page that was replaced', returned(one.id))

  const elsewhere = {
    ...{ shipping_name: 'Eva Vale', shipping_line1: '10 Temple Square', phone: '8015550123' },
    ...{ shipping_city: 'Salt Lake City', shipping_state: 'UT', shipping_postal_code: '84101' },
  }
  const utah = await opened('utah', { shipTo: null })
  await payAt(utah.url, { ...elsewhere, email: 'eva@example.com' })
  await step('paid for an address that is not served', event('checkout.session.completed', utah.id))
  await step('come back from it', returned(utah.id))
  const collected = await opened('austin', { shipTo: null })
  await payAt(collected.url, {
    ...elsewhere,
    email: 'austin@example.com',
    shipping_state: 'TX',
    shipping_city: 'Austin',
    shipping_postal_code: '78701',
  })
  await step('paid for an address of the page', event('checkout.session.completed', collected.id))
  const gone = await opened('gone')
  await db.update(checkouts).set({ state: 'expired' }).where(eq(checkouts.id, gone.checkout))
  await db
    .update(products)
    .set({ held: sql`held - 1`, stock: sql`held + sold - 1` })
    .where(eq(products.id, wine))
  await payAt(gone.url)
  await step('paid once the stock is gone', event('checkout.session.completed', gone.id))
  await db.update(products).set({ stock: 100 }).where(eq(products.id, wine))
  const ana = await buyer('flora')
  await step('a bottle to pick up, signed in', () =>
    shop.startOffer(
      { viewer: ana, token: null, address: '' },
      {
        productId: bottle,
        quantity: 1,
        shipTo: {
          isPickup: true,
          name: 'Ana Ruiz',
          email: ana.email,
          phone: '',
          birthdate: '1980-02-03',
        } as never,
      },
    ),
  )
  const [mine] = await db.select().from(checkouts).where(eq(checkouts.userId, ana.id))
  await payAt(mine!.sessionUrl!)
  await step('paid', event('checkout.session.completed', mine!.sessionId!))
  await step('what was voided', () => listVoidedOffers(services))
  const { orders: history } = await shop.orderHistory(ana, 1)
  await step('her orders', async () => history.map(({ number }) => number))
  await step('the orders of nobody', async () => db.$count(orders, sql`user_id is null`))
  scenario.expectWritten('checkout-offers')
})

test('what buying changes where the provider fails', async () => {
  const { db, services } = testShop
  await db.update(products).set({ stock: 100, held: 0, sold: 0 }).where(eq(products.id, wine))
  const failures = {
    away: new ProviderUnavailable('away'),
    refusing: new ProviderRefused('odd', 'Refused.'),
    broken: new Error('broken'),
  }
  type Failing = typeof services
  /** What a press changes while one call to the provider fails, in each of three ways. */
  async function failing(
    title: string,
    call: keyof typeof services.payments,
    press: (shop: Failing, user: User) => Promise<unknown>,
    as: (failure: string) => Promise<User>,
  ) {
    for (const [failure, error] of Object.entries(failures)) {
      const user = await as(failure)
      const payments = { ...services.payments, [call]: () => Promise.reject(error) }
      await step(`${title}: the provider is ${failure}`, () =>
        press({ ...services, payments }, user).catch(({ message }: Error) => `throws: ${message}`),
      )
    }
  }
  const newBuyer = (of: string) => (failure: string) => buyer(`${of}-${failure}`)
  const started = (changed: Partial<typeof services.payments>, user: User) =>
    startCheckout({ ...services, payments: { ...services.payments, ...changed } }, user)
  const missing = await buyer('missing')
  await step('a price is missing', () => started({ priceAmount: async () => null }, missing))
  const other = { id: 'cs_test_other', url: 'https://pay.example', subtotal: 45_000, total: 1 }
  const closed = { id: other.id, state: 'expired' } as PaymentSession
  const dearer = await buyer('dearer')
  await step('the page has another amount', () =>
    started({ createSession: async () => other, expireSession: async () => closed }, dearer),
  )
  for (let n = 0; n < 10; n++) await testShop.shop.returnFromPayment(`cs_test_${n}`, '')
  await step('come back by the eleventh invented id', returned('cs_test_10'))
  await failing('compare prices', 'priceAmount', startCheckout, newBuyer('price'))
  await failing('open the page', 'createSession', startCheckout, newBuyer('page'))
  const token = await cardToken()
  const pay = (shop: Failing, user: User) => payByCard(shop, user, { token, amount: 51_763 })
  await failing('make the payment of a card', 'createCardPayment', pay, newBuyer('card'))
  await failing('charge the card', 'confirmCardPayment', pay, newBuyer('charge'))
  await failing(
    'open the page of an offer',
    'createOfferSession',
    (shop, { firstName }) =>
      startOffer(
        shop,
        { viewer: null, token: firstName, address: firstName },
        { productId: wine, quantity: 1, shipTo: texas },
      ),
    newBuyer('offer'),
  )

  const asked = await buyer('asked')
  const bank = await cardToken('4000002760003184')
  await testShop.shop.payByCard(asked, { token: bank, amount: 51_763 })
  const own = async () => (await userById(db, asked.id))!
  await failing(
    'ask of a payment',
    'getCardPayment',
    (shop, user) => checkCardPayment(shop, user, bank, ''),
    own,
  )
  await failing('show the cards', 'keptCards', (shop, user) => viewKeptCards(shop, user, ''), own)
  await failing(
    'remove a card',
    'removeKeptCard',
    (shop, user) => removeKeptCard(shop, user as never, { card: 'pm_1' }),
    own,
  )
  const opened = await page(await buyer('returning'))
  const comeBack = (shop: Failing) => returnFromPayment(shop, opened.id, '')
  await failing('come back', 'getSession', comeBack, own)
  await failing('the job of the minute', 'paymentEventsSince', settlePendingPayments, own)
  scenario.expectWritten('checkout-failures')
})
