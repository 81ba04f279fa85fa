import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders, refunds } from '#orders/order/tables.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { clearFaults, payAt, providerClient, setFault } from '#tests/harness/provider.ts'
import { sessionIn } from '#tests/harness/release-buyers.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { handOver, shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
import { shipments } from '../tables.ts'
import type { CarrierKind } from '../tracking/events.rules.ts'
import { parcelsOf } from '../tracking/parcels.store.server.ts'
import type { News } from '../tracking/record-events.actions.server.ts'
import { recordNews } from '../tracking/record-events.actions.server.ts'
import { personalShipments } from '../whereabouts/personal-shipments.store.server.ts'
import { whereOrderIs } from '../whereabouts/where-orders-are.actions.server.ts'
import type { ReshipmentValues } from './reshipment-form.rules.ts'
import { chooseReturn } from './settle-return.actions.server.ts'
import { receiveBack } from './settle-shipment.actions.server.ts'
import { startReshipment } from './start-reshipment.actions.server.ts'

let testShop: TestShop
let staff: StaffMember
let scenario: ReturnType<typeof openScenario>
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
  await setStock(testShop.db, wine, 100)
  scenario = openScenario(testShop.db, { [staff.email]: 'staff@', [staff.id]: 'Staff' })
})
afterAll(() => testShop.close())

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)
const gift = { giftName: 'Dora Gil', giftPhone: '4155550199', giftNote: '' }

/** A customer's order that was handed over, and its box. */
async function aBox(name: string, isGift = false) {
  const { db, shop, services } = testShop
  const member = await aMember(db, { firstName: name, email: `${name}@example.com` })
  await shop.changeCart(member, { kind: 'set-quantity', productId: wine, quantity: 2 })
  await shop.changeCart(member, { kind: 'choose-shipping', method: 'ground' })
  const started = await shop.startCheckout(member, {}, '', isGift ? gift : {})
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url)
  await shop.recordPayment(sessionIn(started.url))
  const [order] = await db.select().from(orders).where(eq(orders.userId, member.id))
  await recomputeReadiness(services, { orderId: order!.id })
  const [box] = await db.select().from(shipments).where(eq(shipments.orderId, order!.id))
  await handOver(testShop, staff, [{ shipment: box! }])
  Object.assign(scenario.names, {
    ...{ [member.id]: name, [order!.id]: `K-${order!.number}`, [box!.id]: `box-${name}` },
  })
  const { id, number } = box!
  return { id, number, order: order!, buyer: { userId: member.id, number: order!.number } }
}
type Box = Awaited<ReturnType<typeof aBox>>

/** What the carrier reports of a box, all a second apart and the last of it now. */
async function reported(
  { id }: Box,
  kinds: readonly CarrierKind[],
  news: Partial<News> = {},
  services = testShop.services,
) {
  const [parcel] = await parcelsOf(testShop.db, [id])
  const at = (index: number) => new Date(Date.now() - 1_000 * (kinds.length - index))
  const events = kinds.map((kind, index) => ({
    ...{ parcelId: parcel!.id, at: at(index), source: 'carrier' as const, kind },
  }))
  await testShop.db.transaction((tx) => recordNews(services, tx, id, { events, ...news }))
}
const back = ['shipped', 'attempted', 'returning', 'returned'] as const

const ground: ReshipmentValues = { method: 'ground', to: 'same', ...noAddress }
const austin: ReshipmentValues = {
  ...{ ...ground, to: 'other', address: '400 Congress Ave', city: 'Austin' },
  ...{ state: 'TX', zipCode: '78701' },
}

test('what a returned box changes', async () => {
  const { db, services, shop } = testShop
  const other = await aBox('other')
  await reported(other, back)
  const box = await aBox('gift', true)
  await reported(box, back)
  const start = (of: Box, values: ReshipmentValues) => () =>
    startReshipment(services, of.buyer, { shipmentId: of.id, values })
  const choose = (of: Box, choice: 'collect' | 'refund') => () =>
    chooseReturn(services, of.buyer, { shipmentId: of.id, choice })
  await step('start to send a gift again', start(box, ground))
  await step('start again', start(box, ground))
  const [open] = await db
    .select()
    .from(checkouts)
    .where(sql`channel = 'reshipment'`)
  await step('until when its page is open', async () => {
    const session = await providerClient().checkout.sessions.retrieve(open!.sessionId!)
    return new Date(session.expires_at * 1_000).toISOString()
  })
  await setFault({ match: 'POST /v1/checkout/sessions/*/expire', fault: 'error-before', times: 9 })
  await step('choose a refund while the page cannot be closed', choose(box, 'refund'))
  await clearFaults()
  await step('start to send it elsewhere', start(box, austin))
  const sentAgain = async () => {
    const theirs = await personalShipments(db, box.buyer.userId)
    return theirs.flatMap((one) => one.sentAgain.map(({ shipTo }) => shipTo!.city))
  }
  expect(await sentAgain()).toEqual([])
  const [elsewhere] = await db
    .select()
    .from(checkouts)
    .where(sql`channel = 'reshipment' and state = 'open'`)
  await payAt(elsewhere!.sessionUrl!)
  await step('paid', () => shop.recordPayment(elsewhere!.sessionId!))
  expect(await sentAgain()).toEqual(['Austin'])
  await step('paid a second time', () => shop.recordPayment(elsewhere!.sessionId!))
  await step('start once it is sent', start(box, ground))

  const refunded = await aBox('refund')
  await reported(refunded, back)
  await step('choose a refund', choose(refunded, 'refund'))
  await step('start to send it after that', start(refunded, ground))
  const left = await aBox('left')
  await reported(left, back)
  // All but the wine and its tax was refunded; what staff tried to refund has failed.
  await testShop.stripe.refunds.create({
    payment_intent: left.order.paymentIntentId!,
    amount: left.order.shippingCents,
  })
  await shop.recordAfterSale(left.order.paymentIntentId!)
  await db.insert(refunds).values({
    ...{
      orderId: left.order.id,
      requestKey: `staff:${left.order.id}:x`,
      cause: 'staff',
      state: 'failed',
    },
    ...{ amountCents: 100, reason: 'Corked' },
  })
  const [offered] = await whereOrderIs(services, left.order, { isGuest: false })
  expect(offered!.returned!.refund).toMatchObject({ wineCents: 90_000 })
  await choose(left, 'refund')()
  await step('receive what is to be refunded', () =>
    receiveBack(services, staff, { number: left.number }),
  )

  const late = await aBox('late')
  const until = new Date(Date.now() + 10 * 86_400_000)
  const { weekday } = shopDates(services.settings.timeZone)
  Object.assign(scenario.names, { [weekday(until)]: 'in ten days', [weekday(new Date())]: 'today' })
  await reported(late, ['shipped', 'attempted'], { depotUntil: until })
  await step('at the depot, which said until when', () => reported(late, ['at-depot']))
  const asking = { ...services, carriers: { asked: ['ups'] } as never }
  await step('delivered, and asked about for some days', () =>
    reported(late, ['delivered'], {}, asking),
  )
  await db.update(shipments).set({ recheckAt: null }).where(eq(shipments.id, late.id))
  await step('no longer asked about', () => reported(late, ['other'], {}, asking))
  await step('the stock', async () =>
    (await db.select().from(products).where(eq(products.id, wine))).map(({ sold, held }) => ({
      sold,
      held,
    })),
  )
  scenario.expectWritten('shipping-returned')
})
