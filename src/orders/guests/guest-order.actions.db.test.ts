import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { joinConfirmed } from '#accounts/consent/consent.actions.server.ts'
import {
  makePurchaseLinks,
  secretOfEntryToken,
} from '#accounts/links/purchase-link.actions.server.ts'
import { markEmailVerified } from '#accounts/users/users.store.server.ts'
import { checkouts } from '#catalogue/tables.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { emailsTo } from '#tests/harness/identity.ts'
import { payAt } from '#tests/harness/provider.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { orders } from '../order/tables.ts'
import { adoptGuestOrders } from './adopt-guest-orders.actions.server.ts'
import { orderLinkTokens } from './order-link-tokens.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

type Guest = { isPickup?: boolean; viewer?: { id: string; email: string } | null; email?: string }

/** A guest's paid order of one case. */
async function anOrder({ isPickup = false, viewer = null, email }: Guest = {}) {
  const to = email ?? `${randomUUID()}@example.com`
  const started = await testShop.shop.startOffer(
    { viewer, token: randomUUID(), address: randomUUID() },
    {
      productId: 'malbec-2022',
      quantity: 1,
      shipTo: {
        ...noAddress,
        isPickup,
        name: 'Eva Marsh',
        email: to,
        phone: '5125550123',
        birthdate: '1980-02-03',
        address: isPickup ? '' : '400 Congress Ave',
        city: isPickup ? '' : 'Austin',
        state: isPickup ? '' : 'TX',
        zipCode: isPickup ? '' : '78701',
      },
    },
  )
  if (!started.ok) throw new Error(started.reason)
  await payAt(started.url, { email: to })
  const sessionId = /cs_[^/?#]+/.exec(started.url)![0]
  await testShop.shop.recordPayment(sessionId)
  const [order] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  return order!
}

const tokenOf = ({ id }: { id: string }) => testShop.services.orderLinks.sign(id)

describe('the signed link to a guest’s order', () => {
  test('stands in the confirmation and shows the order with city and state alone', async () => {
    const order = await anOrder()
    const [email] = await emailsTo(testShop.db, order.email)
    const link = new URL((email!.props as { orderUrl: string }).orderUrl)
    expect(link.pathname).toBe(`/order/${tokenOf(order)}`)
    const viewed = await testShop.shop.viewGuestOrder(tokenOf(order))
    expect(viewed).toMatchObject({
      number: order.number,
      totalCents: order.totalCents,
      place: { city: 'Austin', state: 'TX' },
      lines: [{ quantity: 1 }],
      refunds: [],
    })
    const shown = JSON.stringify(viewed)
    for (const secret of ['Eva', order.email, 'Congress', '78701', '1980', order.sessionId!]) {
      expect(shown).not.toContain(secret)
    }
  })

  test('of a pickup shows no place', async () => {
    const order = await anOrder({ isPickup: true })
    expect(await testShop.shop.viewGuestOrder(tokenOf(order))).toMatchObject({ place: null })
    const [email] = await emailsTo(testShop.db, order.email)
    expect(email!.props).toMatchObject({ shippingMethod: 'pickup', shipTo: null })
  })

  test('opens no other order, and nothing when it was altered', async () => {
    const [order, other] = [await anOrder(), await anOrder()]
    const [, signature] = tokenOf(order).split('.')
    const forged = orderLinkTokens('another secret, just as long as ours').sign(order.id)
    for (const token of [`${other.id}.${signature}`, forged, order.id, '', `${order.id}.`]) {
      expect(await testShop.shop.viewGuestOrder(token), token).toBeNull()
    }
    const unsubscribe = testShop.services.mail.tokens.sign(order.id)
    expect(await testShop.shop.viewGuestOrder(unsubscribe)).toBeNull()
  })

  test.each([
    [119, true],
    [120, false],
  ])('after %s days works: %s', async (days, works) => {
    const order = await anOrder()
    const createdAt = new Date(Date.now() - days * 24 * 60 * 60_000 - 60_000)
    await testShop.db.update(orders).set({ createdAt }).where(eq(orders.id, order.id))
    expect((await testShop.shop.viewGuestOrder(tokenOf(order))) !== null).toBe(works)
  })
})

test('a signed-in buyer is sent to the order in the account', async () => {
  const member = await aMember(testShop.db)
  const order = await anOrder({ viewer: member, email: member.email })
  const [email] = await emailsTo(testShop.db, member.email)
  expect(email!.props).toMatchObject({
    orderUrl: `http://localhost:3000/members/orders/${order.number}`,
  })
  expect(await testShop.shop.thankForOffer(order.id)).toMatchObject({ token: null })
})

describe('earlier guest orders', () => {
  const history = async (user: { id: string }) =>
    (await testShop.shop.orderHistory(user, 1)).orders.map(({ number }) => number)
  const confirmAddress = (user: { id: string; email: string }) =>
    testShop.db.transaction(async (tx) => {
      await markEmailVerified(tx, user.id)
      await joinConfirmed(testShop.services, tx, user)
    })
  /** The shop's services so many minutes after an order. */
  const after = (minutes: number, { createdAt }: { createdAt: Date }) => ({
    ...testShop.services,
    clock: () => new Date(createdAt.getTime() + minutes * 60_000),
  })

  test('are adopted by the account that confirms their address, not before, and thank nobody', async () => {
    const member = await aMember(testShop.db, { emailVerified: false })
    const order = await anOrder({ email: member.email.toUpperCase() })
    const another = await anOrder()
    await adoptGuestOrders(after(61, order))
    expect(await history(member)).toEqual([])
    await confirmAddress(member)
    expect(await history(member)).toEqual([order.number])
    expect(await testShop.shop.thankBuyer(member, false)).toEqual({
      hasOrders: true,
      unthanked: null,
    })
    const [user] = await testShop.db.select().from(users).where(eq(users.id, member.id))
    expect(user!.lastOrderAt).toEqual(order.createdAt)
    const [left] = await testShop.db.select().from(orders).where(eq(orders.id, another.id))
    expect(left!.userId).toBeNull()
  })

  test('are adopted by the account that a purchase link makes for their address', async () => {
    const order = await anOrder({ email: `${randomUUID()}@list.example` })
    const { email } = order
    const source = { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false }
    await testShop.shop.joinMailingList({ fullname: 'Eva Marsh', email }, source)
    const [subscriber] = await testShop.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.email, email))
    const whose = { userId: null, subscriberId: subscriber!.id, email, releaseId: null }
    const [url] = await makePurchaseLinks(testShop.services, testShop.db, [
      { ...whose, until: null },
    ])
    const secret = secretOfEntryToken(url!.split('/').at(-1)!)
    const entered = await testShop.shop.enterByLink(
      { secret, browser: randomUUID() },
      null,
      new Headers({ 'x-kohue-address': '203.0.113.9' }),
    )
    if (!entered.ok) throw new Error(entered.reason)
    expect(await history({ id: entered.userId })).toEqual([order.number])
  })

  test('placed after the confirmation are adopted an hour later, and their link goes on working', async () => {
    const member = await aMember(testShop.db)
    const unconfirmed = await aMember(testShop.db, { emailVerified: false })
    await confirmAddress(member)
    const order = await anOrder({ email: member.email.toUpperCase() })
    await anOrder({ email: unconfirmed.email })
    await adoptGuestOrders(after(59, order))
    expect(await history(member)).toEqual([])
    expect(await testShop.shop.thankForOffer(order.id)).toMatchObject({ token: tokenOf(order) })
    await adoptGuestOrders(after(61, order))
    expect(await history(member)).toEqual([order.number])
    expect(await history(unconfirmed)).toEqual([])
    expect(await testShop.shop.viewGuestOrder(tokenOf(order))).toMatchObject({
      number: order.number,
    })
    const [user] = await testShop.db.select().from(users).where(eq(users.id, member.id))
    expect(user!.lastOrderAt).toEqual(order.createdAt)
  })

  test('of a deleted account stay without owner', async () => {
    const before = await aMember(testShop.db)
    const email = `${randomUUID()}@example.com`
    const order = await anOrder({ viewer: before, email })
    await testShop.db.update(orders).set({ userId: null }).where(eq(orders.id, order.id))
    await testShop.db
      .update(checkouts)
      .set({ userId: null })
      .where(eq(checkouts.id, order.checkoutId))
    const later = await aMember(testShop.db, { email: order.email })
    await confirmAddress(later)
    expect(await history(later)).toEqual([])
  })
})
