import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { allocations } from '#catalogue/on-sale/tables.ts'
import { checkouts } from '#catalogue/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { shipments } from '#shipping/tables.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { emailsTo, sendHandover } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { addCaseForBuyer } from './add-case.actions.server.ts'
import { whatDecides } from './added-cases.store.server.ts'
import { changeMethod } from './change-method.actions.server.ts'

const shop = await openChangesShop()
const { testShop } = shop
let support: StaffMember
beforeAll(async () => {
  support = { ...(await aMember(testShop.db)), role: 'staff', duties: ['support'] }
})
beforeEach(() => leave(100))

type Bought = Awaited<ReturnType<typeof shop.anOrder>>

const add = (
  { order }: Pick<Bought, 'order'>,
  fields: { wine?: string; cases?: string; onPhone?: string } = {},
  by = support,
) =>
  addCaseForBuyer(
    testShop.services,
    by,
    { number: String(order.number), wine, cases: '1', ...fields },
    { key: randomUUID() },
  )

const mailsTo = async ({ order }: Bought) =>
  (await emailsTo(testShop, order.email, 'payment-due')).map(
    ({ props }) => props as Record<string, string>,
  )

const wine = 'malbec-2022'
const counts = async () =>
  (await testShop.db.select().from(products).where(eq(products.id, wine)))[0]!
let before = { held: 0, sold: 0, promised: 0 }

/** Leaves so many cases to be sold, and counts from here. */
async function leave(cases: number) {
  await testShop.db
    .update(products)
    .set({ stock: sql`held + sold + promised + ${cases}` })
    .where(eq(products.id, wine))
  before = await counts()
}

const stockNow = async () => {
  const { held, sold, promised } = await counts()
  return {
    ...{ held: held - before.held, sold: sold - before.sold },
    promised: promised - before.promised,
  }
}

const ordersOf = ({ buyer }: Bought) =>
  testShop.db.select().from(orders).where(eq(orders.userId, buyer.id)).orderBy(orders.number)

/** Half an hour later all open pages are closed, and what they kept is free. */
async function lapse() {
  testShop.pass(31)
  await testShop.shop.settlePendingPayments()
  testShop.pass(-31)
}

