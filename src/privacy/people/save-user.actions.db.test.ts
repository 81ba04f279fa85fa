import { randomUUID } from 'node:crypto'

import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { consents } from '#accounts/consent/tables.ts'
import { requestEmailChange } from '#accounts/email-change/change-email.actions.server.ts'
import { emailChanges } from '#accounts/sign-in/tables.ts'
import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { bought } from '#tests/harness/bought.ts'
import { aGoogle, from, emailsTo, registeredPerson, tokenIn } from '#tests/harness/identity.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { saveUser } from './save-user.actions.server.ts'

let testShop: TestShop
let staff: User
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

async function viewed(id: string) {
  const seen = await testShop.shop.viewUser(staff, id)
  if (!seen.ok) throw new Error(seen.reason)
  return seen
}

async function opened(profile: Partial<typeof users.$inferInsert> = {}) {
  const { id } = await aMember(testShop.db, profile)
  return (await viewed(id)).user
}

const save = (
  user: { id: string; version: number; fields: StaffUserFields },
  change: Partial<StaffUserFields>,
  by: User = staff,
) =>
  saveUser(testShop.services, by, {
    ...{ ...user.fields, ...change },
    ...{ id: user.id, version: user.version },
  })

const customerJobsOf = async (userId: string) => {
  const jobs = await testShop.db.execute<{ count: number }>(sql`
    select count(*)::int as count from graphile_worker.jobs where key = ${`customer:${userId}`}`)
  return jobs.rows[0]!.count
}

describe('saving a user', () => {
  test('leaves the membership of one’s own account to a colleague or an owner', async () => {
    const own = await aStaffMember(testShop.db)
    const { user } = await viewed(own.id)
    const support = { ...own, duties: ['support' as const] }
    const change = { membership: true, membershipLevel: '12' } as const
    expect(await save(user, change, support)).toMatchObject({
      errors: { membership: 'This is for your own account. A colleague has to do this.' },
    })
    expect(await userById(testShop.db, own.id)).toMatchObject({ membership: false })
    expect(await save(user, { optionalText: 'Of the cellar' }, support)).toMatchObject({ ok: true })
    expect(await save((await viewed(own.id)).user, change, own)).toMatchObject({ ok: true })
  })

  test('writes every block and notes only what changed', async () => {
    const user = await opened()
    const change = {
      lastname: 'Castro',
      birthdate: '1981-04-12',
      byPhone: true,
      membership: true,
      membershipLevel: '12',
      membershipText2024: 'Six bottles of Malbec.',
      membershipTextB: 'Asked first.',
      optionalText: 'Likes to be called',
      zipCode: '94117',
      xfirstname: 'Ana',
      xlastname: 'R',
      xstate: 'NY',
    } as const
    expect((await save(user, change)).ok).toBe(true)
    expect(await userById(testShop.db, user.id)).toMatchObject({
      name: 'Ana Castro',
      lastName: 'Castro',
      birthdate: '1981-04-12',
      byPhone: true,
      membership: true,
      membershipLevel: 12,
      membershipText2024: 'Six bottles of Malbec.',
      membershipTextB: 'Asked first.',
      optionalText: 'Likes to be called',
      zipCode: '94117',
      billingLastName: 'R',
      billingState: 'NY',
      role: 'member',
      version: 2,
    })
    const { log } = await viewed(user.id)
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({ actorEmail: staff.email, action: 'user-updated' })
    expect(log[0]?.after).toEqual(change)
    expect(log[0]?.before).toMatchObject({ lastname: 'Ruiz', membershipLevel: '', byPhone: false })
  })

  test('turning a membership off takes its level, whatever is posted', async () => {
    const user = await opened({ membership: true, membershipLevel: 6 })
    await save(user, { membership: false, membershipLevel: '6' })
    expect(await userById(testShop.db, user.id)).toMatchObject({
      membership: false,
      membershipLevel: 0,
    })
  })

  test('billing that does not differ is the shipping address', async () => {
    const user = await opened({ billingAddress: 'elsewhere' })
    await save(user, { billDifThanShip: false })
    expect(await userById(testShop.db, user.id)).toMatchObject({
      billingDiffers: false,
      billingAddress: '1200 Valencia Street',
      billingLastName: 'Ruiz',
    })
  })

  test('tells the payment customer, where there is one', async () => {
    const without = await opened()
    await save(without, { city: 'Oakland' })
    expect(await customerJobsOf(without.id)).toBe(0)
    const known = await opened({ stripeCustomerId: `cus_${without.id}` })
    await save(known, { city: 'Oakland' })
    expect(await customerJobsOf(known.id)).toBe(1)
  })

  test('the later of two is told how it stands now and who saved it', async () => {
    const user = await opened()
    const other = await aStaffMember(testShop.db)
    await save(user, { optionalText: 'First' }, other)
    expect(await save(user, { optionalText: 'Second' })).toMatchObject({
      ok: false,
      status: 409,
      shown: {
        problem: 'saved-elsewhere',
        now: { by: other.email, version: 2, fields: { optionalText: 'First' } },
      },
    })
  })

  test('the same save again, with the version from before it, is no conflict', async () => {
    const user = await opened()
    await save(user, { optionalText: 'First' })
    expect(await save(user, { optionalText: 'First' })).toMatchObject({ ok: true })
    expect((await userById(testShop.db, user.id))?.version).toBe(2)
  })

  test('a record that is gone is said to be; nothing is for members', async () => {
    const user = await opened()
    const member: User = { ...staff, role: 'member' }
    expect(await save(user, { city: 'Reno' }, member)).toMatchObject({ ok: false, status: 403 })
    expect(await testShop.shop.viewUser(member, user.id)).toEqual({
      ok: false,
      reason: 'not-staff',
    })
    await testShop.db.execute(sql`delete from users where id = ${user.id}`)
    expect(await save(user, { city: 'Reno' })).toMatchObject({ ok: false, status: 410 })
    expect(await testShop.shop.viewUser(staff, user.id)).toEqual({ ok: false, reason: 'gone' })
  })
})

