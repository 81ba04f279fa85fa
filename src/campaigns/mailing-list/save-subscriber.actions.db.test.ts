import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { writeConsent } from '#accounts/consent/consents.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { auditLogList } from '#admin/log/audit-log-list.store.server.ts'
import { suppress } from '#mail/suppressions.store.server.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import type { ListPage } from '#platform/list/list-query.rules.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import { aSubscriber, aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { saveSubscriber } from './save-subscriber.actions.server.ts'
import { subscriberList } from './subscriber-list.store.server.ts'
import type { SubscriberFields } from './subscriber.rules.ts'
import { subscriberById } from './subscribers.store.server.ts'

let testShop: TestShop
let staff: User
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

async function opened(fields: Parameters<typeof aSubscriber>[1] = {}) {
  const { id } = await aSubscriber(testShop.db, fields)
  return (await subscriberById(testShop.db, id))!
}

const save = (
  subscriber: { id: string; version: number; fields: SubscriberFields },
  change: Partial<SubscriberFields>,
  by: User = staff,
) =>
  saveSubscriber(testShop.services, by, {
    ...{ ...subscriber.fields, ...change },
    ...{ id: subscriber.id, version: subscriber.version },
  })

const logOf = async (id: string) => {
  const params = new URLSearchParams({ subject: `subscriber:${id}` })
  const viewed = await testShop.shop.viewList(staff, auditLogList, params)
  if (!viewed.ok) throw new Error(viewed.reason)
  return (viewed.view.page as ListPage<ListRow<typeof auditLogList>>).rows
}

