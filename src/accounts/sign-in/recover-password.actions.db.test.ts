import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openPool } from '#platform/database/connection.server.ts'
import { identityLimits } from './identity-limits.rules.ts'
import { users } from '#platform/database/people.tables.ts'
import { identities, oneTimeLinks } from './tables.ts'
import {
  from,
  emailsTo,
  registeredPerson,
  sessionsOf,
  somePerson,
  tokenIn,
} from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { createShop } from '#app/shop.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

async function withLetter() {
  const person = await registeredPerson(testShop)
  await testShop.shop.sendRecoveryEmail(person.email)
  return { ...person, token: await tokenIn(testShop.db, person.email, 'password-recovery') }
}

const reset = (token: string, password = 'a new password') =>
  testShop.shop.resetPassword({ token, password }, from())

test('a new password ends a change of address that was under way', async () => {
  const { email, viewer, headers, token, password } = await withLetter()
  const next = somePerson().email
  const change = { email: next, password }
  expect(await testShop.shop.requestEmailChange(viewer, change, headers)).toEqual({ ok: true })
  const links = [
    await tokenIn(testShop.db, next, 'email-change-confirm'),
    await tokenIn(testShop.db, email, 'email-change-approve'),
  ]
  const pending = async () => (await testShop.shop.viewSecurity(viewer, headers)).pendingEmail
  expect(await pending()).toMatchObject({ email: next })
  expect((await reset(token)).ok).toBe(true)
  expect(await pending()).toBeNull()
  for (const link of links) {
    expect((await testShop.shop.confirmEmail(viewer, link, from())).ok).toBe(false)
  }
})

describe('asking for recovery', () => {
  test('is the same answer and the same work for a known and an unknown address', async () => {
    const { email } = await registeredPerson(testShop)
    const known = await testShop.shop.requestRecovery({ email }, from())
    const stranger = somePerson().email
    const unknown = await testShop.shop.requestRecovery({ email: stranger }, from())
    expect(known).toEqual({ ok: true, email })
    expect(unknown).toEqual({ ok: true, email: stranger })
    expect(await emailsTo(testShop.db, email)).toHaveLength(1)
    await testShop.shop.sendRecoveryEmail(stranger)
    expect(await emailsTo(testShop.db, stranger)).toEqual([])
  })

  test.each([
    ['', 'missing-email'],
    ['  ', 'missing-email'],
    ['ana', 'invalid-email'],
  ])('with %j is refused', async (email, code) => {
    expect(await testShop.shop.requestRecovery({ email }, from())).toEqual({ ok: false, code })
  })

  test('asks the database the same for a known address as for an unknown', async () => {
    const { email } = await registeredPerson(testShop)
    const pool = openPool(testShop.databaseUrl, 1)
    const questions: string[] = []
    const db = drizzle(pool, { logger: { logQuery: (text) => questions.push(text) } })
    const shop = createShop({ ...testShop.services, db })
    const askedFor = async (address: string) => {
      questions.length = 0
      await shop.requestRecovery({ email: address }, from())
      return [...questions]
    }
    const known = await askedFor(email)
    expect(known.length).toBeGreaterThan(0)
    expect(await askedFor(somePerson().email)).toEqual(known)
    await pool.end()
  })

  test('sends five emails an hour, and the earlier links go on working', async () => {
    const { email } = await registeredPerson(testShop)
    const { max } = identityLimits['recovery-emails']
    await testShop.shop.sendRecoveryEmail(email)
    const first = await tokenIn(testShop.db, email, 'password-recovery')
    for (let n = 0; n < max + 4; n++) await testShop.shop.sendRecoveryEmail(email)
    const sent = await emailsTo(testShop.db, email)
    expect(sent.filter(({ kind }) => kind === 'password-recovery')).toHaveLength(max)
    expect((await reset(first)).ok).toBe(true)
  })
})

