import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { addSubscriber } from '#campaigns/mailing-list/add-subscriber.actions.server.ts'
import { saveSubscriber } from '#campaigns/mailing-list/save-subscriber.actions.server.ts'
import { subscriberById } from '#campaigns/mailing-list/subscribers.store.server.ts'
import { unsubscribeSubscriber } from '#campaigns/mailing-list/unsubscribe.actions.server.ts'
import { mails } from '#mail/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { aSubscriber, aStaffMember } from '#tests/harness/staff.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let testShop: Awaited<ReturnType<typeof openTestShop>>
let staff: User
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

const proof = 'Signed the guest book in Napa, May 3, 2026'
const mailsTo = (recipient: string) =>
  testShop.db.select().from(mails).where(eq(mails.recipient, recipient))
const logOf = (id: string) => testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id))

describe('staff add a subscriber who said yes in writing', () => {
  test('with the whole name, the proof, the welcome email and a log entry', async () => {
    const email = `${randomUUID()}@list.example`
    const values = { fullname: 'Ana María Ruiz', email, proof }
    const added = await addSubscriber(testShop.services, staff, values)
    expect(added.ok).toBe(true)
    const [row] = await testShop.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.email, email))
    expect(row).toMatchObject({ firstName: 'Ana', lastName: '', consentWording: proof })
    expect(await mailsTo(email)).toMatchObject([{ kind: 'join' }])
    expect(await logOf(row!.id)).toMatchObject([{ action: 'subscriber-added', actorId: staff.id }])
    expect(await addSubscriber(testShop.services, staff, values)).toMatchObject({
      status: 409,
      sentence: 'This address is already on the mailing list. Nothing was changed.',
    })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('not without saying where they said yes', async () => {
    const values = { fullname: 'Ana Ruiz', email: `${randomUUID()}@list.example`, proof: ' ' }
    expect(await addSubscriber(testShop.services, staff, values)).toMatchObject({
      status: 400,
      errors: { proof: expect.stringContaining('Please say where') },
    })
    expect(await mailsTo(values.email)).toEqual([])
  })

  test('a person who has left is asked, and stays off the list until they say yes', async () => {
    const { id, email } = await aSubscriber(testShop.db, { unsubscribedAt: new Date() })
    const add = () =>
      addSubscriber(testShop.services, staff, { fullname: 'Bruno Castro', email, proof })
    expect(await add()).toMatchObject({
      ok: true,
      done: { id: null },
      said: { tone: 'info', sentence: expect.stringContaining('has left the mailing list') },
    })
    expect(await mailsTo(email)).toMatchObject([
      { kind: 'confirm-subscription', props: { asked: 'in-writing' } },
    ])
    // No more than two such emails a day, and none is said to be sent.
    expect(await add()).toMatchObject({ said: { sentence: expect.stringContaining('emailed') } })
    expect(await add()).toMatchObject({
      said: {
        tone: 'info',
        sentence:
          'This person has left the mailing list, and was asked twice by email within a day whether they want to come back. They rejoin when they say yes.',
      },
    })
    expect(await mailsTo(email)).toHaveLength(2)
    const [row] = await testShop.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.id, id))
    expect(row!.unsubscribedAt).not.toBeNull()
  })
})

describe('staff take a subscriber off the list', () => {
  test('once, of the version they see, with a log entry', async () => {
    const { id } = await aSubscriber(testShop.db)
    const leave = (version: number) =>
      unsubscribeSubscriber(testShop.services, staff, { id, version })
    expect(await leave(7)).toMatchObject({
      status: 409,
      sentence: expect.stringContaining('Someone changed this record in the meantime.'),
    })
    expect(await leave(1)).toMatchObject({ ok: true })
    expect(await leave(1)).toMatchObject({ ok: true })
    expect(await logOf(id)).toMatchObject([{ action: 'subscriber-unsubscribed' }])
    expect((await subscriberById(testShop.db, id))!.leftAt).toBeInstanceOf(Date)
  })
})

describe('a record whose unchanged values break a newer rule', () => {
  test('is saved where it was changed', async () => {
    const { id } = await aSubscriber(testShop.db, { lastName: 'Li', zipCode: '1' })
    const { fields, version } = (await subscriberById(testShop.db, id))!
    const typed = { ...fields, city: ' Reno ', id, version }
    expect(await saveSubscriber(testShop.services, staff, typed)).toMatchObject({
      ok: true,
      done: { subscriber: { fields: { city: 'Reno', zipCode: '1' } } },
    })
    const worse = { ...typed, zipCode: '12', version: version + 1 }
    expect(await saveSubscriber(testShop.services, staff, worse)).toMatchObject({
      status: 400,
      errors: { zipCode: 'At least 5 characters in zipcodes' },
    })
  })
})
