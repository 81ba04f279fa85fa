import { randomUUID } from 'node:crypto'

import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { buyerStatements } from '#catalogue/destinations/buyer-statement.rules.ts'
import { licences, stateRules } from '#catalogue/destinations/state-rules/tables.ts'
import { addCaseForBuyer } from '#order-changes/add-case.actions.server.ts'
import { changeMethod } from '#order-changes/change-method.actions.server.ts'
import { orders } from '#orders/order/tables.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { markCollected } from '#shipping/pickup/mark-pickup.actions.server.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { cardToken, payAt } from '#tests/harness/provider.ts'
import { emailsTo } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { complianceEvents, compliancePeople, complianceRecords, wineFacts } from '../tables.ts'

const { testShop, staff, anOrder, change, boxesOf } = await openChangesShop()
const { db, shop, services } = testShop
const support = { ...(await aMember(db)), role: 'staff' as const, duties: ['support' as const] }
const wine = 'malbec-2022'

/** The newest record, with its personal fields. */
async function newest() {
  const [row] = await db
    .select({ record: complianceRecords, person: compliancePeople, order: orders })
    .from(complianceRecords)
    .innerJoin(orders, eq(orders.id, complianceRecords.orderId))
    .innerJoin(compliancePeople, eq(compliancePeople.orderId, complianceRecords.orderId))
    .orderBy(desc(orders.number))
    .limit(1)
  return row!
}

const eventsOf = async (orderId: string) =>
  (
    await db
      .select()
      .from(complianceEvents)
      .where(eq(complianceEvents.orderId, orderId))
      .orderBy(complianceEvents.place)
  ).map(({ kind, facts }) => ({ kind, ...facts }))

const texas = {
  name: 'Eva Marsh',
  email: 'eva@example.com',
  phone: '5125550123',
  birthdate: '1980-02-03',
  address: '400 Congress Ave',
  addressExtra: 'Suite 4',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
}