describe('a new email by staff', () => {
  test('is what the person logs in with; the old one, and links to it, are void', async () => {
    const person = await registeredPerson(testShop)
    await testShop.shop.requestRecovery({ email: person.email }, from())
    await testShop.shop.sendRecoveryEmail(person.email)
    const token = await tokenIn(testShop.db, person.email, 'password-recovery')
    const { services, db } = testShop
    const wish = { email: `other-${person.email}`, password: person.password }
    await requestEmailChange(services, person.viewer, wish, person.headers)
    const pending = () => db.$count(emailChanges, eq(emailChanges.userId, person.viewer.id))
    expect(await pending()).toBe(1)
    const ofOld = and(eq(consents.email, person.email), eq(consents.verdict, 'no'))
    await db.insert(consents).values({
      ...{ email: person.email, kind: 'email', verdict: 'yes', source: 'account', wording: 'Yes' },
    })
    expect(await db.$count(consents, ofOld)).toBe(0)
    const { user } = await viewed(person.viewer.id)
    await bought(db, { userId: user.id, email: person.email })
    const email = `right-${person.email}`
    expect((await save(user, { email: email.toUpperCase() })).ok).toBe(true)

    expect(await userById(testShop.db, user.id)).toMatchObject({ email, emailVerified: false })
    const { password } = person
    expect(await testShop.shop.signIn({ email, password }, from())).toMatchObject({ ok: true })
    expect(await testShop.shop.signIn({ email: person.email, password }, from())).toMatchObject({
      ok: false,
    })
    expect(await testShop.shop.checkRecoveryLink(token, from())).toMatchObject({ ok: false })
    expect(await pending()).toBe(0)
    // Emails about what they bought go to the new one.
    const orderedBy = db
      .select({ email: orders.email })
      .from(orders)
      .where(eq(orders.userId, user.id))
    expect(await orderedBy).toEqual([{ email }])
    // Nobody here has the old address: what it agreed to is over.
    expect(await db.$count(consents, ofOld)).toBe(1)
    for (const address of [person.email, email]) {
      expect((await emailsTo(testShop.db, address)).map(({ kind }) => kind)).toContain(
        'email-changed',
      )
    }
  })

  test('has the list record of the person, which is an account’s again once it is confirmed', async () => {
    const { db } = testShop
    const person = await registeredPerson(testShop)
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, person.viewer.id))
    await db.insert(mailingListClients).values({
      ...{ userId: person.viewer.id, fullName: 'Ana Ruiz', email: person.email },
      ...{ consentSource: 'import', consentWording: '' },
    })
    const { user } = await viewed(person.viewer.id)
    const email = `right-${person.email}`
    expect((await save(user, { email })).ok).toBe(true)
    const records = await db
      .select({ email: mailingListClients.email, userId: mailingListClients.userId })
      .from(mailingListClients)
      .where(inArray(mailingListClients.email, [email, person.email]))
    expect(records).toEqual([{ email, userId: null }])
  })

  test('has the contact choices that are saved with it, and the old one has not', async () => {
    const { db } = testShop
    const person = await registeredPerson(testShop)
    const { user } = await viewed(person.viewer.id)
    const email = `right-${person.email}`
    expect((await save(user, { email, byPhone: true })).ok).toBe(true)
    const ofCalls = await db
      .select({ email: consents.email, verdict: consents.verdict })
      .from(consents)
      .where(and(eq(consents.kind, 'calls'), inArray(consents.email, [email, person.email])))
    expect(ofCalls).toEqual([{ email, verdict: 'yes' }])
  })

  test('ends the log-in by Google, and the email says so', async () => {
    const google = aGoogle()
    testShop.services.google = google
    const profile = {
      ...{ subject: randomUUID(), givenName: 'Lucía', familyName: 'Ferrer', emailVerified: true },
      email: `${randomUUID()}@gmail.example`,
    }
    google.say(profile)
    const byGoogle = async () =>
      (await testShop.shop.finishGoogleSignIn(new URLSearchParams(), from())).entered
    const entered = await byGoogle()
    if (!entered.ok) throw new Error(entered.code)
    const email = `right-${profile.email}`
    expect((await save((await viewed(entered.userId)).user, { email })).ok).toBe(true)
    const [told] = await emailsTo(testShop.db, email)
    expect(told).toMatchObject({ kind: 'email-changed', props: { googleRemoved: true } })
    // The old address is another person's from now on.
    const again = await byGoogle()
    expect(again.ok && again.userId !== entered.userId).toBe(true)
  })

  test('is refused when another account has it', async () => {
    const taken = await opened()
    const user = await opened()
    expect(await save(user, { email: taken.fields.email })).toMatchObject({
      ok: false,
      status: 409,
      errors: { email: 'Another account has this email.' },
    })
  })

  test('of a staff account only its owner changes', async () => {
    const colleague = await aStaffMember(testShop.db)
    const { user } = await viewed(colleague.id)
    expect(await save(user, { email: 'mine@kohue.example' })).toMatchObject({
      ok: false,
      status: 409,
      errors: {
        email: 'The email of a staff account is changed by its owner, under Security.',
      },
    })
    expect((await save(user, { city: 'Oakland' })).ok).toBe(true)
  })
})
