import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { recordAfterSale } from '#orders/disputes/record-after-sale.actions.server.ts'
import { makeRefund } from '#orders/refunds/make-refund.actions.server.ts'
import { requestRefund } from '#orders/refunds/request-refund.actions.server.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { isJobQueued } from '#platform/jobs/queue.server.ts'
import { shipments } from '#shipping/tables.ts'
import { thankedOrder } from '#storefront/orders/thanked-order.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { reconciliationDifferences } from '#tests/harness/expect-reconciled.ts'
import { clearFaults, setFault } from '#tests/harness/provider.ts'
import { released } from '#tests/harness/release-buyers.ts'
import { emailsTo, eventsNow, sendHandover, shipmentNow } from '#tests/harness/shipping.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { cancelOrder, keepFewer, viewFewer } from './change-money.actions.server.ts'
import { changeAddress } from './change-order.actions.server.ts'
import { holdOrder } from './hold-order.actions.server.ts'
import { insertChange } from './order-changes.store.server.ts'
import { paidOrderNow } from './paid-order.actions.server.ts'

const shop = await openChangesShop()

type Bought = Awaited<ReturnType<typeof shop.anOrder>>

const cancel = (bought: Bought, fields: object = {}, sending = {}) =>
  shop.change(cancelOrder, bought, fields, sending)

/** Keeps that many cases, as its page offers it. */
const keep = async (bought: Bought, cases: number, seen = '0', sending = {}) => {
  const { options } = await viewFewer(shop.testShop.services, bought.order)
  const value = options.find(({ label }) => label.startsWith(`${cases} ×`))?.value ?? 'none'
  return shop.change(keepFewer, bought, { seen, keep: value }, sending)
}

const away = () => setFault({ match: '* /v1/refunds', fault: 'error-before', times: 20 })

test('of two wines the one that is kept is named alone; while the provider is away a job refunds', async () => {
  const { db, shop: calls } = shop.testShop
  const { wine } = await aRelease(db, { kind: 'open' })
  await db.execute(sql`update products set title = '2023 Tannat' where id = ${wine}`)
  await calls.createPrice(wine)
  const member = await aMember(db)
  await calls.changeCart(member, { kind: 'add', productId: wine })
  const bought = await shop.anOrder({ cases: 1, member })
  await away()
  const { options } = await viewFewer(shop.testShop.services, bought.order)
  const tannat = options.find(({ label }) => label.includes('Tannat') && !label.includes('Malbec'))
  const kept = await shop.change(keepFewer, bought, { keep: tannat!.value })
  expect(kept).toMatchObject({ said: { sentence: expect.stringContaining('is being refunded') } })
  const [mail] = await emailsTo(shop.testShop, bought.order.email, 'order-changed')
  expect(mail!.props).toMatchObject({
    ordered: [{ description: '2023 Tannat, 3-pack of 750ml', quantity: 1 }],
  })
  const [refund] = await shop.refundsOf(bought)
  expect(await isJobQueued(db, `refund:${refund!.id}`)).toBe(true)
  await clearFaults()
  await makeRefund(shop.testShop.services, refund!.id)
})

