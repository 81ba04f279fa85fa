import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { subscriberById } from '#data/people/subscribers.ts'
import type { ListRow } from '#data/admin/lists.ts'
import type { ListPage } from '#domain/admin/list-query.ts'
import type { User } from '#data/people/users.ts'
import { mailingListClients } from '#data/schema/people.ts'
import type { SubscriberFields } from '#domain/people/subscriber.ts'
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

async function opened(fields: Parameters<typeof aSubscriber>[1] = {}) {
  const { id } = await aSubscriber(testShop.db, fields)
  const viewed = await testShop.shop.viewSubscriber(staff, id)
  if (!viewed.ok) throw new Error(viewed.reason)
  return viewed.client
}

const save = (
  client: { id: string; version: number; fields: SubscriberFields },
  change: Partial<SubscriberFields>,
  by: User = staff,
) =>
  testShop.shop.saveSubscriber(by, client.id, {
    values: { ...client.fields, ...change },
    version: client.version,
  })

const logOf = async (id: string) => {
  const params = new URLSearchParams({ subject: `client:${id}` })
  const viewed = await testShop.shop.viewList(staff, 'log', params)
  if (!viewed.ok) throw new Error(viewed.reason)
  return (viewed.view.page as ListPage<ListRow<'log'>>).rows
}

describe('saving a client', () => {
  test('writes the fields, raises the version and notes who changed what', async () => {
    const client = await opened()
    const saved = await save(client, { lastname: 'Castro', phone: '4155550123' })
    expect(saved).toMatchObject({
      ok: true,
      client: { version: 2, fields: { lastname: 'Castro', phone: '4155550123' } },
    })
    expect(await logOf(client.id)).toMatchObject([
      {
        actorId: staff.id,
        actorEmail: staff.email,
        action: 'client-updated',
        subjectLabel: `Bruno Castro ${client.fields.email}`,
        before: { lastname: '', phone: '' },
        after: { lastname: 'Castro', phone: '4155550123' },
      },
    ])
  })

  test('what stands there already is not written and not noted', async () => {
    const client = await opened()
    expect(await save(client, {})).toMatchObject({ ok: true, client: { version: 1 } })
    expect(await logOf(client.id)).toEqual([])
  })

  test('what is invalid is not written', async () => {
    const client = await opened()
    expect(await save(client, { fullname: 'Ana', email: '' })).toEqual({
      ok: false,
      reason: 'invalid',
      errors: { fullname: 'At Least 4 letters please', email: 'This input is required' },
    })
    expect((await subscriberById(testShop.db, client.id))?.fields).toEqual(client.fields)
  })

  test('the later of two is told how it stands now and who saved it', async () => {
    const client = await opened()
    const other = await aStaffMember(testShop.db)
    expect((await save(client, { city: 'Reno' }, other)).ok).toBe(true)
    expect(await save(client, { city: 'Provo' })).toMatchObject({
      ok: false,
      reason: 'saved-elsewhere',
      by: other.email,
      client: { version: 2, fields: { city: 'Reno' } },
    })
    expect((await subscriberById(testShop.db, client.id))?.fields.city).toBe('Reno')
    expect(await logOf(client.id)).toHaveLength(1)
  })

  test('a change that was not by staff names nobody', async () => {
    const client = await opened()
    await testShop.db
      .update(mailingListClients)
      .set({ unsubscribedAt: new Date(), version: 2, updatedAt: new Date() })
      .where(eq(mailingListClients.id, client.id))
    expect(await save(client, { city: 'Provo' })).toMatchObject({
      reason: 'saved-elsewhere',
      by: null,
    })
  })

  test('of two who save at once one is later', async () => {
    const client = await opened()
    const outcomes = await Promise.all(
      ['Reno', 'Provo', 'Boise', 'Salem'].map((city) => save(client, { city })),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await logOf(client.id)).toHaveLength(1)
  })

  test('another client’s email is refused', async () => {
    const taken = await opened()
    const client = await opened()
    expect(await save(client, { email: taken.fields.email.toUpperCase() })).toEqual({
      ok: false,
      reason: 'email-taken',
    })
    expect(await logOf(client.id)).toEqual([])
  })

  test('a record that is gone is said to be, also when what was typed is invalid', async () => {
    const client = await opened()
    await testShop.db.delete(mailingListClients).where(eq(mailingListClients.id, client.id))
    const gone = { ok: false, reason: 'gone' }
    expect(await save(client, { city: 'Reno' })).toEqual(gone)
    expect(await save(client, { email: '' })).toEqual(gone)
    expect(await testShop.shop.viewSubscriber(staff, client.id)).toEqual(gone)
    expect(await testShop.shop.viewSubscriber(staff, randomUUID())).toEqual(gone)
    expect(await testShop.shop.viewSubscriber(staff, 'no-id')).toEqual(gone)
  })

  test('is for staff alone', async () => {
    const client = await opened()
    const member: User = { ...staff, role: 'member' }
    const refused = { ok: false, reason: 'not-staff' }
    expect(await save(client, { city: 'Reno' }, member)).toEqual(refused)
    expect(await testShop.shop.viewSubscriber(member, client.id)).toEqual(refused)
    expect((await subscriberById(testShop.db, client.id))?.version).toBe(1)
  })
})
