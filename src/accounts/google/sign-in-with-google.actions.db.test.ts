import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { aGoogle, from, emailsTo, registeredPerson, tokenIn } from '#tests/harness/identity.ts'
import { loggedBy } from '#tests/harness/test-log.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { afterChangeOf } from '#tests/harness/waiting-for-locks.ts'

import { deletePasskeysOf, insertPasskey } from '../passkeys/passkeys.store.server.ts'
import { emailChanges, identities, sessions } from '../sign-in/tables.ts'
import type { GoogleProfile } from './google.ts'
import { GoogleRefused, GoogleUnavailable } from './google.ts'
import { removeGoogle } from './remove-google.actions.server.ts'
import { beginGoogleSignIn, finishGoogleSignIn } from './sign-in-with-google.actions.server.ts'

let testShop: TestShop
const google = aGoogle()
beforeAll(async () => {
  testShop = await openTestShop()
  testShop.services.google = google
})
afterAll(() => testShop.close())

const lucia = (over: Partial<GoogleProfile> = {}): GoogleProfile => ({
  subject: randomUUID(),
  email: `${randomUUID()}@gmail.example`,
  emailVerified: true,
  givenName: 'Lucía',
  familyName: 'Ferrer',
  ...over,
})

async function comesBack(profile: GoogleProfile, headers = from(), connects = false) {
  google.say(profile, connects)
  return (await testShop.shop.finishGoogleSignIn(new URLSearchParams(), headers)).entered
}

const userWith = async (email: string) =>
  (await testShop.db.select().from(users).where(eq(users.email, email)))[0]

describe('a visitor who leaves for Google', () => {
  const request = { to: '/members', inWindow: false, connects: false }
  const beginAt = (origin: string, begin: typeof google.begin) =>
    beginGoogleSignIn({ ...testShop.services, google: { ...google, begin } }, origin, request)

  test('comes back to the origin they are on if it is allowed, and to the shop’s own else', async () => {
    const { settings } = testShop.services
    const asked: unknown[] = []
    const begin = async (...with_: unknown[]) => {
      asked.push(with_)
      return { url: 'https://google.example/', cookies: ['state=s'] }
    }
    const begun = { ok: true, url: 'https://google.example/', cookies: ['state=s'] }
    settings.identity = { ...settings.identity, allowedOrigins: ['http://preview.example'] }
    expect(await beginAt('http://preview.example', begin)).toEqual(begun)
    expect(await beginAt('http://evil.example', begin)).toEqual(begun)
    expect(asked).toEqual([
      ['http://preview.example/login/google/callback', request],
      ['http://localhost:3000/login/google/callback', request],
    ])
  })

  test('is told where Google is away or not set up, and not of a fault of ours', async () => {
    const away = new GoogleUnavailable('away')
    const refused = { ok: false, code: 'network-request-failed' }
    expect(await beginAt('', () => Promise.reject(away))).toEqual(refused)
    expect(loggedBy(testShop.db).at(-1)).toEqual({
      ...{ level: 'warn', fields: { err: away }, message: 'Google is unavailable' },
    })
    const fault = new Error('a fault of ours')
    await expect(beginAt('', () => Promise.reject(fault))).rejects.toThrow('a fault of ours')
    const none = await beginGoogleSignIn({ ...testShop.services, google: null }, '', request)
    expect(none).toEqual({ ok: false, code: 'operation-not-allowed' })
  })
})