describe('a cancellation', () => {
  test('refunds all that was paid, cancels the shipment and returns the wine', async () => {
    const soldBefore = await shop.sold()
    const bought = await shop.anOrder({ cases: 2 })
    const { order, shipment } = bought
    expect(await cancel(bought)).toMatchObject({
      ok: true,
      said: {
        sentence: 'Your order is canceled. $1,015.25 is refunded. We have emailed you.',
        to: `/members/orders/${order.number}`,
      },
    })
    expect(await shop.orderNow(bought)).toMatchObject({ state: 'refunded', refundedCents: 101_525 })
    expect(await shop.atProvider(bought)).toEqual([101_525])
    expect(await shop.refundsOf(bought)).toMatchObject([
      {
        ...{ state: 'made', amountCents: 101_525, toAllocation: true, requestedBy: order.email },
        ...{ cause: 'staff', reason: 'You canceled this order.' },
        purpose: {
          wines: { 'malbec-2022': { units: 2, wineCents: 90_000, taxCents: 6_525 } },
          ...{ shippingCents: 5_000, goodwillCents: 0 },
        },
      },
    ])
    expect(await shipmentNow(shop.testShop, shipment.id)).toMatchObject({ state: 'cancelled' })
    expect((await eventsNow(shop.testShop, shipment.id)).map(({ kind }) => kind)).toContain(
      'changed',
    )
    expect(await shop.sold()).toBe(soldBefore)
    expect(await shop.changesOf(bought)).toMatchObject([
      {
        ...{ kind: 'cancel', by: 'customer', before: { kept: { 'malbec-2022': 2 } } },
        after: { isCancelled: true, refundCents: 101_525 },
      },
    ])
    expect(await emailsTo(shop.testShop, order.email, 'order-cancelled')).toMatchObject([
      { props: { money: 'We refund $1,015.25 to the card you paid with.' } },
    ])
    expect(await emailsTo(shop.testShop, order.email, 'order-refunded')).toHaveLength(1)
    expect(await shop.viewed(bought)).toBeNull()
    expect(await reconciliationDifferences(shop.testShop)).toEqual([])
  })

  test('is one, though the form is sent twice, and after it nothing is changed', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const key = randomUUID()
    const both = await Promise.all([cancel(bought, {}, { key }), cancel(bought, {}, { key })])
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    expect(await shop.atProvider(bought)).toEqual([51_763])
    expect(await shop.changesOf(bought)).toHaveLength(1)
    expect(await cancel(bought, { seen: '1' })).toMatchObject({ ok: false, status: 409 })
    const less = { seen: '1', keep: 'malbec-2022:1=1' }
    expect(await shop.change(keepFewer, bought, less)).toMatchObject({ ok: false, status: 409 })
    expect(await shop.atProvider(bought)).toEqual([51_763])
  })

  test('is done at once while the provider is away, and its refund is being made', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    await away()
    expect(await cancel(bought)).toMatchObject({
      said: {
        sentence: 'Your order is canceled. $517.63 is being refunded. We have emailed you.',
      },
    })
    expect(await shipmentNow(shop.testShop, bought.shipment.id)).toMatchObject({
      state: 'cancelled',
    })
    expect(await shop.viewed(bought)).toMatchObject({ whyNot: 'over', refundingCents: 51_763 })
    await clearFaults()
    const [refund] = await shop.refundsOf(bought)
    const make = () => makeRefund(shop.testShop.services, refund!.id)
    await Promise.all([make(), make()])
    await recordAfterSale(shop.testShop.services, bought.order.paymentIntentId!)
    await recordAfterSale(shop.testShop.services, bought.order.paymentIntentId!)
    expect(await shop.atProvider(bought)).toEqual([51_763])
    expect(await shop.viewed(bought)).toBeNull()
    const { email } = bought.order
    expect(await emailsTo(shop.testShop, email, 'order-refunded')).toHaveLength(1)
  })

  test('says so where the provider refuses the refund, and staff see it', async () => {
    // Disputed at the provider, of which the shop has not read yet.
    const bought = await shop.anOrder({ cases: 1, card: '4000000000000259' })
    expect(await cancel(bought)).toMatchObject({
      said: { tone: 'bad', sentence: expect.stringContaining('did not go through') },
    })
    const { rows } = await shop.testShop.db.execute(
      sql`select reason from order_flags where order_id = ${bought.order.id} order by reason`,
    )
    expect(rows).toEqual([{ reason: 'disputed' }, { reason: 'refund-failed' }])
  })

  test('that the provider does not refund leaves the order going where its buyer sent it last', async () => {
    const bought = await shop.anOrder({ cases: 2, card: '4000000000000259' })
    const { db } = shop.testShop
    const notBefore = new Date('2040-03-01T08:00:00Z')
    await db.update(shipments).set({ notBefore }).where(eq(shipments.id, bought.shipment.id))
    const austin = {
      ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
      ...{ zipCode: '78701', statement: 'yes' as const },
    }
    expect(await shop.change(changeAddress, bought, austin)).toMatchObject({ ok: true })
    await cancel(bought, { seen: '1' })
    const boxes = await shop.boxesOf(bought.order)
    expect(boxes.map(({ state }) => state)).toEqual(['cancelled', 'waiting'])
    expect(boxes[1]).toMatchObject({
      shipTo: expect.objectContaining({ address: '500 Congress Avenue', zipCode: '78701' }),
      ...{ method: 'ground', toState: 'TX', toZip: '78701', notBefore },
    })
  })

  test('gives the cases back to the allocation while its release is open, else to all', async () => {
    const { db } = shop.testShop
    const made = await released(shop.testShop)
    const member = await aMember(db)
    const allocation = await allocate(db, made, member, 3)
    const left = async () => {
      const [row] = await db.select().from(allocations).where(eq(allocations.id, allocation))
      return row!.units - row!.bought - row!.held
    }
    const { wine } = made
    const first = await shop.anOrder({ wine, member, cases: 3 })
    expect(await left()).toBe(0)
    await cancel(first)
    expect(await left()).toBe(3)
    const second = await shop.anOrder({ wine, member, cases: 2 })
    expect(await left()).toBe(1)
    await db
      .update(releases)
      .set({ closesAt: new Date(Date.now() - 60_000) })
      .where(eq(releases.id, made.release.id))
    await cancel(second)
    expect(await left()).toBe(1)
    expect(await shop.sold(wine)).toBe(0)
  })

  test('of a third order of one release is for staff, also of two at once', async () => {
    const { db } = shop.testShop
    const [made, other] = [await released(shop.testShop), await released(shop.testShop)]
    const member = await aMember(db)
    await allocate(db, made, member, 9)
    await allocate(db, other, member, 3)
    const orders = []
    for (let n = 0; n < 3; n++)
      orders.push(await shop.anOrder({ wine: made.wine, member, cases: 1 }))
    await cancel(orders[0]!)
    const both = await Promise.all([cancel(orders[1]!), cancel(orders[2]!)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({
      sentence: expect.stringContaining('canceled two orders already'),
    })
    expect(await cancel(await shop.anOrder({ wine: other.wine, member, cases: 1 }))).toMatchObject({
      ok: true,
    })
  })

  test('of a third order of wine without a release is for staff, too', async () => {
    const member = await aMember(shop.testShop.db)
    for (let n = 0; n < 2; n++) {
      expect(await cancel(await shop.anOrder({ member, cases: 1 }))).toMatchObject({ ok: true })
    }
    expect(await cancel(await shop.anOrder({ member, cases: 1 }))).toMatchObject({ ok: false })
  })

  test('of an order after two that were changed another way is its buyer’s', async () => {
    const { db } = shop.testShop
    const member = await aMember(db)
    for (let n = 0; n < 2; n++) {
      const { order } = await shop.anOrder({ member, cases: 1 })
      const held = { kind: 'hold', before: { isHeld: false }, after: { isHeld: true } } as const
      const at = new Date()
      const of = { orderId: order.id, requestKey: `${order.id}:held`, by: 'customer' } as const
      await insertChange(db, { ...held, ...of, at })
    }
    expect(await cancel(await shop.anOrder({ member, cases: 1 }))).toMatchObject({ ok: true })
  })

  test('of a third order of one guest is for staff, however the email is written', async () => {
    const guest = { ...(await aMember(shop.testShop.db)), email: `g-${randomUUID()}@example.com` }
    const bought = []
    for (const email of [guest.email, guest.email.toUpperCase(), guest.email]) {
      const one = await shop.anOrder({ member: guest, cases: 1 })
      const token = await shop.asGuest(one)
      await shop.testShop.db.execute(
        sql`update orders set email = ${email} where id = ${one.order.id}`,
      )
      bought.push(await cancel(one, {}, { token }))
    }
    expect(bought.map(({ ok }) => ok)).toEqual([true, true, false])
  })

  test('of a guest’s order is not counted with those of an account of the same email', async () => {
    const account = await aMember(shop.testShop.db)
    const orders = []
    for (let index = 0; index < 3; index++) {
      orders.push(await shop.anOrder({ member: account, cases: 1 }))
    }
    const [first, second, asGuest] = orders
    for (const one of [first!, second!]) expect(await cancel(one)).toMatchObject({ ok: true })
    const token = await shop.asGuest(asGuest!)
    expect(await cancel(asGuest!, {}, { token })).toMatchObject({ ok: true })
  })

  test('and a handover at the same moment: one wins', async () => {
    for (let n = 0; n < 15; n++) {
      const bought = await shop.anOrder({ cases: 1, member: await aMember(shop.testShop.db) })
      const [cancelled, handed] = await Promise.all([
        cancel(bought),
        sendHandover(shop.testShop, shop.staff, [bought.shipment.number]),
      ])
      expect([cancelled.ok, handed.ok].toSorted()).toEqual([false, true])
      const { state } = await shipmentNow(shop.testShop, bought.shipment.id)
      expect(state).toBe(cancelled.ok ? 'cancelled' : 'handed-over')
      expect(await shop.atProvider(bought)).toEqual(cancelled.ok ? [51_763] : [])
    }
  })

  test('is by a guest’s link too, not by another’s number or a limited login session', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    const other = { ...bought, buyer: await aMember(shop.testShop.db) }
    expect(await cancel(other)).toMatchObject({ status: 404 })
    const limited = { ...bought, buyer: { ...bought.buyer, isLimited: true } }
    expect(await cancel(limited)).toMatchObject({ status: 404 })
    const token = await shop.asGuest(bought)
    expect(await cancel(bought, {}, { token: `${token}x` })).toMatchObject({ status: 404 })
    expect(await cancel(bought, {}, { token })).toMatchObject({
      said: { to: `/order/${token}` },
    })
    expect(await shop.changesOf(bought)).toMatchObject([{ by: 'guest-link' }])
  })

  test('is not of an order that was not paid here', async () => {
    const bought = await shop.anOrder({ cases: 1 })
    await shop.testShop.db.execute(sql`
      update orders set payment_intent_id = null where id = ${bought.order.id}`)
    expect(await shop.viewed(bought)).toMatchObject({ isPaidHere: false })
    expect(await cancel(bought)).toMatchObject({ ok: false, status: 409 })
    expect(await keep(bought, 1)).toMatchObject({ ok: false })
    expect(await shop.refundsOf(bought)).toEqual([])
    await shop.testShop.db.execute(sql`
      update orders set payment_intent_id = ${bought.order.paymentIntentId} where id = ${bought.order.id}`)
  })
})

