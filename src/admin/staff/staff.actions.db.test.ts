import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import {
  deleteIdentitiesOf,
  linkGoogle,
  waysToSignIn,
} from '#accounts/sign-in/identities.store.server.ts'
import { sessions } from '#accounts/sign-in/tables.ts'
import { dutiesOf, staffPeople } from '#accounts/users/duties.store.server.ts'
import { formerStaff } from '#accounts/users/staff-invitations.store.server.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { staffDuties, users } from '#platform/database/people.tables.ts'
import type { Staff } from '#platform/services/services.ts'
import { deleteUser } from '#privacy/deletion/delete-user.actions.server.ts'
import { emailsTo, password, registeredPerson } from '#tests/harness/identity.ts'
import { openPlans } from '#tests/harness/plans.ts'
import { askRefund } from '#tests/harness/refunds.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, sessionCookie } from '#tests/harness/test-shop.ts'

import { addStaffAccount } from './add-staff-account.actions.server.ts'
import { setRole } from './set-role.actions.server.ts'
import { changeDuties, endStaffRights, grantDuties } from './staff.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(async () => {
  await testShop.db.update(users).set({ role: 'member' })
})

/** A staff user with these duties, as the guard passes them on. */
async function staffWith(...duties: Duty[]) {
  const { db } = testShop
  const person = await aMember(db, { emailVerified: true })
  await db.transaction(async (tx) => {
    await tx.insert(staffDuties).values(duties.map((duty) => ({ userId: person.id, duty })))
    await tx.update(users).set({ role: 'staff' }).where(eq(users.id, person.id))
  })
  return { ...person, role: 'staff' as const, duties }
}

type Wish = { email: string; duties: readonly Duty[]; seen: readonly Duty[] | null }

/** With the form that has these fields: to make someone staff, to change duties or to end them. */
function assign(viewer: Staff, { email, duties, seen }: Wish) {
  const { services } = testShop
  if (seen === null) return grantDuties(services, viewer, { email, duty: duties })
  const shown = { email, seen: seen.join(',') }
  return duties.length === 0
    ? endStaffRights(services, viewer, shown)
    : changeDuties(services, viewer, { ...shown, duty: duties })
}

const refused = (words: string) => ({ ok: false, sentence: expect.stringContaining(words) })

const now = (id: string) => dutiesOf(testShop.db, id)

test('staff are listed with the login sessions that are open', async () => {
  const { db } = testShop
  const [ana, bea] = [await staffWith('support'), await staffWith('owner')]
  const later = (hours: number) => new Date(Date.UTC(2036, 0, 1, hours))
  for (const [token, expiresAt, used] of [
    ['first', later(24), 3],
    ['second', later(24), 2],
    ['ended', new Date('2026-01-01'), 4],
  ] as const) {
    const its = { userId: ana.id, token: `${ana.id} ${token}`, expiresAt }
    await db.insert(sessions).values({ ...its, updatedAt: later(used) })
  }
  const seen = new Map((await staffPeople(db)).map((person) => [person.id, person]))
  expect(seen.get(ana.id)).toMatchObject({ sessions: 2, lastSeenAt: later(3) })
  expect(seen.get(bea.id)).toMatchObject({ sessions: 0, lastSeenAt: null })
})

test('staff are found without reading every account', async () => {
  const { db } = testShop
  await db.execute(sql`insert into users (id, name, email)
    select gen_random_uuid(), 'Many', 'many' || n || '@example.com' from generate_series(1, 3000) as n`)
  await db.execute(sql`analyze users, staff_duties`)
  const { rows } = await db.execute(sql`explain ${staffPeople(db).getSQL()}`)
  expect(JSON.stringify(rows)).toContain('Index Scan using users_pkey on users')
  const plans = openPlans(testShop.databaseUrl)
  const former = await plans.planOf(formerStaff)
  await plans.pool.end()
  expect(former).toContain('on audit_log')
  expect(former).not.toContain('Seq Scan on users')
})