describe('a visitor who returns from Google', () => {
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
    const kinds = (await emailsTo(testShop.db, profile.email)).map((mail) => mail.kind)
    expect(kinds).toEqual(['register'])
  })

  test('again keeps the profile as it is, also when Google’s has changed', async () => {
    const profile = lucia()
    await comesBack(profile)
    await testShop.db.update(users).set({ firstName: 'Lu' }).where(eq(users.email, profile.email))
    const again = { ...profile, givenName: 'Lucía María', email: 'new@gmail.example' }
    expect((await comesBack(again)).ok).toBe(true)
    expect(await userWith(profile.email)).toMatchObject({ firstName: 'Lu', lastName: 'Ferrer' })
    expect(await userWith('new@gmail.example')).toBeUndefined()
    expect(await emailsTo(testShop.db, profile.email)).toHaveLength(1)
  })

  test('ten times at once is one account', async () => {
    const profile = lucia()
    google.say(profile)
    const responses = await Promise.all(Array.from({ length: 10 }, () => comesBack(profile)))
    // Those that a slow insertion outran find the account that it made.
    expect(responses.filter((response) => !response.ok)).toEqual([])
    const user = await userWith(profile.email)
    const ways = await testShop.db.select().from(identities).where(eq(identities.userId, user!.id))
    expect(ways).toHaveLength(1)
    expect((await comesBack(profile)).ok).toBe(true)
  })

  const providersOf = async (userId: string) =>
    (await testShop.db.select().from(identities).where(eq(identities.userId, userId))).map(
      ({ providerId }) => providerId,
    )

  test('with what is no address gets no account', async () => {
    const profile = lucia({ email: 'lucia' })
    expect(await comesBack(profile)).toEqual({ ok: false, code: 'invalid-email' })
    expect(await userWith(profile.email)).toBeUndefined()
  })

  test('with an address that Google has not verified gets no account', async () => {
    const profile = lucia({ emailVerified: false })
    expect(await comesBack(profile)).toEqual({ ok: false, code: 'unverified-email' })
    expect(await userWith(profile.email)).toBeUndefined()
  })

  test.each([true, false])(
    'with an address that Google has not verified is not linked to its account (confirmed: %s)',
    async (emailVerified) => {
      const { email, viewer } = await registeredPerson(testShop)
      await testShop.db.update(users).set({ emailVerified }).where(eq(users.id, viewer.id))
      const entered = await comesBack(lucia({ email, emailVerified: false }))
      expect(entered).toEqual({ ok: false, code: 'unverified-email' })
      expect(await providersOf(viewer.id)).toEqual(['credential'])
    },
  )

  test('is linked to the account of a confirmed address, which keeps its password', async () => {
    const { email, viewer, headers } = await registeredPerson(testShop)
    await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    const entered = await comesBack(lucia({ email: email.toUpperCase() }))
    expect(entered).toMatchObject({ ok: true, userId: viewer.id })
    expect(await userWith(email)).toMatchObject({ firstName: 'Ana', lastName: 'Ruiz' })
    expect((await providersOf(viewer.id)).toSorted()).toEqual(['credential', 'google'])
    expect((await testShop.shop.identify(headers)).viewer?.id).toBe(viewer.id)
    expect((await emailsTo(testShop.db, email)).map(({ kind }) => kind)).toContain(
      'google-connected',
    )
  })

  const notConnected = { ok: false, code: 'google-not-connected' }
  const ofAnother = { ok: false, code: 'google-of-another' }

  test('at once from ten tabs is linked to an account that was registered by password', async () => {
    const { email, viewer } = await registeredPerson(testShop)
    await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    const profile = lucia({ email })
    google.say(profile)
    const entered = await Promise.all(Array.from({ length: 10 }, () => comesBack(profile)))
    expect(entered.filter(({ ok }) => !ok)).toEqual([])
  })

  test('to connect Google registers no account of another address, and enters none', async () => {
    const { viewer, headers } = await registeredPerson(testShop)
    await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    const elsewhere = lucia()
    expect(await comesBack(elsewhere, headers, true)).toEqual(ofAnother)
    expect(await userWith(elsewhere.email)).toBeUndefined()
    expect(await emailsTo(testShop.db, elsewhere.email)).toEqual([])
    const other = await registeredPerson(testShop)
    const others = lucia({ email: other.email })
    expect(await comesBack(others, headers, true)).toEqual(ofAnother)
    expect(await providersOf(other.viewer.id)).toEqual(['credential'])
    expect(await comesBack(others)).toMatchObject({ ok: true, userId: other.viewer.id })
    expect(await comesBack(others, headers, true)).toEqual(ofAnother)
    expect((await testShop.shop.identify(headers)).viewer?.id).toBe(viewer.id)
  })

  test('to connect Google after the login session has ended registers no account', async () => {
    const profile = lucia()
    expect(await comesBack(profile, from(), true)).toEqual({
      ok: false,
      code: 'user-token-expired',
    })
    expect(await userWith(profile.email)).toBeUndefined()
  })

  test('to connect Google after the login session has ended enters no other account', async () => {
    const profile = lucia()
    expect(await comesBack(profile)).toMatchObject({ ok: true })
    expect(await comesBack(profile, from(), true)).toEqual({
      ok: false,
      code: 'user-token-expired',
    })
  })

  test('is linked to an account of staff where its own login session asked for it alone', async () => {
    const { email, viewer, headers } = await registeredPerson(testShop)
    await testShop.db
      .update(users)
      .set({ role: 'staff', emailVerified: true })
      .where(eq(users.id, viewer.id))
    const profile = lucia({ email })
    expect(await comesBack(profile)).toEqual(notConnected)
    const stranger = await registeredPerson(testShop)
    expect(await comesBack(profile, stranger.headers, true)).toEqual(ofAnother)
    expect(await comesBack(profile, headers)).toEqual(notConnected)
    expect(await providersOf(viewer.id)).toEqual(['credential'])
    expect(await comesBack(profile, headers, true)).toMatchObject({ ok: true, userId: viewer.id })
    const entries = await testShop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, viewer.id))
    expect(entries.map(({ action }) => action)).toEqual(['google-connected'])
    expect(await comesBack(profile)).toMatchObject({ ok: true, userId: viewer.id })
  })

  test('is not linked to staff whose login session was ended meanwhile, as by recovery', async () => {
    const { email, viewer, headers } = await registeredPerson(testShop)
    await testShop.db
      .update(users)
      .set({ role: 'staff', emailVerified: true })
      .where(eq(users.id, viewer.id))
    const { services, db } = testShop
    google.say(lucia({ email }), true)
    const slow = {
      ...services,
      identity: {
        ...services.identity,
        async viewerOf(of: Headers) {
          const read = await services.identity.viewerOf(of)
          await db.delete(sessions).where(eq(sessions.userId, viewer.id))
          return read
        },
      },
    }
    const { entered } = await finishGoogleSignIn(slow, new URLSearchParams(), headers)
    expect(entered).toEqual(notConnected)
    expect(await providersOf(viewer.id)).toEqual(['credential'])
  })

  test('is linked beside another Google account where the account’s own login session asked for it alone', async () => {
    const first = lucia()
    const entered = await comesBack(first)
    if (!entered.ok) throw new Error(entered.code)
    const second = lucia({ email: first.email })
    expect(await comesBack(second)).toEqual(notConnected)
    const own = from(undefined, entered.cookies)
    expect(await comesBack(second, own)).toEqual(notConnected)
    expect(await comesBack(second, own, true)).toMatchObject({ ok: true, userId: entered.userId })
  })

  test('no longer comes in once Google was removed under Security, which leaves another way', async () => {
    const { email, password, viewer, headers } = await registeredPerson(testShop)
    await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    const profile = lucia({ email })
    await comesBack(profile)
    const [listed] = (await testShop.shop.viewSecurity(viewer, headers)).googleAccounts
    const remove = (asked: { id: string; password: string }) =>
      removeGoogle(testShop.services, viewer, asked, headers)
    expect(await remove({ id: listed!.id, password: 'not this one' })).toMatchObject({ ok: false })
    expect(await remove({ id: listed!.id, password })).toEqual({ ok: true })
    expect(await providersOf(viewer.id)).toEqual(['credential'])
    expect((await emailsTo(testShop.db, email)).map(({ kind }) => kind)).toContain('google-removed')

    const only = await comesBack(lucia())
    if (!only.ok) throw new Error(only.code)
    const own = from(undefined, only.cookies)
    const { viewer: alone } = await testShop.shop.identify(own)
    const [listedAlone] = (await testShop.shop.viewSecurity(alone!, own)).googleAccounts
    const asked = { id: listedAlone!.id, password: '' }
    expect(await removeGoogle(testShop.services, alone!, asked, own)).toEqual({
      ok: false,
      code: 'only-google',
    })
    const key = { credentialId: asked.id, publicKey: 'k', counter: 0, transports: [] }
    await insertPasskey(testShop.db, { userId: alone!.id, name: 'Phone', ...key })
    // The last other way to log in is removed at the same moment.
    const atOnce = await afterChangeOf(
      testShop.db,
      alone!.id,
      (tx) => deletePasskeysOf(tx, alone!.id),
      () => removeGoogle(testShop.services, alone!, asked, own),
    )
    expect(atOnce).toEqual({ ok: false, code: 'only-google' })
    await insertPasskey(testShop.db, { userId: alone!.id, name: 'Phone', ...key })
    expect(await removeGoogle(testShop.services, alone!, asked, own)).toEqual({ ok: true })
  })

  test('no longer comes in once the account has another email, which both addresses are told', async () => {
    const { email, password, viewer, headers } = await registeredPerson(testShop)
    await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    const profile = lucia({ email })
    await comesBack(profile)
    const next = `next-${email}`
    await testShop.shop.requestEmailChange(viewer, { email: next, password }, headers)
    for (const [address, kind] of [
      [email, 'email-change-approve'],
      [next, 'email-change-confirm'],
    ] as const) {
      const token = await tokenIn(testShop.db, address, kind)
      expect(await testShop.shop.confirmEmail(viewer, token, headers)).toMatchObject({ ok: true })
    }
    expect(await providersOf(viewer.id)).toEqual(['credential'])
    for (const address of [email, next]) {
      expect((await emailsTo(testShop.db, address))[0]).toMatchObject({
        kind: 'email-changed',
        props: { googleRemoved: true },
      })
    }
    // Whoever logs in with it then has an account of their own.
    const again = await comesBack(profile)
    expect(again.ok && again.userId !== viewer.id).toBe(true)
  })

  test('takes over an account whose address was never confirmed: all that was before goes', async () => {
    const { email, password, viewer, headers } = await registeredPerson(testShop)
    const attacker = { userId: viewer.id, providerId: 'google', accountId: randomUUID() }
    await testShop.db.insert(identities).values(attacker)
    await testShop.shop.requestEmailConfirmation(viewer)
    await testShop.shop.sendRecoveryEmail(email)
    const change = { email: `next-${email}`, password }
    expect(await testShop.shop.requestEmailChange(viewer, change, headers)).toEqual({ ok: true })
    const links = [
      await tokenIn(testShop.db, email, 'email-confirm'),
      await tokenIn(testShop.db, email, 'password-recovery'),
    ]
    const profile = lucia({ email })
    const entered = await comesBack(profile)
    expect(entered).toMatchObject({ ok: true, userId: viewer.id, othersRemoved: true })
    expect(await userWith(email)).toMatchObject({ emailVerified: true })
    expect(await providersOf(viewer.id)).toEqual(['google'])
    expect(await testShop.db.$count(emailChanges, eq(emailChanges.userId, viewer.id))).toBe(0)
    expect((await testShop.shop.identify(headers)).viewer).toBeNull()
    expect((await testShop.shop.signIn({ email, password }, from())).ok).toBe(false)
    for (const token of links) {
      expect((await testShop.shop.confirmEmail(viewer, token, from())).ok).toBe(false)
      expect((await testShop.shop.checkRecoveryLink(token, from())).ok).toBe(false)
    }
    // The next time is an ordinary one.
    expect(await comesBack(profile)).not.toHaveProperty('othersRemoved')
  })

  test('without the OAuth state cookie of this browser is refused', async () => {
    const none = { ...google, stateOf: () => null }
    testShop.services.google = none
    google.say(lucia())
    const back = await testShop.shop.finishGoogleSignIn(new URLSearchParams('code=x'), from())
    expect(back.entered).toEqual({ ok: false, code: 'invalid-auth-event' })
    testShop.services.google = google
  })

  test.each([
    [new GoogleRefused('no'), '', 'invalid-auth-event'],
    [new GoogleRefused('no'), 'error=server_error', 'invalid-auth-event'],
    [new GoogleRefused('no'), 'error=access_denied', 'user-cancelled'],
    [new GoogleUnavailable('away'), '', 'network-request-failed'],
  ])('is told apart where Google refuses or is away: %s, %s', async (thrown, query, code) => {
    const finish = () => Promise.reject(thrown)
    const services = { ...testShop.services, google: { ...google, finish } }
    const back = await finishGoogleSignIn(services, new URLSearchParams(query), from())
    expect(back.entered).toEqual({ ok: false, code })
    expect(loggedBy(testShop.db).at(-1)).toEqual({
      level: 'warn',
      fields: { err: thrown },
      message: thrown instanceof GoogleRefused ? 'Google sign-in refused' : 'Google is unavailable',
    })
    const broken = { ...google, finish: () => Promise.reject(new Error('a fault of ours')) }
    await expect(
      finishGoogleSignIn({ ...services, google: broken }, new URLSearchParams(), from()),
    ).rejects.toThrow('a fault of ours')
  })

  test('has no password to be guessed', async () => {
    const profile = lucia()
    await comesBack(profile)
    for (const password of ['x', 'undefined', 'null', 'nobody has this password']) {
      const entered = await testShop.shop.signIn({ email: profile.email, password }, from())
      expect(entered).toMatchObject({ ok: false, code: 'invalid-credential' })
    }
  })
})