describe('fewer cases', () => {
  test('from 3 to 2 by ground refund $517.63, and one returns to stock', async () => {
    const soldBefore = await shop.sold()
    const bought = await shop.anOrder()
    const { options } = await viewFewer(shop.testShop.services, bought.order)
    expect(options).toEqual([
      {
        value: 'malbec-2022:2=51763',
        refundCents: 51_763,
        label: '2 × 2022 Malbec, 3-pack of 750ml',
      },
      {
        value: 'malbec-2022:1=101525',
        refundCents: 101_525,
        label: '1 × 2022 Malbec, 3-pack of 750ml',
      },
    ])
    expect(await keep(bought, 2)).toMatchObject({
      ok: true,
      said: {
        sentence: 'You keep 2 cases of your order. $517.63 is refunded. We have emailed you.',
        to: `/members/orders/${bought.order.number}#where-it-is`,
      },
    })
    expect(await shop.atProvider(bought)).toEqual([51_763])
    expect(await shop.refundsOf(bought)).toMatchObject([
      {
        purpose: {
          wines: { 'malbec-2022': { units: 1, wineCents: 45_000, taxCents: 3_263 } },
          ...{ shippingCents: 3_500, goodwillCents: 0 },
        },
      },
    ])
    expect(await shop.orderNow(bought)).toMatchObject({
      ...{ state: 'partly-refunded', totalCents: 153_288, refundedCents: 51_763 },
    })
    expect(await shop.unitsIn(bought)).toEqual([2])
    expect(await shipmentNow(shop.testShop, bought.shipment.id)).toMatchObject({ state: 'ready' })
    expect(await shop.sold()).toBe(soldBefore + 2)
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-changed')).toMatchObject([
      {
        props: {
          what: 'You keep 2 cases of your order.',
          money: 'We refund $517.63 to the card you paid with. Your order comes to $1,015.25 now.',
          ordered: [{ description: '2022 Malbec, 3-pack of 750ml', quantity: 2 }],
        },
      },
    ])
    expect(await reconciliationDifferences(shop.testShop)).toEqual([])
  })

  test('later emails of the order are about the cases that are kept', async () => {
    const bought = await shop.anOrder({})
    await keep(bought, 2)
    const noEarlier = { seen: '1', hold: 'yes' as const }
    expect(await shop.change(holdOrder, bought, noEarlier)).toMatchObject({ ok: true })
    const kept = { props: { ordered: [{ quantity: 2 }] } }
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-changed')).toMatchObject([
      kept,
      kept,
    ])
    expect(await emailsTo(shop.testShop, bought.order.email, 'order-refunded')).toMatchObject([
      kept,
    ])
    await cancel(bought, { seen: '2' })
    expect((await emailsTo(shop.testShop, bought.order.email, 'order-refunded'))[1]).toMatchObject({
      props: { ordered: [{ quantity: 3 }] },
    })
  })

  test('once more and then none: all that was paid is refunded, to the cent', async () => {
    const bought = await shop.anOrder({ method: 'overnight' })
    await keep(bought, 2)
    await keep(bought, 1, '1')
    expect(await shop.unitsIn(bought)).toEqual([1])
    expect(await cancel(bought, { seen: '2' })).toMatchObject({ ok: true })
    // $1,577.88 was paid: $502.63 and $502.62 were given back, then $572.63.
    expect(await shop.atProvider(bought)).toHaveLength(3)
    expect((await shop.refundsOf(bought)).map(({ amountCents }) => amountCents)).toEqual([
      50_263, 50_262, 57_263,
    ])
    expect(await shop.orderNow(bought)).toMatchObject({ state: 'refunded', refundedCents: 157_788 })
  })

  test('are what the page offers, at the refund that it showed', async () => {
    const bought = await shop.anOrder()
    expect(await shop.change(keepFewer, bought, { keep: '' })).toMatchObject({
      ...{ ok: false, status: 400, errors: { keep: 'Please choose what you keep.' } },
    })
    // Such as at the refund of before another one: a conflict, after which the page loads what it offers now.
    for (const value of [
      'none',
      'malbec-2022:0=153288',
      'malbec-2022:2=51764',
      'malbec-2022:4=0',
    ]) {
      expect(await shop.change(keepFewer, bought, { keep: value })).toMatchObject({
        ...{ ok: false, status: 409 },
        sentence: 'This order was changed in the meantime. Here is how it stands now.',
      })
    }
    expect(await shop.refundsOf(bought)).toEqual([])
    const owner = { ...shop.staff, duties: ['owner'] } as const
    const shipping = { number: bought.order.number, only: 'shipping', reason: 'It was late.' }
    const key = randomUUID()
    expect(await requestRefund(shop.testShop.services, owner, shipping, { key })).toMatchObject({
      ok: true,
    })
    expect(await shop.change(keepFewer, bought, { keep: 'malbec-2022:2=51763' })).toMatchObject({
      status: 409,
    })
    expect(await keep(bought, 2)).toMatchObject({ ok: true })
    expect((await shop.refundsOf(bought)).map(({ amountCents }) => amountCents)).toEqual([
      8_500, 48_263,
    ])
  })

  test('of two changes at once one is made, and the other told', async () => {
    const bought = await shop.anOrder()
    const both = await Promise.all([keep(bought, 2), keep(bought, 1), cancel(bought)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await shop.changesOf(bought)).toHaveLength(1)
    expect(await shop.refundsOf(bought)).toHaveLength(1)
  })

  test('of a pickup too, until its time is agreed; its address is nothing to change', async () => {
    const bought = await shop.anOrder({ method: 'pickup' })
    expect(await shop.viewed(bought)).toMatchObject({ whyNot: null, method: 'pickup', cases: 3 })
    const austin = {
      ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
      ...{ zipCode: '78701', statement: 'yes' },
    }
    expect(await shop.change(changeAddress, bought, austin)).toMatchObject({ status: 404 })
    expect(await keep(bought, 2)).toMatchObject({ ok: true })
    expect(await shop.atProvider(bought)).toEqual([48_263])
    await shop.testShop.db.execute(sql`
      update shipments set state = 'agreed' where id = ${bought.shipment.id}`)
    expect(await cancel(bought, { seen: '1' })).toMatchObject({
      sentence: 'Your order is ready for its pickup. Write or call us to change it.',
    })
  })

  test('leave less for staff to refund, and count as changes of the ten', async () => {
    const bought = await shop.anOrder()
    await keep(bought, 2)
    const { sold, refunds } = await paidOrderNow(shop.testShop.services, bought.order)
    expect([sold.totalCents, refunds.length]).toEqual([153_288, 1])
    expect(await shop.viewed(bought)).toMatchObject({ seen: 1, cases: 2 })
  })

  test('leave no thank-you for what was bought, whose buyer never came back from paying', async () => {
    const { shop: asked, services } = shop.testShop
    const thanksOf = async ({ buyer }: Awaited<ReturnType<typeof shop.anOrder>>) =>
      (await asked.thankBuyer(buyer, false)).unthanked
    const bought = await shop.anOrder()
    expect(await thanksOf(bought)).toBe(bought.order.id)
    await keep(bought, 2)
    expect(await thanksOf(bought)).toBeNull()
    // Nor by the link of the payment page.
    const viewer = bought.buyer as unknown as SignedIn
    expect(await thankedOrder(services, viewer, bought.order.id, { isThanked: true })).toBeNull()

    const refunded = await shop.anOrder()
    await shop.testShop.db.execute(
      sql`update orders set refunded_cents = total_cents, state = 'refunded' where id = ${refunded.order.id}`,
    )
    expect(await thanksOf(refunded)).toBeNull()
    const other = refunded.buyer as unknown as SignedIn
    expect(await thankedOrder(services, other, refunded.order.id, { isThanked: true })).toBeNull()
    await shop.testShop.db.execute(
      sql`update orders set refunded_cents = 0, state = 'paid' where id = ${refunded.order.id}`,
    )
  })
})