describe('saving a subscriber', () => {
  test('writes the fields, raises the version and notes who changed what', async () => {
    const subscriber = await opened()
    const saved = await save(subscriber, { lastname: 'Castro', phone: '4155550123' })
    expect(saved).toMatchObject({
      ok: true,
      done: { subscriber: { version: 2, fields: { lastname: 'Castro', phone: '4155550123' } } },
    })
    expect(await logOf(subscriber.id)).toMatchObject([
      {
        actorId: staff.id,
        actorEmail: staff.email,
        action: 'subscriber-updated',
        subjectLabel: `Bruno Castro ${subscriber.fields.email}`,
        before: { lastname: '', phone: '' },
        after: { lastname: 'Castro', phone: '4155550123' },
      },
    ])
  })

  test('what stands there already is not written and not noted', async () => {
    const subscriber = await opened()
    expect(await save(subscriber, {})).toMatchObject({
      ok: true,
      done: { subscriber: { version: 1 } },
    })
    expect(await logOf(subscriber.id)).toEqual([])
  })

  test('what is invalid is not written', async () => {
    const subscriber = await opened()
    expect(await save(subscriber, { fullname: 'Ana', email: '' })).toMatchObject({
      ok: false,
      status: 400,
      errors: { fullname: 'At Least 4 letters please', email: 'This input is required' },
    })
    expect((await subscriberById(testShop.db, subscriber.id))?.fields).toEqual(subscriber.fields)
  })

  test('the later of two is told how it stands now and who saved it', async () => {
    const subscriber = await opened()
    const other = await aStaffMember(testShop.db)
    expect((await save(subscriber, { city: 'Reno' }, other)).ok).toBe(true)
    expect(await save(subscriber, { city: 'Provo' })).toMatchObject({
      ok: false,
      status: 409,
      shown: {
        problem: 'saved-elsewhere',
        now: { by: other.email, version: 2, fields: { city: 'Reno' } },
      },
    })
    expect((await subscriberById(testShop.db, subscriber.id))?.fields.city).toBe('Reno')
    expect(await logOf(subscriber.id)).toHaveLength(1)
  })

  test('a change that was not by staff names nobody', async () => {
    const subscriber = await opened()
    await testShop.db
      .update(mailingListClients)
      .set({ unsubscribedAt: new Date(), version: 2, updatedAt: new Date() })
      .where(eq(mailingListClients.id, subscriber.id))
    expect(await save(subscriber, { city: 'Provo' })).toMatchObject({
      shown: { problem: 'saved-elsewhere', now: { by: null } },
    })
  })

  test('of two who save at once one is later', async () => {
    const subscriber = await opened()
    const outcomes = await Promise.all(
      ['Reno', 'Provo', 'Boise', 'Salem'].map((city) => save(subscriber, { city })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await logOf(subscriber.id)).toHaveLength(1)
  })

  test('another subscriber’s email is refused', async () => {
    const taken = await opened()
    const subscriber = await opened()
    expect(await save(subscriber, { email: taken.fields.email.toUpperCase() })).toMatchObject({
      ok: false,
      status: 409,
      errors: { email: 'Another subscriber has this email.' },
    })
    expect(await logOf(subscriber.id)).toEqual([])
  })

  test('an address that has said no keeps a record that moves to it off the list', async () => {
    const { db, services } = testShop
    const yes = { kind: 'email', verdict: 'yes', source: 'form', wording: '' } as const
    const moved = async (prepare: (email: string) => Promise<unknown>) => {
      const subscriber = await opened()
      const email = `${randomUUID()}@moved.example`
      await prepare(email)
      expect(await save(subscriber, { email })).toMatchObject({ ok: true })
      return (await subscriberById(db, subscriber.id))!.leftAt !== null
    }
    const hasLeft = {
      unknown: await moved(async () => {}),
      agreed: await moved((email) => writeConsent(db, { ...yes, email })),
      refused: await moved((email) => writeConsent(db, { ...yes, email, verdict: 'no' })),
      suppressed: await moved((email) =>
        suppress(db, services.hashes.ofEmail(email), ['complaint']),
      ),
      active: await moved((email) => aMember(db, { email, subscription: 'active' })),
      inactive: await moved((email) => aMember(db, { email, subscription: 'inactive' })),
    }
    expect(hasLeft).toEqual({
      ...{ unknown: false, agreed: false, active: false },
      ...{ refused: true, suppressed: true, inactive: true },
    })
  })

  test('a record that is gone is said to be, also when what was typed is invalid', async () => {
    const subscriber = await opened()
    await testShop.db.delete(mailingListClients).where(eq(mailingListClients.id, subscriber.id))
    const gone = { ok: false, status: 410, shown: { problem: 'gone' } }
    expect(await save(subscriber, { city: 'Reno' })).toMatchObject(gone)
    expect(await save(subscriber, { email: '' })).toMatchObject(gone)
    expect(await subscriberById(testShop.db, subscriber.id)).toBeNull()
    expect(await subscriberById(testShop.db, randomUUID())).toBeNull()
    expect(await subscriberById(testShop.db, 'no-id')).toBeNull()
  })

  test('is for staff alone', async () => {
    const subscriber = await opened()
    const member: User = { ...staff, role: 'member' }
    const refused = { ok: false, status: 403 }
    expect(await save(subscriber, { city: 'Reno' }, member)).toMatchObject(refused)
    expect((await subscriberById(testShop.db, subscriber.id))?.version).toBe(1)
  })
})

test('the file of the list says who may be written to', async () => {
  const { db } = testShop
  await db.delete(mailingListClients)
  await opened({ email: 'imported@list.example', byEmail: false })
  await opened({ email: 'joined@list.example' })
  await opened({ email: 'left@list.example', unsubscribedAt: new Date() })
  const { file } = await viewsOf(db, subscriberList, { named: 'Email' })
  const [headings, ...lines] = (file as string[]).map((line) => line.split(' | '))
  const place = headings!.indexOf('Consent')
  expect(lines.map((line) => [line[3], line[place]])).toEqual([
    ['imported@list.example', 'no'],
    ['joined@list.example', 'yes'],
    ['left@list.example', 'no'],
  ])
})
