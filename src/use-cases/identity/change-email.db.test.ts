import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { insertUserWithPassword } from '#data/people.ts'
import { users } from '#data/schema/people.ts'
import {
  from,
  lettersTo,
  password,
  registeredPerson,
  somebody,
  tokenIn,
} from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let house: TestShop
beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())

const emailOf = async (id: string) =>
  (await house.db.select().from(users).where(eq(users.id, id)))[0]!

async function inTheMiddle() {
  const person = await registeredPerson(house)
  const next = somebody().email
  const wish = { email: next, password }
  const asked = await house.shop.askForEmailChange(person.viewer, wish, person.headers)
  expect(asked).toEqual({ ok: true })
  return { ...person, next }
}

const kind = 'email-change-confirm'

describe('a change of address', () => {
  test('waits for both ends, in whichever order, and then tells both', async () => {
    const { viewer, email, next } = await inTheMiddle()
    const [old, fresh] = [await tokenIn(house.db, email, kind), await tokenIn(house.db, next, kind)]
    expect(await house.shop.confirmEmail(fresh)).toEqual({ ok: true, outcome: 'half' })
    expect(await house.shop.confirmEmail(fresh)).toEqual({ ok: true, outcome: 'half' })
    expect((await emailOf(viewer.id)).email).toBe(email)
    expect(await house.shop.confirmEmail(old)).toEqual({ ok: true, outcome: 'changed' })
    expect(await emailOf(viewer.id)).toMatchObject({ email: next, emailVerified: true })
    for (const address of [email, next]) {
      expect((await lettersTo(house.db, address)).map((letter) => letter.kind)).toContain(
        'email-changed',
      )
    }
    expect(await house.shop.confirmEmail(old)).toMatchObject({ code: 'invalid-action-code' })
    expect((await house.shop.signIn({ email: next, password }, from())).ok).toBe(true)
    expect((await house.shop.signIn({ email, password }, from())).ok).toBe(false)
  })

  test('agreed to at both ends at once happens once', async () => {
    const { email, next } = await inTheMiddle()
    const tokens = [await tokenIn(house.db, email, kind), await tokenIn(house.db, next, kind)]
    const answers = await Promise.all(tokens.map((token) => house.shop.confirmEmail(token)))
    const outcomes = answers.map((answer) => (answer.ok ? answer.outcome : answer.code))
    expect(outcomes.toSorted()).toEqual(['changed', 'half'])
  })

  test('to an address that somebody registers at that very moment is refused', async () => {
    const { viewer, email, next } = await inTheMiddle()
    const [old, fresh] = [await tokenIn(house.db, email, kind), await tokenIn(house.db, next, kind)]
    await house.shop.confirmEmail(fresh)
    const registering = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const other = house.db.transaction(async (tx) => {
      const person = { email: next, firstName: 'Ana', lastName: 'Vale', passwordHash: 'none' }
      await insertUserWithPassword(tx, person)
      written.resolve()
      await registering.promise
    })
    await written.promise
    const answer = house.shop.confirmEmail(old)
    await vi.waitFor(async () => {
      const waiting = await house.db.execute(sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(waiting.rowCount).toBe(1)
    }, 20_000)
    registering.resolve()
    await other
    expect(await answer).toEqual({ ok: false, code: 'email-already-in-use' })
    expect((await emailOf(viewer.id)).email).toBe(email)
  })

  test('needs the password', async () => {
    const { viewer, headers } = await registeredPerson(house)
    const email = somebody().email
    const wrong = await house.shop.askForEmailChange(viewer, { email, password: 'no' }, headers)
    expect(wrong).toEqual({ ok: false, code: 'wrong-password' })
    const none = await house.shop.askForEmailChange(viewer, { email, password: '' }, headers)
    expect(none).toEqual({ ok: false, code: 'missing-password' })
    expect(await lettersTo(house.db, email)).toEqual([])
  })

  test('to an address of somebody else’s tells neither the asker nor them', async () => {
    const other = await registeredPerson(house)
    const { viewer, headers, email } = await registeredPerson(house)
    const wish = { email: other.email, password }
    expect(await house.shop.askForEmailChange(viewer, wish, headers)).toEqual({ ok: true })
    expect((await lettersTo(house.db, other.email)).map((letter) => letter.kind)).toEqual([
      'register',
    ])
    const token = await tokenIn(house.db, email, kind)
    expect(await house.shop.confirmEmail(token)).toEqual({ ok: true, outcome: 'half' })
    expect((await emailOf(viewer.id)).email).toBe(email)
  })

  test('to an address that was taken meanwhile is refused', async () => {
    const { email, next, viewer } = await inTheMiddle()
    const tokens = [await tokenIn(house.db, email, kind), await tokenIn(house.db, next, kind)]
    await house.shop.register({ ...somebody(), email: next }, from())
    await house.shop.confirmEmail(tokens[0]!)
    expect(await house.shop.confirmEmail(tokens[1]!)).toMatchObject({
      code: 'email-already-in-use',
    })
    expect((await emailOf(viewer.id)).email).toBe(email)
  })

  test('is replaced by a later one, and runs out after a day', async () => {
    const { viewer, headers, email, next } = await inTheMiddle()
    const first = await tokenIn(house.db, next, kind)
    await house.shop.askForEmailChange(viewer, { email: somebody().email, password }, headers)
    expect(await house.shop.confirmEmail(first)).toMatchObject({ code: 'invalid-action-code' })
    const old = await tokenIn(house.db, email, kind)
    house.pass(24 * 60 + 1)
    expect(await house.shop.confirmEmail(old)).toMatchObject({ code: 'expired-action-code' })
    house.pass(-(24 * 60 + 1))
  })
})

test('an address can be confirmed as it is', async () => {
  const { viewer, email } = await registeredPerson(house)
  expect(await house.shop.askToConfirmEmail(viewer)).toEqual({ ok: true })
  const token = await tokenIn(house.db, email, kind)
  expect((await emailOf(viewer.id)).emailVerified).toBe(false)
  expect(await house.shop.confirmEmail(token)).toEqual({ ok: true, outcome: 'confirmed' })
  expect((await emailOf(viewer.id)).emailVerified).toBe(true)
  expect(await house.shop.confirmEmail(token)).toMatchObject({ code: 'invalid-action-code' })
})
