import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openPool } from '#data/connection.server.ts'
import { identityLimits } from '#domain/identity-limits.ts'
import { oneTimeLinks, users } from '#data/schema/people.ts'
import {
  from,
  lettersTo,
  registeredPerson,
  sessionsOf,
  somebody,
  tokenIn,
} from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { openShop } from '#use-cases/shop.ts'

let house: TestShop
beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())

async function withLetter() {
  const person = await registeredPerson(house)
  await house.shop.writeRecoveryLetter(person.email)
  return { ...person, token: await tokenIn(house.db, person.email, 'password-recovery') }
}

const reset = (token: string, password = 'a new password') =>
  house.shop.resetPassword({ token, password }, from())

describe('asking for recovery', () => {
  test('is the same answer and the same work for a known and an unknown address', async () => {
    const { email } = await registeredPerson(house)
    const known = await house.shop.askForRecovery({ email }, from())
    const stranger = somebody().email
    const unknown = await house.shop.askForRecovery({ email: stranger }, from())
    expect(known).toEqual({ ok: true, email })
    expect(unknown).toEqual({ ok: true, email: stranger })
    expect(await lettersTo(house.db, email)).toHaveLength(1)
    await house.shop.writeRecoveryLetter(stranger)
    expect(await lettersTo(house.db, stranger)).toEqual([])
  })

  test.each([
    ['', 'missing-email'],
    ['  ', 'missing-email'],
    ['ana', 'invalid-email'],
  ])('with %j is refused', async (email, code) => {
    expect(await house.shop.askForRecovery({ email }, from())).toEqual({ ok: false, code })
  })

  test('asks the database the same for a known address as for an unknown', async () => {
    const { email } = await registeredPerson(house)
    const pool = openPool(house.databaseUrl, 1)
    const questions: string[] = []
    const db = drizzle(pool, { logger: { logQuery: (text) => questions.push(text) } })
    const shop = openShop({ ...house.parts, db })
    const askedFor = async (address: string) => {
      questions.length = 0
      await shop.askForRecovery({ email: address }, from())
      return [...questions]
    }
    const known = await askedFor(email)
    expect(known.length).toBeGreaterThan(0)
    expect(await askedFor(somebody().email)).toEqual(known)
    await pool.end()
  })

  test('writes five letters an hour, and those sent before go on working', async () => {
    const { email } = await registeredPerson(house)
    const { max } = identityLimits['recovery-letters']
    await house.shop.writeRecoveryLetter(email)
    const first = await tokenIn(house.db, email, 'password-recovery')
    for (let n = 0; n < max + 4; n++) await house.shop.writeRecoveryLetter(email)
    const letters = await lettersTo(house.db, email)
    expect(letters.filter(({ kind }) => kind === 'password-recovery')).toHaveLength(max)
    expect((await reset(first)).ok).toBe(true)
  })
})

describe('a recovery link', () => {
  test('sets the password, ends the other sessions, proves the address, and tells the owner', async () => {
    const { email, password, viewer, headers, token } = await withLetter()
    const entered = await reset(token)
    if (!entered.ok) throw new Error(entered.code)
    expect((await house.shop.identify(headers)).viewer).toBeNull()
    expect(await sessionsOf(house.db, viewer.id)).toHaveLength(1)
    const { viewer: here } = await house.shop.identify(from(undefined, entered.cookies))
    expect(here?.id).toBe(viewer.id)
    expect((await house.shop.signIn({ email, password }, from())).ok).toBe(false)
    expect((await house.shop.signIn({ email, password: 'a new password' }, from())).ok).toBe(true)
    const kinds = (await lettersTo(house.db, email)).map((letter) => letter.kind)
    expect(kinds).toContain('password-changed')
    const [user] = await house.db.select().from(users).where(eq(users.id, viewer.id))
    expect(user!.emailVerified).toBe(true)
  })

  test('works once', async () => {
    const { token } = await withLetter()
    expect((await reset(token)).ok).toBe(true)
    expect(await reset(token)).toMatchObject({ ok: false, code: 'invalid-action-code' })
  })

  test('works once when used twice at the same time', async () => {
    const { email, token } = await withLetter()
    const answers = await Promise.all([
      reset(token, 'the first one'),
      reset(token, 'the second one'),
    ])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    const kinds = (await lettersTo(house.db, email)).map((letter) => letter.kind)
    expect(kinds.filter((kind) => kind === 'password-changed')).toHaveLength(1)
  })

  test('of two used at the same time one works', async () => {
    const { email, token } = await withLetter()
    await house.shop.writeRecoveryLetter(email)
    const other = await tokenIn(house.db, email, 'password-recovery')
    expect(other).not.toBe(token)
    const answers = await Promise.all([
      reset(token, 'the first one'),
      reset(other, 'the second one'),
    ])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  })

  test('stays good when the password is too weak', async () => {
    const { token } = await withLetter()
    expect(await reset(token, 'abc')).toMatchObject({ ok: false, code: 'weak-password' })
    expect((await reset(token)).ok).toBe(true)
  })

  test('runs out after an hour', async () => {
    const { token } = await withLetter()
    house.pass(61)
    expect(await reset(token)).toMatchObject({ ok: false, code: 'expired-action-code' })
    house.pass(-61)
  })

  test('is kept as a hash', async () => {
    const { viewer, token } = await withLetter()
    const rows = await house.db
      .select()
      .from(oneTimeLinks)
      .where(eq(oneTimeLinks.userId, viewer.id))
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each(['', 'x', "' or 1=1 --", 'a'.repeat(4_000)])('%j is none', async (token) => {
    expect(await reset(token)).toMatchObject({ ok: false, code: 'invalid-action-code' })
  })
})
