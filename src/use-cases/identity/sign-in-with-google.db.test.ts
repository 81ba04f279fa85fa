import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { identities, users } from '#data/schema/people.ts'
import type { GoogleProfile } from '#services/identity/google.ts'
import { aGoogle, from, lettersTo, registeredPerson, tokenIn } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let house: TestShop
const google = aGoogle()
beforeAll(async () => {
  house = await openTestShop()
  house.parts.google = google
})
afterAll(() => house.close())

const lucia = (over: Partial<GoogleProfile> = {}): GoogleProfile => ({
  subject: randomUUID(),
  email: `${randomUUID()}@gmail.example`,
  emailVerified: true,
  givenName: 'Lucía',
  familyName: 'Ferrer',
  ...over,
})

async function comesBack(profile: GoogleProfile) {
  google.say(profile)
  return (await house.shop.finishGoogleSignIn(new URLSearchParams(), from())).entered
}

const userWith = async (email: string) =>
  (await house.db.select().from(users).where(eq(users.email, email)))[0]

describe('somebody who comes from Google', () => {
  test('for the first time is registered under given and family name, and welcomed', async () => {
    const profile = lucia()
    expect((await comesBack(profile)).ok).toBe(true)
    expect(await userWith(profile.email)).toMatchObject({
      firstName: 'Lucía',
      lastName: 'Ferrer',
      emailVerified: true,
      billingDiffers: true,
      stripeCustomerId: null,
    })
    const kinds = (await lettersTo(house.db, profile.email)).map((letter) => letter.kind)
    expect(kinds).toEqual(['register'])
  })

  test('again keeps the profile as it is, also when Google’s has changed', async () => {
    const profile = lucia()
    await comesBack(profile)
    await house.db.update(users).set({ firstName: 'Lu' }).where(eq(users.email, profile.email))
    const again = { ...profile, givenName: 'Lucía María', email: 'new@gmail.example' }
    expect((await comesBack(again)).ok).toBe(true)
    expect(await userWith(profile.email)).toMatchObject({ firstName: 'Lu', lastName: 'Ferrer' })
    expect(await userWith('new@gmail.example')).toBeUndefined()
    expect(await lettersTo(house.db, profile.email)).toHaveLength(1)
  })

  test('ten times at once is one account', async () => {
    const profile = lucia()
    google.say(profile)
    const answers = await Promise.all(Array.from({ length: 10 }, () => comesBack(profile)))
    expect(answers.filter((answer) => answer.ok).length).toBeGreaterThan(0)
    const user = await userWith(profile.email)
    const ways = await house.db.select().from(identities).where(eq(identities.userId, user!.id))
    expect(ways).toHaveLength(1)
    expect((await comesBack(profile)).ok).toBe(true)
  })

  const why = 'account-exists-with-different-credential'
  test.each([
    ['the account’s address is not confirmed', false, true],
    ['Google has not verified it', true, false],
    ['neither has', false, false],
  ])('is not joined to an account of that address when %s', async (_name, here, there) => {
    const { email, viewer } = await registeredPerson(house)
    await house.db.update(users).set({ emailVerified: here }).where(eq(users.id, viewer.id))
    const entered = await comesBack(lucia({ email, emailVerified: there }))
    expect(entered).toEqual({ ok: false, code: why })
    const ways = await house.db.select().from(identities).where(eq(identities.userId, viewer.id))
    expect(ways).toHaveLength(1)
  })

  test('is joined once the owner has confirmed the address', async () => {
    const { email, viewer } = await registeredPerson(house)
    const profile = lucia({ email: email.toUpperCase() })
    expect((await comesBack(profile)).ok).toBe(false)
    await house.shop.askToConfirmEmail(viewer)
    await house.shop.confirmEmail(await tokenIn(house.db, email, 'email-change-confirm'))
    expect(await comesBack(profile)).toMatchObject({ ok: true, userId: viewer.id })
    expect(await userWith(email)).toMatchObject({ firstName: 'Ana', lastName: 'Ruiz' })
  })

  test('without an errand of this browser is not let in', async () => {
    const none = { ...google, errandOf: () => null }
    house.parts.google = none
    google.say(lucia())
    const back = await house.shop.finishGoogleSignIn(new URLSearchParams('code=x'), from())
    expect(back.entered).toEqual({ ok: false, code: 'invalid-auth-event' })
    house.parts.google = google
  })

  test('has no password to be guessed', async () => {
    const profile = lucia()
    await comesBack(profile)
    for (const password of ['x', 'undefined', 'null', 'nobody has this password']) {
      const entered = await house.shop.signIn({ email: profile.email, password }, from())
      expect(entered).toMatchObject({ ok: false, code: 'invalid-credential' })
    }
  })
})