async function pay(url: string) {
  await payAt(url)
  return testShop.shop.recordPayment(/cs_[^/?#]+/.exec(url)![0])
}

test('is kept, emailed as a payment page, and paid an order of its own that goes the same way', async () => {
  const bought = await shop.anOrder({ cases: 1, method: 'overnight' })
  await leave(10)
  await testShop.shop.changeCart(bought.buyer, { kind: 'add', productId: 'malbec-2022' })
  // $450.00 of wine, $90.00 overnight, $32.63 of tax.
  expect(await add(bought, { onPhone: 'yes' })).toMatchObject({
    said: { sentence: expect.stringContaining('a page to pay $572.63, which is open until') },
  })
  expect(await stockNow()).toEqual({ held: 1, sold: 0, promised: 0 })
  const [mail] = await mailsTo(bought)
  expect(mail).toMatchObject({
    ...{ amount: '$572.63', isNewOrder: true },
    what: 'We keep 1 × 2022 Malbec, 3-pack of 750ml for you, to go overnight to California 94110.',
  })
  const [open] = await testShop.db
    .select({ expiresAt: checkouts.expiresAt })
    .from(checkouts)
    .where(eq(checkouts.channel, 'added'))
  expect(mail!['until']).toBe(shopDates('America/Los_Angeles').longMoment(open!.expiresAt))
  const log = await testShop.db
    .select({ action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.subjectId, bought.order.id))
  expect(log).toMatchObject([
    { action: 'payment-page-sent', after: { amount: '$572.63', onPhone: true } },
  ])
  expect(await pay(mail!['payUrl']!)).toMatchObject({ state: 'paid', notServed: null })
  expect(await stockNow()).toEqual({ held: 0, sold: 1, promised: 0 })
  const [first, second] = await ordersOf(bought)
  expect(second).toMatchObject({
    ...{ channel: 'added', email: bought.order.email, name: first!.name },
    ...{ shippingMethod: 'overnight', subtotalCents: 45_000, shippingCents: 9_000 },
    ...{ taxCents: 3_263, totalCents: 57_263, state: 'paid' },
    shipTo: { address: first!.shipTo!.address, zipCode: '94110' },
  })
  expect(first).toMatchObject({ totalCents: bought.order.totalCents })
  // The buyer's own cart stays as it was.
  const cart = await testShop.db.execute(
    sql`select quantity from cart_lines where user_id = ${bought.buyer.id}`,
  )
  expect(cart.rows).toEqual([{ quantity: 1 }])
  expect(await reconciliationDifferences(testShop)).toEqual([])
})

test('goes where the order goes now, by the method that it has now', async () => {
  const bought = await shop.anOrder({ cases: 1, method: 'overnight' })
  await shop.change(changeMethod, bought, { method: 'ground=-5500' })
  await testShop.db.execute(sql`
    update shipments set ship_to = ship_to || '{"state":"TX","zipCode":"78701","city":"Austin"}'
    where order_id = ${bought.order.id}`)
  await add(bought)
  expect((await mailsTo(bought))[0]).toMatchObject({
    amount: '$517.63',
    what: expect.stringContaining('to go by ground to Texas 78701.'),
  })
})

test('pressed twice, in any number of tabs, is one page, one email, and kept once', async () => {
  const bought = await shop.anOrder({ cases: 1 })
  await leave(10)
  const presses = await Promise.all([add(bought), add(bought), add(bought)])
  expect(presses.map(({ ok }) => ok)).toEqual([true, true, true])
  expect(await add(bought)).toMatchObject({
    said: { sentence: expect.stringContaining('The buyer has that email') },
  })
  expect(await mailsTo(bought)).toHaveLength(1)
  expect(await stockNow()).toMatchObject({ held: 1 })
})

test('whose page is about to lapse gets another, and is kept once', async () => {
  const bought = await shop.anOrder({ cases: 1 })
  await leave(10)
  await add(bought)
  testShop.pass(26)
  expect(await add(bought)).toMatchObject({ ok: true })
  testShop.pass(-26)
  expect(await mailsTo(bought)).toHaveLength(2)
  expect(await stockNow()).toMatchObject({ held: 1 })
})

test('the last case is promised to one buyer', async () => {
  const all = await Promise.all([1, 2, 3].map(() => shop.anOrder({ cases: 1 })))
  await leave(1)
  const added = await Promise.all(all.map((bought) => add(bought)))
  expect(added.filter(({ ok }) => ok)).toHaveLength(1)
  const refusals = added.flatMap((one) => ('errors' in one ? Object.values(one.errors) : []))
  expect(refusals).toHaveLength(2)
  // Either while the others ask, or after one of them has it.
  const possible = [
    'There is not that much left for this buyer.',
    'This buyer can’t buy that wine now.',
  ]
  for (const said of refusals) expect(possible).toContain(said)
  expect(await stockNow()).toEqual({ held: 1, sold: 0, promised: 0 })
})

test('is of the buyer’s allocation first, and lapses with its page', async () => {
  const bought = await shop.anOrder({ cases: 1 })
  const other = await shop.anOrder({ cases: 1 })
  await lapse()
  await leave(1)
  const [allocation] = await testShop.db
    .insert(allocations)
    .values({
      ...{ productId: wine, userId: bought.buyer.id, units: 1, origin: 'grant' },
      ...{ requestId: randomUUID(), promiseUntil: new Date(Date.now() + 86_400_000) },
      isPromised: true,
    })
    .returning()
  await testShop.db
    .update(products)
    .set({ promised: sql`promised + 1` })
    .where(eq(products.id, wine))
  const heldNow = async () =>
    (await testShop.db.select().from(allocations).where(eq(allocations.id, allocation!.id)))[0]

  expect(await add(other)).toMatchObject({ ok: false })
  expect(await add(bought)).toMatchObject({ ok: true })
  expect(await stockNow()).toEqual({ held: 1, sold: 0, promised: 0 })
  expect(await heldNow()).toMatchObject({ held: 1, bought: 0 })

  const [mail] = await mailsTo(bought)
  await lapse()
  expect(await stockNow()).toEqual({ held: 0, sold: 0, promised: 1 })
  expect(await heldNow()).toMatchObject({ held: 0, bought: 0 })
  await expect(payAt(mail!['payUrl']!)).rejects.toThrow()
  expect(await ordersOf(bought)).toHaveLength(1)

  await add(bought)
  await pay((await mailsTo(bought)).at(-1)!['payUrl']!)
  expect(await heldNow()).toMatchObject({ held: 0, bought: 1 })
  expect(await stockNow()).toEqual({ held: 0, sold: 1, promised: 0 })
})

test('another number of cases closes the page before it', async () => {
  const bought = await shop.anOrder({ cases: 1 })
  await leave(10)
  await add(bought)
  expect(await add(bought, { cases: '2' })).toMatchObject({ ok: true })
  expect(await stockNow()).toMatchObject({ held: 2 })
  const [first, second] = await mailsTo(bought)
  const urls = [first!, second!].toSorted((a, b) => a['amount']!.length - b['amount']!.length)
  await expect(payAt(urls[0]!['payUrl']!)).rejects.toThrow()
  // $900.00 of wine, $50.00 by ground, $65.25 of tax.
  expect(urls[1]).toMatchObject({ amount: '$1,015.25' })
})

test('is refused to who may not, for one’s own order, without an account, and after the handover', async () => {
  const bought = await shop.anOrder({ cases: 1 })
  for (const cases of ['0', '4', '-1', '1.5', '']) {
    expect(await add(bought, { cases })).toMatchObject({ errors: { cases: expect.any(String) } })
  }
  expect(await add(bought, { wine: 'no-such-wine' })).toMatchObject({
    errors: { wine: expect.any(String) },
  })
  expect(await add(bought, {}, shop.staff)).toMatchObject({ status: 403 })
  expect(await add(bought, {}, { ...support, id: bought.buyer.id })).toMatchObject({
    sentence: expect.stringContaining('This order belongs to you'),
  })
  const gone = await shop.anOrder({ cases: 1 })
  await leave(10)
  await sendHandover(testShop, shop.staff, [gone.shipment.number])
  expect(await add(gone)).toMatchObject({
    sentence: expect.stringContaining('handed over for shipping'),
  })
  await testShop.db
    .update(shipments)
    .set({ shipTo: sql`${shipments.shipTo} || '{"state":"UT","zipCode":"84101"}'` })
    .where(eq(shipments.orderId, bought.order.id))
  expect(await add(bought)).toMatchObject({
    sentence: 'We are not permitted to ship wine to Utah.',
  })
  await shop.asGuest(bought)
  expect(await add(bought)).toMatchObject({
    sentence: 'This buyer has no account. Please send them the page of the offer.',
  })
  expect(await mailsTo(bought)).toEqual([])
  expect(await stockNow()).toEqual({ held: 0, sold: 0, promised: 0 })
})

test('is refused where the order keeps nothing of who collects it', async () => {
  const bought = await shop.anOrder({ cases: 1, method: 'pickup' })
  await leave(10)
  await testShop.db.update(orders).set({ shipTo: null }).where(eq(orders.id, bought.order.id))
  expect(await add(bought)).toMatchObject({
    sentence: 'This order keeps no name of its buyer. Please send the buyer the page of the offer.',
  })
  expect(await stockNow()).toEqual({ held: 0, sold: 0, promised: 0 })
})

test('goes to the email of the order, as the gift that the order is, at the provider’s price', async () => {
  const bought = await shop.anOrder({ cases: 1 })
  await leave(1)
  const gift = { name: 'Eva Marsh', phone: '801 555 0123', note: '' }
  await testShop.db.execute(sql`
    update shipments set ship_to = ship_to || ${JSON.stringify({ gift })}::jsonb
    where order_id = ${bought.order.id}`)
  const { settings } = testShop.services
  const priceIds = { ...settings.priceIds, [wine]: settings.priceIds['malbec-2021-bottle']! }
  const dearer = { ...testShop.services, settings: { ...settings, priceIds } }
  const fields = { number: String(bought.order.number), wine, cases: '1' }
  expect(await addCaseForBuyer(dearer, support, fields, { key: randomUUID() })).toMatchObject({
    sentence: 'Our payment provider has another price for this wine, so it is not sold now.',
  })
  expect(await stockNow()).toEqual({ held: 0, sold: 0, promised: 0 })
  await testShop.db.execute(sql`
    update users set email = ${`${randomUUID()}@example.com`} where id = ${bought.buyer.id}`)
  // Of the last case, too, one of two presses finds the page of the other.
  const presses = await Promise.all([add(bought), add(bought)])
  presses.push(await add(bought))
  expect(presses.map(({ ok }) => ok)).toEqual([true, true, true])
  const [mail, ...others] = await mailsTo(bought)
  expect(others).toEqual([])
  await pay(mail!['payUrl']!)
  const [, added] = await ordersOf(bought)
  expect(added).toMatchObject({ email: bought.order.email })
  expect(added!.shipTo).toMatchObject({ gift, statement: expect.stringContaining('recipient') })
})

test('has three pages a day, and none while the provider is away', async () => {
  const bought = await shop.anOrder({ cases: 1 })
  await setFault({ match: 'POST /v1/checkout/sessions', fault: 'error-before', times: 20 })
  expect(await add(bought)).toMatchObject({
    sentence: expect.stringContaining('can’t be reached right now'),
  })
  expect(await mailsTo(bought)).toEqual([])
  await clearFaults()
  expect(await add(bought, { cases: '1' })).toMatchObject({ ok: true })
  // Pages for another method of the order have its key, too, and are not counted.
  await testShop.db.execute(sql`
    insert into checkouts (channel, state, fingerprint, shipping_method, subtotal_cents,
      shipping_cents, tax_cents, total_cents, buyer_key, expires_at)
    select 'difference', 'expired', '', 'overnight', 0, 1, 0, 1, ${`order:${bought.order.id}`}, now()
    from generate_series(1, 3)`)
  for (const cases of ['2', '3']) expect(await add(bought, { cases })).toMatchObject({ ok: true })
  expect(await add(bought, { cases: '1' })).toMatchObject({
    sentence: 'Three pages for added cases were opened for this order today.',
  })
  // What is refused leaves the page that is open.
  expect(await add(bought, { cases: '3' })).toMatchObject({ ok: true })
  expect(await mailsTo(bought)).toHaveLength(3)
  const after = async (minutes: number) => {
    await testShop.db.execute(sql`
      update checkouts set started_at = now() - make_interval(mins => ${minutes})
      where buyer_key = ${`order:${bought.order.id}`}`)
    return (await add(bought, { cases: '1' })).ok
  }
  expect(await after(24 * 60 - 1)).toBe(false)
  expect(await after(24 * 60 + 1)).toBe(true)
})

test.each([
  [3, true],
  [2, false],
])('of %i units with one held and one bought some are left: %s', async (units, isLeft) => {
  const { id } = await aMember(testShop.db)
  await testShop.db.execute(sql`
    insert into allocations (product_id, user_id, units, held, bought, origin, promise_until)
    values (${wine}, ${id}, ${units}, 1, 1, 'grant', now() + interval '1 day')`)
  expect(
    (await whatDecides(testShop.db, id, { state: 'CA', zipCode: '94110' })).hasAllocations,
  ).toBe(isLeft)
  await testShop.db.delete(allocations).where(eq(allocations.userId, id))
})
