import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
import { mails } from '#mail/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import type { User } from '#accounts/users/users.store.server.ts'
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
    const added = await testShop.shop.addSubscriber(staff, values)
    expect(added.ok).toBe(true)
    const [row] = await testShop.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.email, email))
    expect(row).toMatchObject({ firstName: 'Ana', lastName: 'María Ruiz', consentWording: proof })
    expect(await mailsTo(email)).toMatchObject([{ kind: 'join' }])
    expect(await logOf(row!.id)).toMatchObject([{ action: 'subscriber-added', actorId: staff.id }])
    expect(await testShop.shop.addSubscriber(staff, values)).toEqual({
      ok: false,
      reason: 'on-list',
    })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('not without saying where they said yes', async () => {
    const values = { fullname: 'Ana Ruiz', email: `${randomUUID()}@list.example`, proof: ' ' }
    expect(await testShop.shop.addSubscriber(staff, values)).toMatchObject({ reason: 'invalid' })
    expect(await mailsTo(values.email)).toEqual([])
  })

  test('a person who has left is asked, and stays off the list until they say yes', async () => {
    const { id, email } = await aSubscriber(testShop.db, { unsubscribedAt: new Date() })
    const added = await testShop.shop.addSubscriber(staff, {
      fullname: 'Bruno Castro',
      email,
      proof,
    })
    expect(added).toEqual({ ok: false, reason: 'has-left' })
    expect(await mailsTo(email)).toMatchObject([
      { kind: 'confirm-subscription', props: { asked: 'in-writing' } },
    ])
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
    const { shop } = testShop
    const old = await shop.unsubscribeSubscriber(staff, id, 7)
    expect(old).toEqual({ ok: false, reason: 'saved-elsewhere' })
    expect(await shop.unsubscribeSubscriber(staff, id, 1)).toEqual({ ok: true })
    expect(await shop.unsubscribeSubscriber(staff, id, 1)).toEqual({ ok: true })
    expect(await logOf(id)).toMatchObject([{ action: 'subscriber-unsubscribed' }])
    const viewed = await shop.viewSubscriber(staff, id)
    expect(viewed.ok && viewed.subscriber.leftAt).toBeInstanceOf(Date)
  })
})

describe('a record whose unchanged values break a newer rule', () => {
  test('is saved where it was changed', async () => {
    const { id } = await aSubscriber(testShop.db, { lastName: 'Li', zipCode: '1' })
    const viewed = await testShop.shop.viewSubscriber(staff, id)
    if (!viewed.ok) throw new Error('there is no subscriber')
    const { fields, version } = viewed.subscriber
    const values = { ...fields, city: ' Reno ' }
    const saved = await testShop.shop.saveSubscriber(staff, id, { values, version })
    expect(saved).toMatchObject({
      ok: true,
      subscriber: { fields: { city: 'Reno', zipCode: '1' } },
    })
    const worse = { ...values, zipCode: '12' }
    const again = { values: worse, version: version + 1 }
    expect(await testShop.shop.saveSubscriber(staff, id, again)).toMatchObject({
      reason: 'invalid',
      errors: { zipCode: 'At least 5 characters in zipcodes' },
    })
  })
})