describe('duties', () => {
  test('a new staff user without any is an owner, and a customer has none', async () => {
    const { id } = await aMember(testShop.db, { role: 'staff' })
    expect(await now(id)).toEqual(['owner'])
    await testShop.db.update(users).set({ role: 'member' }).where(eq(users.id, id))
    expect(await now(id)).toEqual([])
  })

  test('an owner gives and takes them, with a log entry; what is less ends the sessions', async () => {
    const { db } = testShop
    const owner = await staffWith('owner')
    const other = await aMember(db, { emailVerified: true })
    const { email } = other
    const given = await assign(owner, {
      email,
      duties: ['shipping', 'support'],
      seen: null,
    })
    expect(given).toMatchObject({ ok: true, done: { isSame: false } })
    expect((await now(other.id)).toSorted()).toEqual(['shipping', 'support'])

    await sessionCookie(testShop, other)
    const less = { email, duties: ['shipping'], seen: ['support', 'shipping'] } as const
    expect(await assign(owner, less)).toMatchObject({ done: { isSame: false } })
    const open = () => db.select().from(sessions).where(eq(sessions.userId, other.id))
    expect(await open()).toEqual([])
    // One for another is less, too; more is not.
    await sessionCookie(testShop, other)
    await assign(owner, { email, duties: ['emails'], seen: ['shipping'] })
    expect(await open()).toEqual([])
    await sessionCookie(testShop, other)
    await assign(owner, { email, duties: ['emails', 'support'], seen: ['emails'] })
    expect(await open()).toHaveLength(1)
    // The same again changes and ends nothing, also on a page of before.
    for (const seen of [['emails', 'support'], ['emails']] as const) {
      const again = await assign(owner, { email, duties: ['support', 'emails'], seen })
      expect(again).toMatchObject({
        done: { isSame: true },
        said: { tone: 'info', sentence: 'Nothing to change.' },
      })
    }
    expect(await open()).toHaveLength(1)
    expect(await assign(owner, { email, duties: ['shipping'], seen: null })).toMatchObject({
      errors: { email: 'This person is already on the staff.' },
    })
    expect(await assign(owner, { ...less, duties: ['emails'] })).toMatchObject(
      refused('Someone changed these duties in the meantime'),
    )
    const ended = await assign(owner, { email, duties: [], seen: ['support', 'emails'] })
    expect(ended).toMatchObject({ ok: true, done: { isSame: false } })
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, other.id))
      .orderBy(auditLog.id)
    const actions = log.map(({ action }) => action)
    expect(actions).toEqual([
      ...['staff-granted', 'duties-changed', 'duties-changed', 'duties-changed', 'staff-revoked'],
    ])
  })

  test('nobody but an owner assigns them, and not to an address that may be anyone’s', async () => {
    const { db } = testShop
    const owner = await staffWith('owner')
    const support = await staffWith('support', 'shipping', 'releases', 'emails', 'accounting')
    const stranger = await aMember(db, { emailVerified: false })
    const wish = { email: stranger.email, duties: ['owner'], seen: null } as const
    expect(await assign(support, wish)).toMatchObject({ status: 403 })
    // The claim of the caller is not enough either.
    const liar = { ...support, duties: ['owner'] as const }
    expect(await assign(liar, wish)).toMatchObject({ status: 403 })
    expect(await assign(owner, wish)).toMatchObject(refused('This address is not confirmed'))
  })

  test('the last owner stays one, also when two end each other at once', async () => {
    const ana = await staffWith('owner')
    const end = (email: string) => ({ email, duties: [], seen: ['owner'] }) as const
    expect(await assign(ana, end(ana.email))).toMatchObject(refused('There must be an owner'))
    const bruno = await staffWith('owner')
    const both = await Promise.all([assign(ana, end(bruno.email)), assign(bruno, end(ana.email))])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect([...(await now(ana.id)), ...(await now(bruno.id))]).toEqual(['owner'])
  })

  test('an owner who is deleted is none: who is left neither ends their duty nor their account', async () => {
    const { shop, db } = testShop
    const person = await registeredPerson(testShop)
    const ana = { ...person.viewer, role: 'staff' as const, duties: ['owner'] as const }
    await db.update(users).set({ role: 'staff' }).where(eq(users.id, ana.id))
    const bruno = await staffWith('owner')
    expect(await deleteUser(testShop.services, ana, { id: bruno.id })).toMatchObject({
      ok: true,
    })
    expect(await now(bruno.id)).toEqual([])
    const end = { email: ana.email, duties: [], seen: ['owner'] } as const
    expect(await assign(ana, end)).toMatchObject(refused('There must be an owner'))
    expect(await shop.deleteAccount(ana, { password }, person.headers)).toMatchObject({
      code: 'last-owner',
    })
    expect(await now(ana.id)).toEqual(['owner'])
  })

  test('an owner whose account waits to be erased does not count, even with the duty', async () => {
    const [ana, bruno] = [await staffWith('owner'), await staffWith('owner')]
    await testShop.db.execute(sql`
      update users set erase_at = now() + interval '1 day' where id = ${bruno.id}`)
    const { rows } = await testShop.db.execute(sql`
      select duty from staff_duties where user_id = ${bruno.id}`)
    expect(rows).toEqual([{ duty: 'owner' }])
    const end = { email: ana.email, duties: [], seen: ['owner'] } as const
    expect(await assign(ana, end)).toMatchObject(refused('There must be an owner'))
  })

  test('the command makes an owner, and ends all duties', async () => {
    const { db } = testShop
    const { id, email } = await staffWith('shipping')
    const by = 'command line (ana)'
    expect(await setRole({ db }, { email, role: 'staff', by })).toBe('changed')
    expect((await now(id)).toSorted()).toEqual(['owner', 'shipping'])
    expect(await setRole({ db }, { email, role: 'staff', by })).toBe('same')
    expect(await setRole({ db }, { email, role: 'member', by })).toBe('changed')
    expect(await now(id)).toEqual([])
  })

  test.each(['grant', 'command'] as const)(
    'Google that a customer joined does not open the admin once they are staff, by %s',
    async (way) => {
      const { db, services } = testShop
      const owner = await staffWith('owner')
      const { viewer, email } = await registeredPerson(testShop)
      const onlyGoogle = await aMember(db, { emailVerified: true })
      await db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
      await deleteIdentitiesOf(db, onlyGoogle.id)
      for (const { id } of [viewer, onlyGoogle]) await linkGoogle(db, id, `google-of-${id}`)
      for (const to of [email, onlyGoogle.email]) {
        await (way === 'grant'
          ? assign(owner, { email: to, duties: ['support'], seen: null })
          : setRole(services, { email: to, role: 'staff', by: 'command line (ana)' }))
      }
      expect(await waysToSignIn(db, viewer.id)).toEqual({ password: true, google: false })
      // Nothing else lets this person in: it stays, and nobody reads that something changed.
      expect(await waysToSignIn(db, onlyGoogle.id)).toEqual({ password: false, google: true })
      const told = async (to: string) => (await emailsTo(db, to)).map(({ kind }) => kind)
      expect(await told(email)).toContain('google-removed')
      expect(await told(onlyGoogle.email)).toEqual([])
      const noted = await db.select().from(auditLog).where(eq(auditLog.subjectId, viewer.id))
      expect(noted.map(({ action }) => action).toSorted()).toEqual([
        'google-removed',
        'staff-granted',
      ])
    },
  )

  test('support neither deletes an owner, nor does shipping see customers or refund', async () => {
    const { shop } = testShop
    const owner = await staffWith('owner')
    const support = await staffWith('support')
    expect(await deleteUser(testShop.services, support, { id: owner.id })).toMatchObject({
      sentence: 'Only an owner can delete a member of staff. Nobody was deleted.',
    })
    const shipping = await staffWith('shipping')
    expect(await shop.viewUser(shipping, owner.id)).toMatchObject({ reason: 'not-staff' })
    const refund = { number: 1001, amountCents: 1, reason: 'x', stockBack: {}, token: 'x' }
    expect(await askRefund(testShop, shipping, refund)).toMatchObject({ status: 403 })
  })
})

test('the account that the operator configured is made once, also by two processes at once', async () => {
  const { db, services } = testShop
  const email = 'Operator@Kohue.example'
  const add = (of: string) => addStaffAccount(services, { email: of, password })
  expect((await Promise.all([add(email), add(email)])).toSorted()).toEqual(['added', 'exists'])
  expect(await add(email)).toBe('exists')
  const [made] = await db.select().from(users).where(eq(users.email, 'operator@kohue.example'))
  expect(made).toMatchObject({ role: 'staff', emailVerified: true, firstName: 'Kohue' })
  const confirmed = await aMember(db, { emailVerified: true })
  const unconfirmed = await aMember(db, { emailVerified: false })
  expect(await add(confirmed.email)).toBe('exists')
  expect(await add(unconfirmed.email)).toBe('unconfirmed')
  await db.update(users).set({ role: 'staff' }).where(eq(users.id, unconfirmed.id))
  expect(await add(unconfirmed.email)).toBe('exists')
})
