import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { User } from '#data/people.ts'
import { userById } from '#data/people.ts'
import { auditLog } from '#data/schema/desk.ts'
import { deletedUsers, users } from '#data/schema/people.ts'
import { checkouts, orders } from '#data/schema/trade.ts'
import { from, lettersTo, password, registeredPerson, sessionsOf } from '#tests/harness/identity.ts'
import { clearFaults, payAt, setFault } from '#tests/harness/provider.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop, setStock } from '#tests/harness/test-shop.ts'

let house: TestShop
let staff: User
const wine = 'malbec-2022'

beforeAll(async () => {
  house = await openTestShop()
  staff = await aStaffMember(house.db)
})
afterAll(() => house.close())
beforeEach(async () => {
  await clearFaults()
  await setStock(house.db, wine, 10)
})

type Person = Awaited<ReturnType<typeof registeredPerson>>

/** Somebody with a case in the cart and a payment page open for it. */
async function atThePage() {
  const person = await registeredPerson(house)
  await house.shop.changeCart(person.viewer, { kind: 'add', productId: wine })
  await house.shop.changeCart(person.viewer, { kind: 'choose-shipping', method: 'pickup' })
  const started = await house.shop.startCheckout(person.viewer)
  if (!started.ok) throw new Error(started.reason)
  return { person, url: started.url, sessionId: /cs_[^/?#]+/.exec(started.url)![0] }
}

/** Somebody who has bought a case. */
async function aBuyer() {
  const { person, url, sessionId } = await atThePage()
  await payAt(url, { email: person.email })
  await house.shop.recordPayment(sessionId)
  return { person, sessionId }
}

const remove = ({ viewer }: Person, by: User = staff) => house.shop.deleteUser(by, viewer.id)
const putBack = ({ viewer }: Person, by: User = staff) => house.shop.restoreUser(by, viewer.id)
const signIn = ({ email }: Person) => house.shop.signIn({ email, password }, from())

const ownersOf = async (sessionId: string) => {
  const [order] = await house.db.select().from(orders).where(eq(orders.sessionId, sessionId))
  const [checkout] = await house.db
    .select()
    .from(checkouts)
    .where(eq(checkouts.sessionId, sessionId))
  return [order?.userId, checkout?.userId]
}

const entriesAbout = (id: string) =>
  house.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)

describe('deleting a user', () => {
  test('takes them out of everything at once; their orders stay and are nobody’s', async () => {
    const { person, sessionId } = await aBuyer()
    expect(await remove(person)).toEqual({ ok: true })
    expect(await userById(house.db, person.viewer.id)).toBeNull()
    expect((await house.shop.identify(person.headers)).viewer).toBeNull()
    expect(await signIn(person)).toMatchObject({ ok: false })
    expect(await ownersOf(sessionId)).toEqual([null, null])
    expect(await house.shop.viewUser(staff, person.viewer.id)).toMatchObject({ reason: 'gone' })
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

  test('can be undone for ten seconds: all is as it was, but they have to log in', async () => {
    const { person, sessionId } = await aBuyer()
    await house.shop.changeCart(person.viewer, { kind: 'add', productId: wine })
    const before = await userById(house.db, person.viewer.id)
    const colleague = await aStaffMember(house.db)
    await remove(person, colleague)
    const undoable = await house.shop.undoableUserDeletions(colleague)
    expect(undoable).toMatchObject([{ id: person.viewer.id, label: 'Ana Ruiz' }])
    expect(undoable[0]!.millisLeft).toBeLessThanOrEqual(10_000)

    expect(await putBack(person)).toEqual({ ok: true })
    expect(await house.shop.undoableUserDeletions(colleague)).toEqual([])
    expect(await userById(house.db, person.viewer.id)).toEqual(before)
    expect(await ownersOf(sessionId)).toEqual([person.viewer.id, person.viewer.id])
    expect((await house.shop.viewCart(before!)).cart.lines).toMatchObject([{ productId: wine }])
    expect(await sessionsOf(house.db, person.viewer.id)).toEqual([])
    expect(await signIn(person)).toMatchObject({ ok: true })
    expect((await entriesAbout(person.viewer.id)).map(({ action }) => action)).toEqual([
      'user-deleted',
      'user-restored',
    ])
    expect(await putBack(person)).toEqual({ ok: false, reason: 'too-late' })
  })

  test('is for good once the time is over, with what was kept to undo it, and letters', async () => {
    const { person } = await aBuyer()
    await house.db.execute(sql`update mails set state = 'sent' where recipient = ${person.email}`)
    await remove(person)
    await house.shop.eraseUsers()
    expect((await lettersTo(house.db, person.email)).length).toBeGreaterThan(0)
    house.pass(1)
    expect(await putBack(person)).toEqual({ ok: false, reason: 'too-late' })
    await house.shop.eraseUsers()
    const kept = await house.db
      .select()
      .from(deletedUsers)
      .where(eq(deletedUsers.id, person.viewer.id))
    expect(kept).toEqual([])
    expect(await lettersTo(house.db, person.email)).toEqual([])
    const jobs = await house.db.execute<{ count: number }>(sql`
      select count(*)::int as count from graphile_worker.jobs
      where task_identifier = 'erase-deleted-users'`)
    expect(jobs.rows[0]!.count).toBeGreaterThan(0)
  })

  test('leaves whoever registers again with that email alone', async () => {
    const person = await registeredPerson(house)
    await remove(person)
    const again = await house.shop.register(
      { firstName: 'Ana', lastName: 'Again', email: person.email, password },
      from(),
    )
    expect(again.ok).toBe(true)
    expect(await putBack(person)).toEqual({ ok: false, reason: 'registered-again' })
    house.pass(1)
    await house.shop.eraseUsers()
    const [now] = await house.db.select().from(users).where(eq(users.email, person.email))
    expect(now?.lastName).toBe('Again')
    expect((await lettersTo(house.db, person.email)).length).toBeGreaterThan(0)
  })

  test('knows every table that hangs on users', async () => {
    const rows = await house.db.execute<{ name: string }>(sql`
      with recursive hanging as (
        select 'users'::regclass::oid as of
        union
        select conrelid from pg_constraint join hanging on confrelid = hanging.of
        where contype = 'f' and conrelid::regclass::text not in ('orders', 'checkouts'))
      select of::regclass::text as name from hanging order by 1`)
    // Sessions and links of letters are let go of; `deleted-users.ts` keeps the others.
    expect(rows.rows.map(({ name }) => name)).toEqual([
      'cart_lines',
      'carts',
      'identities',
      'one_time_links',
      'sessions',
      'users',
    ])
  })
})

describe('an open payment page', () => {
  test('is closed first, and its stock given back', async () => {
    const { person, url, sessionId } = await atThePage()
    expect(await remove(person)).toEqual({ ok: true })
    expect((await house.parts.payments.getSession(sessionId))?.state).toBe('expired')
    await expect(payAt(url)).rejects.toThrow('410')
  })

  test('paid in the meantime is an order before they go', async () => {
    const { person, url, sessionId } = await atThePage()
    await payAt(url, { email: person.email })
    expect(await remove(person)).toEqual({ ok: true })
    const [order] = await house.db.select().from(orders).where(eq(orders.sessionId, sessionId))
    expect(order).toMatchObject({ userId: null, state: 'paid', email: person.email })
  })

  test('that the provider can’t be asked about keeps them', async () => {
    const { person } = await atThePage()
    await setFault({ match: 'POST /v1/checkout/sessions/*', fault: 'error-before', times: 5 })
    expect(await remove(person)).toEqual({ ok: false, reason: 'provider-away' })
    expect(await userById(house.db, person.viewer.id)).not.toBeNull()
    expect(await entriesAbout(person.viewer.id)).toEqual([])
  })
})

describe('nobody deletes', () => {
  test('themselves, and members delete nobody', async () => {
    const person = await registeredPerson(house)
    expect(await house.shop.deleteUser(staff, staff.id)).toEqual({ ok: false, reason: 'self' })
    const refused = { ok: false, reason: 'not-staff' }
    expect(await remove(person, { ...staff, role: 'member' })).toEqual(refused)
    await remove(person)
    expect(await putBack(person, { ...staff, role: 'member' })).toEqual(refused)
    expect(await house.shop.undoableUserDeletions({ ...staff, role: 'member' })).toEqual([])
    expect(await house.shop.deleteUser(staff, 'nobody')).toEqual({ ok: false, reason: 'gone' })
  })

  test('the last of the staff: of two who delete each other one stays', async () => {
    const [one, two] = await Promise.all([aStaffMember(house.db), aStaffMember(house.db)])
    await house.db
      .update(users)
      .set({ role: 'member' })
      .where(sql`role = 'staff' and id not in (${one.id}, ${two.id})`)
    const outcomes = await Promise.all([
      house.shop.deleteUser(one, two.id),
      house.shop.deleteUser(two, one.id),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toEqual({ ok: false, reason: 'not-staff' })
    const left = await house.db.select().from(users).where(eq(users.role, 'staff'))
    expect(left).toHaveLength(1)
    // A session that has not been asked again yet still says staff.
    const stale = left[0]!.id === one.id ? two : one
    expect(await house.shop.deleteUser(stale, left[0]!.id)).toEqual({
      ok: false,
      reason: 'not-staff',
    })
  })
})
