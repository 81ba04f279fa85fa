import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { attempts } from '#mail/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import {
  from,
  emailsTo,
  registeredPerson,
  sessionsOf,
  somePerson,
} from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { requestEmailConfirmation } from '../email-change/change-email.actions.server.ts'
import { requestAttempts } from './rate-limits.actions.server.ts'
import { identities } from './tables.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const peopleWith = (email: string) => testShop.db.select().from(users).where(eq(users.email, email))

describe('registering', () => {
  test('writes the record as section 3 has it, the way to sign in, and the welcome', async () => {
    const { email, viewer } = await registeredPerson(testShop)
    expect(viewer).toMatchObject({
      firstName: 'Ana',
      lastName: 'Ruiz',
      email,
      emailVerified: false,
      role: 'member',
      billingDiffers: true,
      stripeCustomerId: null,
    })
    const ways = await testShop.db.select().from(identities).where(eq(identities.userId, viewer.id))
    expect(ways.map((way) => way.providerId)).toEqual(['credential'])
    expect(ways[0]!.password).not.toContain('altamira')
    expect((await emailsTo(testShop.db, email)).map((mail) => mail.kind)).toEqual(['register'])
    expect(await sessionsOf(testShop.db, viewer.id)).toHaveLength(1)
  })

  test('twenty times at once makes one account and one welcome', async () => {
    const person = somePerson()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => testShop.shop.register(person, from())),
    )
    expect(responses.filter((response) => response.ok)).toHaveLength(1)
    expect(
      responses.filter((response) => !response.ok && response.code === 'email-already-in-use'),
    ).toHaveLength(19)
    expect(await peopleWith(person.email)).toHaveLength(1)
    expect(await emailsTo(testShop.db, person.email)).toHaveLength(1)
  })

  test('again and again after deleting the account sends few emails of a kind', async () => {
    const { db, services, shop } = testShop
    const person = somePerson()
    for (let turn = 0; turn < 7; turn++) {
      expect(await shop.register(person, from())).toMatchObject({ ok: true })
      const [account] = await peopleWith(person.email)
      await shop.sendRecoveryEmail(person.email)
      await requestEmailConfirmation(services, account!)
      await db.delete(users).where(eq(users.id, account!.id))
    }
    const sent = (await emailsTo(db, person.email)).map(({ kind }) => kind)
    const count = (kind: string) => sent.filter((one) => one === kind).length
    expect(['register', 'password-recovery', 'email-confirm'].map(count)).toEqual([3, 5, 5])
  })

  test('that breaks off half-way leaves nothing, and a repeat succeeds', async () => {
    const person = somePerson()
    await testShop.db.execute(sql`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'the disk is full'; end $$`)
    await testShop.db.execute(
      sql`create trigger refuse before insert on mails for each row execute function refuse()`,
    )
    await expect(testShop.shop.register(person, from())).rejects.toThrow()
    await testShop.db.execute(sql`drop trigger refuse on mails`)
    expect(await peopleWith(person.email)).toEqual([])

    expect(await testShop.shop.register(person, from())).toMatchObject({ ok: true })
    expect(await peopleWith(person.email)).toHaveLength(1)
  })

  test.each([
    ['no email', { email: ' ' }, 'missing-email'],
    ['no address', { email: 'ana' }, 'invalid-email'],
    ['a second line', { email: 'a@example.com\nbcc: b@example.com' }, 'invalid-email'],
    ['an endless address', { email: `${'a'.repeat(250)}@example.com` }, 'invalid-email'],
    ['a first name of 31 letters', { firstName: 'A'.repeat(31) }, 'name-too-long'],
    ['a last name of 10,000 letters', { lastName: 'R'.repeat(10_000) }, 'name-too-long'],
    ['no password', { password: '' }, 'missing-password'],
    ['five characters', { password: '12345' }, 'weak-password'],
    [
      'a book for a password',
      { password: 'x'.repeat(5_000) },
      'password-does-not-meet-requirements',
    ],
  ])('with %s is refused', async (_name, wrong, code) => {
    const person = { ...somePerson(), ...wrong }
    expect(await testShop.shop.register(person, from())).toMatchObject({ ok: false, code })
    expect(await peopleWith(person.email)).toEqual([])
  })

  test('keeps a name of 30 letters whole, as the account does, and asks for none', async () => {
    const person = { ...somePerson(), firstName: ` ${'A'.repeat(30)} `, lastName: '' }
    expect(await testShop.shop.register(person, from())).toMatchObject({ ok: true })
    expect(await peopleWith(person.email)).toMatchObject([
      { firstName: 'A'.repeat(30), lastName: '' },
    ])
  })

  test('from one network stops at its limit, which another network does not feel', async () => {
    const headers = from('198.51.111.1')
    const [{ key }] = requestAttempts('register-source', headers) as [{ key: string }, ...object[]]
    await testShop.db.insert(attempts).values({ key, count: 299, since: new Date() })
    expect(await testShop.shop.register(somePerson(), headers)).toMatchObject({ ok: true })
    const person = somePerson()
    expect(await testShop.shop.register(person, headers)).toEqual({
      ok: false,
      code: 'too-many-requests',
    })
    expect(await peopleWith(person.email)).toEqual([])
    expect(await testShop.shop.register(person, from('198.51.112.1'))).toMatchObject({ ok: true })
  })

  test('is the same person in capitals', async () => {
    const { email, password } = await registeredPerson(testShop)
    const again = { ...somePerson(), email: ` ${email.toUpperCase()} ` }
    expect(await testShop.shop.register(again, from())).toMatchObject({
      code: 'email-already-in-use',
    })
    const entered = await testShop.shop.signIn({ email: email.toUpperCase(), password }, from())
    expect(entered.ok).toBe(true)
  })
})
