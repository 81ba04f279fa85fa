import { randomUUID } from 'node:crypto'

import { and, desc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { mails } from '#mail/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { aSubscriber, aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let staff: User
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

/** The live row. */
const rowOf = async (id: string) => {
  const [row] = await testShop.db
    .select()
    .from(mailingListClients)
    .where(and(eq(mailingListClients.id, id), isNull(mailingListClients.eraseAt)))
  return row
}

const entriesOf = (id: string) =>
  testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(desc(auditLog.id))

const joinAgain = (email: string) =>
  testShop.shop.joinMailingList(
    { fullname: 'Bruno Again', email },
    { page: 'ex-join', address: '203.0.113.9', isSentTooFast: false },
  )

describe('deleting a subscriber', () => {
  test('is for staff alone', async () => {
    const subscriber = await aSubscriber(testShop.db)
    const member = { ...staff, role: 'member' as const }
    const refused = { ok: false, reason: 'not-staff' }
    expect(await testShop.shop.deleteSubscriber(member, subscriber.id)).toEqual(refused)
    expect(await rowOf(subscriber.id)).toEqual(subscriber)
    await testShop.shop.deleteSubscriber(staff, subscriber.id)
    expect(await testShop.shop.restoreSubscriber(member, subscriber.id)).toEqual(refused)
    expect(await testShop.shop.undoableSubscriberDeletions(member)).toEqual([])
    expect(await rowOf(subscriber.id)).toBeUndefined()
  })

  test('takes them off the list at once and notes them as they were', async () => {
    const subscriber = await aSubscriber(testShop.db, { lastName: 'Castro', phone: '4155550123' })
    expect(await testShop.shop.deleteSubscriber(staff, subscriber.id)).toEqual({ ok: true })
    expect(await rowOf(subscriber.id)).toBeUndefined()
    const [entry] = await entriesOf(subscriber.id)
    expect(entry).toMatchObject({
      actorEmail: staff.email,
      action: 'subscriber-deleted',
      subjectKind: 'subscriber',
      subjectLabel: `Bruno Castro ${subscriber.email}`,
      before: { fullname: 'Bruno Castro', email: subscriber.email, phone: '4155550123' },
      after: null,
    })
  })

  test('happens once, also when two staff users delete them', async () => {
    const { id } = await aSubscriber(testShop.db)
    const responses = await Promise.all(
      [1, 2, 3].map(() => testShop.shop.deleteSubscriber(staff, id)),
    )
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    expect(responses).toContainEqual({ ok: false, reason: 'gone' })
    expect(await entriesOf(id)).toHaveLength(1)
    expect(await testShop.shop.deleteSubscriber(staff, 'none')).toEqual({
      ok: false,
      reason: 'gone',
    })
  })

  test('can be undone for ten seconds, by which nothing is lost', async () => {
    const subscriber = await aSubscriber(testShop.db, {
      phone: '4155550123',
      unsubscribedAt: new Date('2026-03-04T05:06:07.089Z'),
      version: 7,
    })
    await testShop.shop.deleteSubscriber(staff, subscriber.id)
    const undoable = await testShop.shop.undoableSubscriberDeletions(staff)
    const mine = undoable.find(({ id }) => id === subscriber.id)!
    expect(mine.label).toBe('Bruno Castro')
    expect(mine.millisLeft).toBeGreaterThan(0)
    expect(mine.millisLeft).toBeLessThanOrEqual(10_000)
    expect(await testShop.shop.restoreSubscriber(staff, subscriber.id)).toEqual({ ok: true })
    expect(await rowOf(subscriber.id)).toEqual(subscriber)
    const [entry] = await entriesOf(subscriber.id)
    expect(entry).toMatchObject({ action: 'subscriber-restored', actorEmail: staff.email })
    expect(await testShop.shop.restoreSubscriber(staff, subscriber.id)).toEqual({
      ok: false,
      reason: 'too-late',
    })
  })

  test('is offered for undoing only to the staff user who deleted them', async () => {
    const { id } = await aSubscriber(testShop.db)
    await testShop.shop.deleteSubscriber(staff, id)
    const other = await aStaffMember(testShop.db)
    expect(await testShop.shop.undoableSubscriberDeletions(other)).toEqual([])
  })

  test('lets the person join again meanwhile, and then keeps the new one', async () => {
    const subscriber = await aSubscriber(testShop.db)
    await testShop.shop.deleteSubscriber(staff, subscriber.id)
    expect(await joinAgain(subscriber.email)).toEqual({ ok: true })
    const sent = await testShop.db.select().from(mails).where(eq(mails.recipient, subscriber.email))
    expect(sent.map(({ kind }) => kind)).toEqual(['join'])
    expect(await testShop.shop.restoreSubscriber(staff, subscriber.id)).toEqual({
      ok: false,
      reason: 'joined-again',
    })
    const [now] = await testShop.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.email, subscriber.email))
    expect(now).toMatchObject({ fullName: 'Bruno Again' })
    expect(now!.id).not.toBe(subscriber.id)
  })

  test('is final once its time is over, and nothing of the record is kept', async () => {
    const early = await aSubscriber(testShop.db)
    await testShop.shop.deleteSubscriber(staff, early.id)
    await testShop.shop.eraseDeletedSubscribers()
    const waiting = () =>
      testShop.db.select().from(mailingListClients).where(eq(mailingListClients.id, early.id))
    expect(await waiting()).toHaveLength(1)
    testShop.pass(0.5)
    expect(await testShop.shop.undoableSubscriberDeletions(staff)).toEqual([])
    expect(await testShop.shop.restoreSubscriber(staff, early.id)).toEqual({
      ok: false,
      reason: 'too-late',
    })
    await testShop.shop.eraseDeletedSubscribers()
    expect(await waiting()).toEqual([])
    expect(await testShop.shop.restoreSubscriber(staff, randomUUID())).toEqual({
      ok: false,
      reason: 'too-late',
    })
  })

  test('has the queue erase them when the time is over', async () => {
    const { id } = await aSubscriber(testShop.db)
    await testShop.shop.deleteSubscriber(staff, id)
    const [waiting] = await testShop.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.id, id))
    const jobs = await testShop.db.execute<{ run_at: Date | string }>(
      `select run_at from graphile_worker.jobs where task_identifier = 'erase-deleted-subscribers'`,
    )
    const moments = jobs.rows.map(({ run_at }) => new Date(run_at).getTime())
    expect(moments).toContain(waiting!.eraseAt!.getTime())
  })
})
