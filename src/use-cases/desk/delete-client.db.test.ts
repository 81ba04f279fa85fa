import { randomUUID } from 'node:crypto'

import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { User } from '#data/people.ts'
import { auditLog, mails } from '#data/schema/desk.ts'
import { deletedClients, mailingListClients } from '#data/schema/people.ts'
import { aClient, aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let house: TestShop
let staff: User
beforeAll(async () => {
  house = await openTestShop()
  staff = await aStaffMember(house.db)
})
afterAll(() => house.close())

const rowOf = async (id: string) =>
  (await house.db.select().from(mailingListClients).where(eq(mailingListClients.id, id)))[0]

const entriesOf = (id: string) =>
  house.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(desc(auditLog.id))

const joinAgain = (email: string) =>
  house.shop.joinMailingList(
    { fullname: 'Bruno Again', email },
    { page: 'ex-join', address: '203.0.113.9', isHasty: false },
  )

describe('deleting a client', () => {
  test('is for staff alone', async () => {
    const client = await aClient(house.db)
    const member = { ...staff, role: 'member' as const }
    const refused = { ok: false, reason: 'not-staff' }
    expect(await house.shop.deleteClient(member, client.id)).toEqual(refused)
    expect(await rowOf(client.id)).toEqual(client)
    await house.shop.deleteClient(staff, client.id)
    expect(await house.shop.restoreClient(member, client.id)).toEqual(refused)
    expect(await house.shop.undoableDeletions(member)).toEqual([])
    expect(await rowOf(client.id)).toBeUndefined()
  })

  test('takes them off the list at once and notes them as they were', async () => {
    const client = await aClient(house.db, { lastName: 'Castro', phone: '4155550123' })
    expect(await house.shop.deleteClient(staff, client.id)).toEqual({ ok: true })
    expect(await rowOf(client.id)).toBeUndefined()
    const [entry] = await entriesOf(client.id)
    expect(entry).toMatchObject({
      actorEmail: staff.email,
      action: 'client-deleted',
      subjectKind: 'client',
      subjectLabel: `Bruno Castro ${client.email}`,
      before: { fullname: 'Bruno Castro', email: client.email, phone: '4155550123' },
      after: null,
    })
  })

  test('happens once, whoever else deletes them too', async () => {
    const { id } = await aClient(house.db)
    const answers = await Promise.all([1, 2, 3].map(() => house.shop.deleteClient(staff, id)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers).toContainEqual({ ok: false, reason: 'gone' })
    expect(await entriesOf(id)).toHaveLength(1)
    expect(await house.shop.deleteClient(staff, 'none')).toEqual({ ok: false, reason: 'gone' })
  })

  test('can be undone for ten seconds, by which nothing is lost', async () => {
    const client = await aClient(house.db, {
      phone: '4155550123',
      unsubscribedAt: new Date('2026-03-04T05:06:07.089Z'),
      version: 7,
    })
    await house.shop.deleteClient(staff, client.id)
    const undoable = await house.shop.undoableDeletions(staff)
    const mine = undoable.find(({ id }) => id === client.id)!
    expect(mine.label).toBe('Bruno Castro')
    expect(mine.millisLeft).toBeGreaterThan(0)
    expect(mine.millisLeft).toBeLessThanOrEqual(10_000)
    expect(await house.shop.restoreClient(staff, client.id)).toEqual({ ok: true })
    expect(await rowOf(client.id)).toEqual(client)
    const [entry] = await entriesOf(client.id)
    expect(entry).toMatchObject({ action: 'client-restored', actorEmail: staff.email })
    expect(await house.shop.restoreClient(staff, client.id)).toEqual({
      ok: false,
      reason: 'too-late',
    })
  })

  test('is offered for undoing to whoever did it, and to nobody else', async () => {
    const { id } = await aClient(house.db)
    await house.shop.deleteClient(staff, id)
    const other = await aStaffMember(house.db)
    expect(await house.shop.undoableDeletions(other)).toEqual([])
  })

  test('lets the person join again meanwhile, and then keeps the new one', async () => {
    const client = await aClient(house.db)
    await house.shop.deleteClient(staff, client.id)
    expect(await joinAgain(client.email)).toEqual({ ok: true })
    const letters = await house.db.select().from(mails).where(eq(mails.recipient, client.email))
    expect(letters.map(({ kind }) => kind)).toEqual(['join'])
    expect(await house.shop.restoreClient(staff, client.id)).toEqual({
      ok: false,
      reason: 'joined-again',
    })
    const [now] = await house.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.email, client.email))
    expect(now).toMatchObject({ fullName: 'Bruno Again' })
    expect(now!.id).not.toBe(client.id)
  })

  test('is final once its time is over, and nothing of the record is kept', async () => {
    const early = await aClient(house.db)
    await house.shop.deleteClient(staff, early.id)
    await house.shop.eraseDeleted()
    const waiting = () =>
      house.db.select().from(deletedClients).where(eq(deletedClients.id, early.id))
    expect(await waiting()).toHaveLength(1)
    house.pass(0.5)
    expect(await house.shop.undoableDeletions(staff)).toEqual([])
    expect(await house.shop.restoreClient(staff, early.id)).toEqual({
      ok: false,
      reason: 'too-late',
    })
    await house.shop.eraseDeleted()
    expect(await waiting()).toEqual([])
    expect(await house.shop.restoreClient(staff, randomUUID())).toEqual({
      ok: false,
      reason: 'too-late',
    })
  })

  test('has the queue erase them when the time is over', async () => {
    const { id } = await aClient(house.db)
    await house.shop.deleteClient(staff, id)
    const [waiting] = await house.db.select().from(deletedClients).where(eq(deletedClients.id, id))
    const jobs = await house.db.execute<{ run_at: Date | string }>(
      `select run_at from graphile_worker.jobs where task_identifier = 'erase-deleted-clients'`,
    )
    const moments = jobs.rows.map(({ run_at }) => new Date(run_at).getTime())
    expect(moments).toContain(waiting!.eraseAt.getTime())
  })
})
