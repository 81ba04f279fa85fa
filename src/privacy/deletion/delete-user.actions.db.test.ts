import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { linkGoogle, userIdByGoogle } from '#accounts/sign-in/identities.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { checkouts } from '#catalogue/tables.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { mails } from '#mail/tables.ts'
import { orders } from '#orders/order/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { afterFirstTransaction } from '#tests/harness/after-first-transaction.ts'
import { from, emailsTo, password, registeredPerson, sessionsOf } from '#tests/harness/identity.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { afterChange } from '#tests/harness/waiting-for-locks.ts'

import { deleteUser } from './delete-user.actions.server.ts'

let testShop: TestShop
let staff: User
const wine = 'malbec-2022'

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(testShop.db, wine, 10)
})

type Person = Awaited<ReturnType<typeof registeredPerson>>

/** A member with a case in the cart and a payment page open for it. */
async function atThePage() {
  const person = await registeredPerson(testShop)
  await testShop.shop.changeCart(person.viewer, { kind: 'add', productId: wine })
  await testShop.shop.changeCart(person.viewer, { kind: 'choose-shipping', method: 'pickup' })
  const started = await testShop.shop.startCheckout(person.viewer)
  if (!started.ok) throw new Error(started.reason)
  return { person, url: started.url, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

/** A member who has bought a case. */
async function aBuyer() {
  const { person, url, sessionId } = await atThePage()
  await payAt(url, { email: person.email })
  await testShop.shop.recordPayment(sessionId)
  return { person, sessionId }
}

const remove = ({ viewer }: Person, by: User = staff) =>
  deleteUser(testShop.services, by, { id: viewer.id })
const signIn = ({ email }: Person) => testShop.shop.signIn({ email, password }, from())

const ownersOf = async (sessionId: string) => {
  const [order] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  const [checkout] = await testShop.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.sessionId, sessionId))
  return [order?.userId, checkout?.userId]
}

const entriesAbout = (id: string) =>
  testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)

describe('deleting a user', () => {
  test('takes them out of everything at once', async () => {
    const { person } = await aBuyer()
    expect(await remove(person)).toMatchObject({ ok: true })
    expect(await userById(testShop.db, person.viewer.id)).toBeNull()
    expect((await testShop.shop.identify(person.headers)).viewer).toBeNull()
    expect(await signIn(person)).toMatchObject({ ok: false })
    expect(await testShop.shop.viewUser(staff, person.viewer.id)).toMatchObject({ reason: 'gone' })
    expect(await entriesAbout(person.viewer.id)).toMatchObject([
      {
        actorEmail: staff.email,
        action: 'user-deleted',
        subjectLabel: `Ana Ruiz ${person.email}`,
        before: { firstname: 'Ana', lastname: 'Ruiz', email: person.email },
        after: null,
      },
    ])
  })

  test('is noted with the name that they are given at the same moment', async () => {
    const { viewer } = await registeredPerson(testShop)
    const deleted = await afterChange(
      testShop.db,
      (tx) => tx.update(users).set({ lastName: 'Castro' }).where(eq(users.id, viewer.id)),
      () => deleteUser(testShop.services, staff, { id: viewer.id }),
    )
    expect(deleted).toMatchObject({ ok: true })
    expect(await entriesAbout(viewer.id)).toMatchObject([{ before: { lastname: 'Castro' } }])
  })

  test('is for good, with their emails; orders stay without an owner', async () => {
    const { person, sessionId } = await aBuyer()
    await testShop.db.execute(
      sql`update mails set state = 'sent' where recipient = ${person.email}`,
    )
    await testShop.db
      .update(users)
      .set({ emailVerified: true })
      .where(eq(users.id, person.viewer.id))
    expect((await emailsTo(testShop.db, person.email)).length).toBeGreaterThan(0)
    await remove(person)
    const kept = await testShop.db.select().from(users).where(eq(users.id, person.viewer.id))
    expect(kept).toEqual([])
    expect(await sessionsOf(testShop.db, person.viewer.id)).toEqual([])
    expect(await ownersOf(sessionId)).toEqual([null, null])
    expect(await emailsTo(testShop.db, person.email)).toEqual([])
  })

  test('keeps the emails of an address that was never confirmed', async () => {
    const person = await registeredPerson(testShop)
    await testShop.db.execute(
      sql`update mails set state = 'sent' where recipient = ${person.email}`,
    )
    await remove(person)
    expect((await emailsTo(testShop.db, person.email)).length).toBeGreaterThan(0)
  })

  test('happens once, also when three of the staff do it', async () => {
    const person = await registeredPerson(testShop)
    const responses = await Promise.all([1, 2, 3].map(() => remove(person)))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    expect(responses.filter(({ ok }) => !ok)).toMatchObject([
      { ok: false, sentence: 'This user is already gone: someone has deleted them.' },
      { ok: false, sentence: 'This user is already gone: someone has deleted them.' },
    ])
    expect(await entriesAbout(person.viewer.id)).toHaveLength(1)
  })

  test('leaves their address and Google account free for a new one', async () => {
    const person = await registeredPerson(testShop)
    const subject = `g-${person.viewer.id}`
    await linkGoogle(testShop.db, person.viewer.id, subject)
    await remove(person)
    expect(await userIdByGoogle(testShop.db, subject)).toBeNull()
    const again = await testShop.shop.register(
      { firstName: 'Ana', lastName: 'Again', email: person.email, password },
      from(),
    )
    expect(again.ok).toBe(true)
    const [now] = await testShop.db.select().from(users).where(eq(users.email, person.email))
    expect(now?.lastName).toBe('Again')
  })

  test('by a shop of the release before is carried out once it is due', async () => {
    const [due, later] = [await registeredPerson(testShop), await registeredPerson(testShop)]
    for (const person of [due, later]) {
      await testShop.db.execute(
        sql`update mails set state = 'sent' where recipient = ${person.email}`,
      )
    }
    const now = testShop.services.clock().getTime()
    const times = [
      [due, now - 1],
      [later, now + 5_000],
    ] as const
    for (const [{ viewer, email }, at] of times) {
      await testShop.db
        .update(users)
        .set({ email: `deleted:${email}`, deletedBy: staff.id, eraseAt: new Date(at) })
        .where(eq(users.id, viewer.id))
    }
    await testShop.shop.eraseDeletedUsersDue()
    const ids = [due.viewer.id, later.viewer.id]
    const left = await testShop.db.select().from(users).where(inArray(users.id, ids))
    expect(left.map(({ id }) => id)).toEqual([later.viewer.id])
    expect((await emailsTo(testShop.db, due.email)).length).toBeGreaterThan(0)
  })

  test('by a shop of the release before takes the emails of a confirmed address that nobody has now', async () => {
    const { db, services } = testShop
    const [gone, back] = [await registeredPerson(testShop), await registeredPerson(testShop)]
    const eraseAt = new Date(services.clock().getTime() - 1)
    for (const { viewer, email } of [gone, back]) {
      await db.update(mails).set({ state: 'sent' }).where(eq(mails.recipient, email))
      await queueMail(db, 'join', email, { firstName: 'Ana', email })
      await db
        .update(users)
        .set({ email: `deleted:${email}`, emailVerified: true, deletedBy: staff.id, eraseAt })
        .where(eq(users.id, viewer.id))
    }
    await aMember(db, { email: back.email })
    await testShop.shop.eraseDeletedUsersDue()
    const left = async ({ email }: { email: string }) =>
      (await emailsTo(db, email)).map(({ kind }) => kind).toSorted()
    expect(await left(gone)).toEqual(['join'])
    expect(await left(back)).toEqual(['join', 'register'])
  })
})

