import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { factsOf } from '#accounts/consent/consent.actions.server.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { joinedListCopy } from '#campaigns/mailing-list/subscriber-list.copy.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { aSubscriber, aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { afterChange } from '#tests/harness/waiting-for-locks.ts'

import { deleteSubscriber } from './delete-subscriber.actions.server.ts'

let testShop: TestShop
let staff: User
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

const rowOf = async (id: string) => {
  const [row] = await testShop.db
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.id, id))
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
    const refused = { ok: false, status: 403 }
    expect(await deleteSubscriber(testShop.services, member, { id: subscriber.id })).toMatchObject(
      refused,
    )
    expect(await rowOf(subscriber.id)).toEqual(subscriber)
    await deleteSubscriber(testShop.services, staff, { id: subscriber.id })
    expect(await rowOf(subscriber.id)).toBeUndefined()
  })

  test('takes them off the list at once and notes them as they were', async () => {
    const subscriber = await aSubscriber(testShop.db, { lastName: 'Castro', phone: '4155550123' })
    expect(await deleteSubscriber(testShop.services, staff, { id: subscriber.id })).toMatchObject({
      ok: true,
    })
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

  test('erases the address that they are given at the same moment', async () => {
    const { id } = await aSubscriber(testShop.db)
    const corrected = `corrected-${id}@list.example`
    const deleted = await afterChange(
      testShop.db,
      (tx) =>
        tx
          .update(mailingListClients)
          .set({ email: corrected })
          .where(eq(mailingListClients.id, id)),
      () => deleteSubscriber(testShop.services, staff, { id }),
    )
    expect(deleted).toMatchObject({ ok: true })
    expect(await rowOf(id)).toBeUndefined()
    expect(await entriesOf(id)).toMatchObject([{ before: { email: corrected } }])
  })

  test('happens once, also when two staff users delete them', async () => {
    const { id } = await aSubscriber(testShop.db)
    const responses = await Promise.all(
      [1, 2, 3].map(() => deleteSubscriber(testShop.services, staff, { id })),
    )
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    expect(responses).toContainEqual(
      expect.objectContaining({ ok: false, sentence: joinedListCopy.deletion.gone }),
    )
    expect(await entriesOf(id)).toHaveLength(1)
    expect(await deleteSubscriber(testShop.services, staff, { id: 'none' })).toMatchObject({
      ok: false,
      sentence: joinedListCopy.deletion.gone,
    })
  })

  test('is final at once, and nothing of the record is kept', async () => {
    const subscriber = await aSubscriber(testShop.db)
    await deleteSubscriber(testShop.services, staff, { id: subscriber.id })
    expect(await rowOf(subscriber.id)).toBeUndefined()
    expect(await joinAgain(subscriber.email)).toEqual({ ok: true })
  })

  test('by a shop of the release before is carried out once it is due', async () => {
    const [due, later, listed] = [
      await aSubscriber(testShop.db),
      await aSubscriber(testShop.db),
      await aSubscriber(testShop.db),
    ]
    const now = testShop.services.clock().getTime()
    const times = [
      [due, now - 1],
      [later, now + 5_000],
    ] as const
    for (const [{ id, email }, at] of times) {
      await testShop.db
        .update(mailingListClients)
        .set({ email: `deleted:${email}`, deletedBy: staff.id, eraseAt: new Date(at) })
        .where(eq(mailingListClients.id, id))
    }
    await testShop.shop.eraseDeletedUsersDue()
    expect(await rowOf(due.id)).toBeUndefined()
    expect(await rowOf(later.id)).toMatchObject({ email: `deleted:${later.email}` })
    expect(await rowOf(listed.id)).toEqual(listed)
    const permission = await factsOf(testShop.services, testShop.db, due.email)
    expect(whyNotWriteTo(permission)).toBe('erased')
  })
})