async function anOffer(productId: string, isPickup = false) {
  const started = await shop.startOffer(
    { viewer: null, token: randomUUID(), address: randomUUID() },
    {
      productId,
      quantity: 1,
      shipTo: isPickup ? { ...texas, ...noAddress, isPickup } : { ...texas, isPickup },
    },
  )
  if (!started.ok) throw new Error(started.reason)
  const place = {
    shipping_name: 'Eva Marsh',
    shipping_line1: texas.address,
    shipping_line2: texas.addressExtra,
    shipping_city: texas.city,
    shipping_state: texas.state,
    shipping_postal_code: texas.zipCode,
  }
  await payAt(started.url, { email: texas.email, phone: texas.phone, ...(!isPickup && place) })
  await shop.recordPayment(/cs_[^/?#]+/.exec(started.url)![0])
  return newest()
}

const noRule = { rule: null, verdict: null, licences: [], near: [] }

describe('every channel has a record of what it sold', () => {
  test('the cart, with the statement and where it was shown', async () => {
    await anOrder({ cases: 2 })
    const { record, person, order } = await newest()
    expect(record).toMatchObject({ state: 'CA', at: order.createdAt })
    expect(record.facts).toMatchObject({
      ...noRule,
      ...{ number: order.number, channel: 'cart', method: 'ground', isServed: true, ml: 4_500 },
      ...{ totalCents: order.totalCents, taxCents: 6_525, shippingCents: order.shippingCents },
      age: { hasBirthdate: false, page: 'cart', shownAt: order.shipTo!.statementShown!.at },
      statement: buyerStatements.delivery,
      wines: [
        {
          ...{ productId: wine, quantity: 2, unitPriceCents: 45_000, taxCents: 6_525 },
          ...{ bottles: 3, bottleMl: 750, vintage: 2022, alcohol: null, cola: '' },
        },
      ],
    })
    expect(person).toMatchObject({
      ...{ name: 'Ana Ruiz', address: '1200 Valencia Street', city: 'San Francisco' },
      ...{ state: 'CA', zipCode: '94110', phone: '4155550123', email: order.email, signer: '' },
    })
  })

  test('the card panel', async () => {
    const member = await aMember(db, { birthdate: '1980-02-03' })
    await shop.changeCart(member, { kind: 'add', productId: wine })
    await shop.changeCart(member, { kind: 'choose-shipping', method: 'overnight' })
    const amount = 45_000 + 9_000 + 3_263
    expect(await shop.payByCard(member, { token: await cardToken(), amount })).toMatchObject({
      ok: true,
    })
    const { record, person } = await newest()
    expect(record.facts).toMatchObject({
      ...noRule,
      ...{ channel: 'card', method: 'overnight', ml: 2_250, totalCents: amount },
      age: { hasBirthdate: true, page: 'card' },
    })
    expect(person).toMatchObject({ birthdate: '1980-02-03', email: member.email })
  })

  test.each([
    [wine, 'offering', 2_250, { bottles: 3 }],
    ['malbec-2021-bottle', 'offer1', 750, { bottles: 1 }],
  ] as const)('the offer of %s', async (productId, channel, ml, sold) => {
    const { record, person, order } = await anOffer(productId)
    expect(record).toMatchObject({ state: 'TX' })
    expect(order.userId).toBeNull()
    expect(record.facts).toMatchObject({
      ...noRule,
      ...{ channel, isServed: true, ml, wines: [{ productId, ...sold }] },
      age: { hasBirthdate: true, page: channel },
    })
    expect(person).toMatchObject({
      ...{ name: 'Eva Marsh', address: '400 Congress Ave', state: 'TX', zipCode: '78701' },
      ...{ birthdate: '1980-02-03', phone: '5125550123', email: 'eva@example.com' },
    })
  })

  test('cases that staff added beside an order', async () => {
    const bought = await anOrder({ cases: 1 })
    const wish = { number: String(bought.order.number), wine, cases: '1' }
    await addCaseForBuyer(services, support, wish, { key: randomUUID() })
    const [mail] = await emailsTo(testShop, bought.order.email, 'payment-due')
    const url = (mail!.props as { payUrl: string }).payUrl
    await payAt(url)
    await shop.recordPayment(/cs_[^/?#]+/.exec(url)![0])
    const { record, person } = await newest()
    expect(record.facts).toMatchObject({ ...noRule, channel: 'added', ml: 2_250, isServed: true })
    expect(person).toMatchObject({ address: '1200 Valencia Street', email: bought.order.email })
  })

  test('a pickup has no address, and the card that is shown is the evidence of age', async () => {
    const { order, shipment } = await anOrder({ cases: 1, method: 'pickup' })
    const { record, person } = await newest()
    expect(record).toMatchObject({ state: '', facts: { method: 'pickup', isServed: true } })
    expect(person).toMatchObject({ address: '', city: '', state: '', zipCode: '' })
    const shown = { number: shipment.number, checked: 'yes', document: 'passport', place: '' }
    expect(await markCollected(services, staff, shown as never)).toMatchObject({ ok: true })
    expect(await eventsOf(order.id)).toMatchObject([
      { kind: 'collected', text: 'Card shown, 21 or older, name matches (Passport)' },
    ])
    const offered = await anOffer(wine, true)
    expect(offered.record.state).toBe('')
    expect(offered.person).toMatchObject({ state: '', birthdate: '1980-02-03' })
  })
})

test('with a rule in force it says which, what was had before, and with which license', async () => {
  const member = await aMember(db)
  await anOrder({ cases: 2, member })
  const [rule] = await db
    .insert(stateRules)
    .values({
      ...{ state: 'CA', version: 3, from: '2020-01-01', limitMl: 18_000, source: 'Law' },
      ...{
        countedBy: 'person',
        countedIn: 'calendar-year',
        confirmedBy: 'a',
        confirmedAt: sql`now()`,
      },
    })
    .returning()
  const [from, until] = ['2020-01-01', '2099-12-31']
  const held = { state: 'CA', kind: 'Direct', from, until, addedBy: 'a' }
  await db.insert(licences).values([
    { ...held, holder: 'shipper', number: 'S-2' },
    { ...held, holder: 'business', number: 'B-1' },
    { ...held, holder: 'business', number: 'B-0', until: '2020-12-31' },
  ])
  await db.insert(wineFacts).values({ productId: wine, brand: 'Kohue', alcohol: 14.1, cola: '123' })
  await anOrder({ cases: 3, member })
  const { record } = await newest()
  expect(record.facts).toMatchObject({
    rule: {
      ...{ id: rule!.id, version: 3, countedBy: 'person', countedIn: 'calendar-year' },
      ...{ limitMl: 18_000, hadMl: 4_500 },
    },
    ...{ verdict: null, ml: 6_750 },
    licences: [
      { number: 'B-1', kind: 'Direct', holder: 'business' },
      { number: 'S-2', kind: 'Direct', holder: 'shipper' },
    ],
    wines: [{ brand: 'Kohue', alcohol: 14.1, cola: '123' }],
  })
  await db.execute(sql`update state_rules set until_day = '2020-01-02'`)
  await db.delete(licences)
})

test('an order that becomes a pickup, and goes to its address after all', async () => {
  const bought = await anOrder({ cases: 1 })
  expect(await change(changeMethod, bought, { method: 'pickup=-3500' })).toMatchObject({ ok: true })
  const personOf = async () =>
    (
      await db.select().from(compliancePeople).where(eq(compliancePeople.orderId, bought.order.id))
    )[0]!
  expect(await personOf()).toMatchObject({ address: '', state: '', householdKey: null })
  const [box] = await boxesOf(bought.order)
  await db.execute(sql`update shipments set method = 'ground', to_state = 'CA', to_zip = '94110',
    ship_to = ${JSON.stringify(bought.order.shipTo)}::jsonb where id = ${box!.id}`)
  expect(await personOf()).toMatchObject({ address: '1200 Valencia Street', state: 'CA' })
  expect(await eventsOf(bought.order.id)).toMatchObject([
    { kind: 'moved', from: 'CA', to: '', method: 'pickup' },
    { kind: 'refunded', amountCents: 3_500 },
    { kind: 'moved', from: '', to: 'CA', method: 'ground' },
  ])
})

test('an order and its record are written both, or neither', async () => {
  const { order } = await anOrder({ cases: 1 })
  const count = async () => {
    const { rows } = await db.execute<{ orders: string; records: string }>(sql`
      select (select count(*) from orders) as orders, (select count(*) from compliance_records) as records`)
    return rows[0]!
  }
  const before = await count()
  const insertAgain = sql`insert into orders (checkout_id, channel, email, name, subtotal_cents,
    shipping_cents, tax_cents, total_cents) select ${order.checkoutId}, 'cart', 'a@b.example', 'A', 1, 0, 0, 1`
  await db.execute(sql`alter table orders drop constraint orders_checkout_id_unique`)
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(insertAgain)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await count()).toEqual(before)
  // What keeps the record from being written keeps the order from it, too.
  await db.execute(
    sql`alter table compliance_records add constraint broken check (false) not valid`,
  )
  await expect(db.execute(insertAgain)).rejects.toThrow()
  expect(await count()).toEqual(before)
  await db.execute(sql`alter table compliance_records drop constraint broken`)
})