describe('an open payment page', () => {
  test('is closed first, and its stock given back', async () => {
    const { person, url, sessionId } = await atThePage()
    expect(await remove(person)).toMatchObject({ ok: true })
    expect((await testShop.services.payments.getSession(sessionId))?.state).toBe('expired')
    await expect(payAt(url)).rejects.toThrow('410')
  })

  test('opened by another window while the first one was being closed is closed too', async () => {
    const { person } = await atThePage()
    let second = ''
    const db = afterFirstTransaction(testShop.db, async () => {
      const started = await testShop.shop.startCheckout(person.viewer)
      second = started.ok ? /cs_[^/?#]+/.exec(started.url)![0] : started.reason
    })
    const services = { ...testShop.services, db }
    expect(await deleteUser(services, staff, { id: person.viewer.id })).toMatchObject({ ok: true })
    expect((await testShop.services.payments.getSession(second))?.state).toBe('expired')
    expect(await userById(testShop.db, person.viewer.id)).toBeNull()
  })

  test('paid in the meantime is an order before they go', async () => {
    const { person, url, sessionId } = await atThePage()
    await payAt(url, { email: person.email })
    expect(await remove(person)).toMatchObject({ ok: true })
    const [order] = await testShop.db.select().from(orders).where(eq(orders.sessionId, sessionId))
    expect(order).toMatchObject({ state: 'paid', email: person.email })
  })

  test('that the provider can’t be asked about keeps them', async () => {
    const { person } = await atThePage()
    await setFault({ match: 'POST /v1/checkout/sessions/*', fault: 'error-before', times: 5 })
    expect(await remove(person)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('They have a payment page open'),
    })
    expect(await userById(testShop.db, person.viewer.id)).not.toBeNull()
    expect(await entriesAbout(person.viewer.id)).toEqual([])
  })
})

describe('nobody deletes', () => {
  test('themselves, and members delete nobody', async () => {
    const person = await registeredPerson(testShop)
    expect(await deleteUser(testShop.services, staff, { id: staff.id })).toMatchObject({
      ok: false,
      sentence: 'You can’t delete yourself: ask a colleague.',
    })
    const refused = { ok: false, status: 403 }
    expect(await remove(person, { ...staff, role: 'member' })).toMatchObject(refused)
    expect(await deleteUser(testShop.services, staff, { id: 'nobody' })).toMatchObject({
      ok: false,
      sentence: 'This user is already gone: someone has deleted them.',
    })
  })

  test('the last of the staff: of two who delete each other one stays', async () => {
    const [one, two] = await Promise.all([aStaffMember(testShop.db), aStaffMember(testShop.db)])
    await testShop.db
      .update(users)
      .set({ role: 'member' })
      .where(sql`role = 'staff' and id not in (${one.id}, ${two.id})`)
    const outcomes = await Promise.all([
      deleteUser(testShop.services, one, { id: two.id }),
      deleteUser(testShop.services, two, { id: one.id }),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      ok: false,
      sentence: 'Your staff role was taken away in the meantime. Nobody was deleted.',
    })
    const left = await testShop.db
      .select()
      .from(users)
      .where(and(eq(users.role, 'staff'), isNull(users.eraseAt)))
    expect(left).toHaveLength(1)
    // A session that has not been asked again yet still says staff.
    const stale = left[0]!.id === one.id ? two : one
    expect(await deleteUser(testShop.services, stale, { id: left[0]!.id })).toMatchObject({
      ok: false,
      sentence: 'Your staff role was taken away in the meantime. Nobody was deleted.',
    })
  })
})