describe('a recovery link', () => {
  test('sets the password, ends the other sessions, proves the address, and tells the owner', async () => {
    const { email, password, viewer, headers, token } = await withLetter()
    const entered = await reset(token)
    if (!entered.ok) throw new Error(entered.code)
    expect((await testShop.shop.identify(headers)).viewer).toBeNull()
    expect(await sessionsOf(testShop.db, viewer.id)).toHaveLength(1)
    const { viewer: here } = await testShop.shop.identify(from(undefined, entered.cookies))
    expect(here?.id).toBe(viewer.id)
    expect((await testShop.shop.signIn({ email, password }, from())).ok).toBe(false)
    expect((await testShop.shop.signIn({ email, password: 'a new password' }, from())).ok).toBe(
      true,
    )
    const kinds = (await emailsTo(testShop.db, email)).map((mail) => mail.kind)
    expect(kinds).toContain('password-changed')
    const [user] = await testShop.db.select().from(users).where(eq(users.id, viewer.id))
    expect(user!.emailVerified).toBe(true)
  })

  test('that confirms the address for the first time removes linked identities, later ones do not', async () => {
    const { email, viewer, token } = await withLetter()
    const google = { userId: viewer.id, providerId: 'google' }
    const providers = async () =>
      (await testShop.db.select().from(identities).where(eq(identities.userId, viewer.id))).map(
        ({ providerId }) => providerId,
      )
    await testShop.db.insert(identities).values({ ...google, accountId: randomUUID() })
    expect((await reset(token)).ok).toBe(true)
    expect(await providers()).toEqual(['credential'])

    await testShop.db.insert(identities).values({ ...google, accountId: randomUUID() })
    await testShop.shop.sendRecoveryEmail(email)
    await reset(await tokenIn(testShop.db, email, 'password-recovery'))
    expect((await providers()).toSorted()).toEqual(['credential', 'google'])
  })

  test('works once', async () => {
    const { token } = await withLetter()
    expect((await reset(token)).ok).toBe(true)
    expect(await reset(token)).toMatchObject({ ok: false, code: 'invalid-action-code' })
  })

  test('works once when used twice at the same time', async () => {
    const { email, token } = await withLetter()
    const responses = await Promise.all([
      reset(token, 'the first one'),
      reset(token, 'the second one'),
    ])
    expect(responses.filter((response) => response.ok)).toHaveLength(1)
    const kinds = (await emailsTo(testShop.db, email)).map((mail) => mail.kind)
    expect(kinds.filter((kind) => kind === 'password-changed')).toHaveLength(1)
  })

  test('of two used at the same time one works', async () => {
    const { email, token } = await withLetter()
    await testShop.shop.sendRecoveryEmail(email)
    const other = await tokenIn(testShop.db, email, 'password-recovery')
    expect(other).not.toBe(token)
    const responses = await Promise.all([
      reset(token, 'the first one'),
      reset(other, 'the second one'),
    ])
    expect(responses.filter((response) => response.ok)).toHaveLength(1)
  })

  test('stays good when the password is too weak', async () => {
    const { token } = await withLetter()
    expect(await reset(token, 'abc')).toMatchObject({ ok: false, code: 'weak-password' })
    expect((await reset(token)).ok).toBe(true)
  })

  test('runs out after an hour', async () => {
    const { token } = await withLetter()
    testShop.pass(61)
    expect(await reset(token)).toMatchObject({ ok: false, code: 'expired-action-code' })
    testShop.pass(-61)
  })

  test('is kept as a hash', async () => {
    const { viewer, token } = await withLetter()
    const rows = await testShop.db
      .select()
      .from(oneTimeLinks)
      .where(eq(oneTimeLinks.userId, viewer.id))
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each(['', 'x', "' or 1=1 --", 'a'.repeat(4_000)])('%j is none', async (token) => {
    expect(await reset(token)).toMatchObject({ ok: false, code: 'invalid-action-code' })
  })
})
