import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { seedOrder } from '#app/seed/factory.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { mails } from '#mail/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { allocate, aRelease } from '#tests/harness/a-release.ts'
import { aStaffMember, aSubscriber } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie } from '#tests/harness/test-shop.ts'

import { allocationsOf, mailsSentTo, sessionCountOf, summaryOf } from './person.store.server.ts'
import { viewUser } from './view-user.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const buyer = { firstName: 'Ana', lastName: 'Ruiz', state: 'CA', zipCode: '94110' }

test('of a person staff read what they spent, when they bought, and what they can still buy', async () => {
  const { db } = testShop
  const { id: userId, email } = await aMember(db, { phone: '' })
  const { id: subscriberId } = await aSubscriber(db, { email, phone: '4155550199' })
  expect(await summaryOf(db, { userId, subscriberId: null })).toEqual({
    ...{ spentCents: 0, lastOrderAt: null, phone: '', allocationLeft: 0 },
  })
  const made = await seedOrder(db, { id: userId, email, ...buyer }, 0)
  const [older, newer] = [new Date('2026-01-02T03:04:05Z'), new Date('2026-03-04T05:06:07Z')]
  await seedOrder(db, { id: userId, email, ...buyer }, 0)
  await db
    .update(orders)
    .set({ totalCents: 50_000, refundedCents: 0, createdAt: older })
    .where(eq(orders.userId, userId))
  await db
    .update(orders)
    .set({ totalCents: 50_000, refundedCents: 12_000, createdAt: newer })
    .where(eq(orders.id, made))
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const open = await allocate(db, await aRelease(db), { id: userId }, 6)
  await db.update(allocations).set({ held: 1, bought: 2 }).where(eq(allocations.id, open))
  await allocate(db, await aRelease(db, { opensAt: minutes(30) }), { id: userId }, 4)
  await allocate(db, await aRelease(db, { closesAt: minutes(-5) }), { id: userId }, 9)
  await allocate(db, await aRelease(db, { state: 'ended' }), { id: userId }, 9)
  // The newest release first.
  expect((await allocationsOf(db, userId))[0]).toMatchObject({ units: 4 })
  expect(await summaryOf(db, { userId, subscriberId })).toEqual({
    ...{ spentCents: 88_000, lastOrderAt: newer, phone: '4155550199', allocationLeft: 7 },
  })
})

test('login sessions count while they last, and of the emails the newest hundred are shown', async () => {
  const { db } = testShop
  const member = await aMember(db)
  await sessionCookie(testShop, member)
  await sessionCookie(testShop, member)
  expect(await sessionCountOf(db, member.id)).toBe(2)
  await db.execute(sql`update sessions set expires_at = now() - interval '1 second'
    where id = (select id from sessions where user_id = ${member.id} limit 1)`)
  expect(await sessionCountOf(db, member.id)).toBe(1)
  await db.insert(mails).values(
    Array.from({ length: 101 }, (_, at) => ({
      ...{ kind: at === 0 ? 'join' : 'register', recipient: member.email, props: {} },
      createdAt: new Date(Date.parse('2026-11-20T12:00:00Z') + at * 60_000),
    })),
  )
  const sent = await mailsSentTo(db, member.email)
  expect(sent).toHaveLength(100)
  expect(sent[0]!.at).toEqual(new Date('2026-11-20T13:40:00Z'))
  expect(sent.map(({ kind }) => kind)).not.toContain('join')
})

test('ten orders stand beside a user’s form, and older ones on a page of their own', async () => {
  const { db, services } = testShop
  const staff = await aStaffMember(db)
  const { id, email } = await aMember(db)
  const pageOf = async (page?: number) => {
    const viewed = await viewUser(services, staff, id, page)
    return viewed.ok && [viewed.history.orders.length, viewed.history.hasMore]
  }
  for (let made = 0; made < 10; made++) await seedOrder(db, { id, email, ...buyer }, 0)
  expect(await pageOf()).toEqual([10, false])
  await seedOrder(db, { id, email, ...buyer }, 0)
  expect(await pageOf()).toEqual([10, true])
  expect(await pageOf(2)).toEqual([1, false])
})
