import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { setRole } from '#admin/staff/set-role.actions.server.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { personalDataOf } from '#privacy/personal-data/export-personal-data.actions.server.ts'
import { authenticator } from '#tests/harness/authenticator.ts'
import { emailsTo, from, password, registeredPerson } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { afterChangeOf, waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { recordFirstProof } from '../links/first-proof.actions.server.ts'
import { passkeys, sessions } from '../sign-in/tables.ts'
import { userById } from '../users/users.store.server.ts'
import { insertPasskey, notePasskeyUse, passkeysOf } from './passkeys.store.server.ts'
import { signInWithPasskey } from './sign-in-with-passkey.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

/** The request headers of a browser with more cookies. */
function withCookies(headers: Headers, cookies: readonly string[]): Headers {
  const all = new Headers(headers)
  const more = cookies.map((cookie) => cookie.split(';', 1)[0])
  all.set('cookie', [headers.get('cookie'), ...more].filter(Boolean).join('; '))
  return all
}

/** A signed-in person whose address is confirmed. */
async function aPerson() {
  const person = await registeredPerson(testShop)
  await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, person.viewer.id))
  const { viewer } = await testShop.shop.identify(person.headers)
  return { ...person, viewer: viewer! }
}

async function begin({ viewer, headers }: Awaited<ReturnType<typeof aPerson>>) {
  const begun = await testShop.shop.beginPasskey(viewer, password, headers)
  if (!begun.ok) throw new Error(begun.code)
  return { options: begun.options, headers: withCookies(headers, begun.cookies) }
}

async function aPersonWithPasskey(name = 'Phone') {
  const person = await aPerson()
  const device = authenticator()
  const { options, headers } = await begin(person)
  const made = device.make(options)
  const added = await testShop.shop.addPasskey(person.viewer, { name, made }, headers)
  expect(added).toMatchObject({ ok: true, name })
  const [passkey] = await testShop.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, person.viewer.id))
  return { ...person, device, passkey: passkey! }
}

/** A browser at the login page. */
async function atLogin() {
  const begun = (await testShop.shop.beginPasskeySignIn())!
  return { options: begun.options, headers: withCookies(from(), begun.cookies) }
}

describe('a passkey', () => {
  test('that is removed while it logs in opens no login session', async () => {
    const { viewer, device, passkey } = await aPersonWithPasskey()
    const { services, db } = testShop
    const { identity } = services
    const slow = {
      ...services,
      identity: {
        ...identity,
        async openSession(...given: Parameters<typeof identity.openSession>) {
          await db.delete(passkeys).where(eq(passkeys.id, passkey.id))
          return identity.openSession(...given)
        },
      },
    }
    const before = await db.select().from(sessions).where(eq(sessions.userId, viewer.id))
    const login = await atLogin()
    const used = device.use(login.options)
    expect(await signInWithPasskey(slow, used, login.headers)).toMatchObject({ code: 'not-known' })
    const after = await db.select().from(sessions).where(eq(sessions.userId, viewer.id))
    expect(after).toHaveLength(before.length)
  })

  test('that is about to be removed while it logs in opens no login session', async () => {
    const { viewer, headers, device, passkey } = await aPersonWithPasskey()
    const { shop, services, db } = testShop
    const { identity } = services
    const remove = () => shop.removePasskey(viewer, { id: passkey.id, password }, headers)
    const removals: ReturnType<typeof remove>[] = []
    // The removal has ended the other login sessions, and waits to write its email.
    const openSession = (...given: Parameters<typeof identity.openSession>) =>
      db
        .transaction(async (tx) => {
          await tx.execute(sql`lock table mails in share mode`)
          removals.push(remove())
          await expect.poll(() => waitingForLocks(db)).toBe(1)
          const opening = identity.openSession(...given)
          await expect.poll(() => waitingForLocks(db)).toBe(2)
          return { opening }
        })
        .then(({ opening }) => opening)
    const login = await atLogin()
    const slow = { ...services, identity: { ...identity, openSession } }
    const entered = await signInWithPasskey(slow, device.use(login.options), login.headers)
    expect(await Promise.all(removals)).toMatchObject([{ ok: true }])
    expect(entered).toMatchObject({ code: 'not-known' })
    expect(await db.$count(sessions, eq(sessions.userId, viewer.id))).toBe(1)
  })

  test('is added after the password, and logs in', async () => {
    const { viewer, headers, email, device } = await aPersonWithPasskey('My phone')
    const { passkeys: shown } = await testShop.shop.viewSecurity(viewer, headers)
    expect(shown.all).toMatchObject([{ name: 'My phone', lastUsedAt: null }])
    const [told] = await emailsTo(testShop.db, email)
    expect(told).toMatchObject({ kind: 'passkey-added' })

    const login = await atLogin()
    const entered = await testShop.shop.signInWithPasskey(device.use(login.options), login.headers)
    if (!entered.ok) throw new Error(entered.code)
    const signedIn = from('203.0.113.1', entered.cookies)
    expect((await testShop.shop.identify(signedIn)).viewer?.id).toBe(viewer.id)
    const opened = await testShop.db.select().from(sessions).where(eq(sessions.userId, viewer.id))
    expect(opened.map(({ origin }) => origin)).toContain('passkey')
  })

  test.each([
    ['Ana', 'Ruiz', 'Ana Ruiz'],
    ['Ana', '', 'Ana'],
    ['', 'Ruiz', 'Ruiz'],
  ])('of %s %s is shown by the device as that of %s', async (firstName, lastName, displayName) => {
    const person = await aPerson()
    const named = { ...person, viewer: { ...person.viewer, firstName, lastName } }
    const { options } = await begin(named)
    expect(options).toMatchObject({ user: { name: person.email, displayName } })
  })

  test('is not added once its login session was ended meanwhile, as by recovery', async () => {
    const person = await aPerson()
    const { options, headers } = await begin(person)
    const made = authenticator().make(options)
    const added = await afterChangeOf(
      testShop.db,
      person.viewer.id,
      (tx) => tx.delete(sessions).where(eq(sessions.userId, person.viewer.id)),
      () => testShop.shop.addPasskey(person.viewer, { name: 'Phone', made }, headers),
    )
    expect(added).toEqual({ ok: false, code: 'expired' })
    const owned = eq(passkeys.userId, person.viewer.id)
    expect(await testShop.db.select().from(passkeys).where(owned)).toEqual([])
  })

  test('is not added from what is no response of a device', async () => {
    for (const made of ['', 'no JSON', '{}']) {
      const person = await aPerson()
      const { headers } = await begin(person)
      const added = await testShop.shop.addPasskey(person.viewer, { name: 'Phone', made }, headers)
      expect(added).toEqual({ ok: false, code: 'not-added' })
    }
  })

  test('asks for the current password and a confirmed address', async () => {
    const person = await aPerson()
    const { viewer, headers } = person
    const wrong = await testShop.shop.beginPasskey(viewer, 'not this one', headers)
    expect(wrong).toEqual({ ok: false, code: 'wrong-password' })
    const { options, headers: begun } = await begin(person)
    await testShop.db.update(users).set({ emailVerified: false }).where(eq(users.id, viewer.id))
    expect(await testShop.shop.beginPasskey(viewer, password, headers)).toEqual({
      ok: false,
      code: 'not-confirmed',
    })
    const typed = { name: 'Phone', made: authenticator().make(options) }
    expect(await testShop.shop.addPasskey(viewer, typed, begun)).toMatchObject({ ok: false })
  })

  test('confirms who opened a purchase link, if it is of that account', async () => {
    const [owner, stranger] = [await aPersonWithPasskey(), await aPersonWithPasskey()]
    const { shop } = testShop
    const limited = { ...owner.viewer, isLimited: true }
    expect(await shop.hasPasskey(limited)).toBe(true)
    expect(await shop.hasPasskey((await aPerson()).viewer)).toBe(false)
    const other = await atLogin()
    expect(
      await shop.confirmWithPasskey(limited, stranger.device.use(other.options), other.headers),
    ).toEqual({ ok: false, code: 'other-account' })
    const own = await atLogin()
    const entered = await shop.confirmWithPasskey(
      limited,
      owner.device.use(own.options),
      own.headers,
    )
    if (!entered.ok) throw new Error(entered.code)
    const { viewer } = await shop.identify(from('203.0.113.1', entered.cookies))
    expect(viewer).toMatchObject({ id: owner.viewer.id, isLimited: false })
  })

  test('is not added in a limited login session', async () => {
    const { viewer, headers } = await aPerson()
    const limited = { ...viewer, isLimited: true }
    await expect(testShop.shop.beginPasskey(limited, password, headers)).rejects.toThrow(/limited/)
  })

  test('is renamed and removed by its owner alone, which signs out other devices', async () => {
    const { viewer, headers, email, device, passkey } = await aPersonWithPasskey()
    const stranger = await aPerson()
    const asked = { id: passkey.id, password }
    expect(await testShop.shop.renamePasskey(stranger.viewer, passkey.id, 'Mine')).toBe(false)
    expect(
      await testShop.shop.removePasskey(stranger.viewer, asked, stranger.headers),
    ).toMatchObject({ ok: false })
    expect(await testShop.shop.renamePasskey(viewer, passkey.id, 'x'.repeat(99))).toBe(true)
    const [renamed] = (await testShop.shop.viewSecurity(viewer, headers)).passkeys.all
    expect(renamed!.name).toBe('x'.repeat(40))

    const login = await atLogin()
    const other = await testShop.shop.signInWithPasskey(device.use(login.options), login.headers)
    if (!other.ok) throw new Error(other.code)
    const wrong = { id: passkey.id, password: 'not this one' }
    expect(await testShop.shop.removePasskey(viewer, wrong, headers)).toEqual({
      ok: false,
      code: 'wrong-password',
    })
    expect(await testShop.shop.removePasskey(viewer, asked, headers)).toMatchObject({ ok: true })
    expect((await testShop.shop.identify(headers)).viewer?.id).toBe(viewer.id)
    const elsewhere = from('203.0.113.1', other.cookies)
    expect((await testShop.shop.identify(elsewhere)).viewer).toBeNull()
    expect((await emailsTo(testShop.db, email)).map(({ kind }) => kind)).toContain(
      'passkey-removed',
    )
    const again = await atLogin()
    expect(await testShop.shop.signInWithPasskey(device.use(again.options), again.headers)).toEqual(
      { ok: false, code: 'not-known' },
    )
  })

  test('of staff stands in the log, and is followed by the code of a second factor', async () => {
    const { viewer, headers, email, device, passkey } = await aPersonWithPasskey()
    await setRole(testShop.services, { email, role: 'staff', by: 'tests' })
    await testShop.db.execute(
      `insert into second_factors (user_id, secret, confirmed_at) values ('${viewer.id}', 'x', now())`,
    )
    const login = await atLogin()
    const entered = await testShop.shop.signInWithPasskey(device.use(login.options), login.headers)
    if (!entered.ok) throw new Error(entered.code)
    const found = await testShop.shop.identify(from('203.0.113.1', entered.cookies))
    expect(found).toMatchObject({ viewer: null, isCodeDue: true })

    const staff = { ...viewer, role: 'staff' as const }
    await testShop.shop.removePasskey(staff, { id: passkey.id, password }, headers)
    const logged = await testShop.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subjectId, viewer.id))
    expect(logged.map(({ action }) => action)).toContain('passkey-removed')
  })

  test('is in the data of its owner, goes with the account, and with the first proof of an address', async () => {
    const { viewer } = await aPersonWithPasskey('Laptop')
    const owner = (await userById(testShop.db, viewer.id))!
    expect(await personalDataOf(testShop.services, owner)).toMatchObject({
      passkeys: [{ name: 'Laptop' }],
    })
    await testShop.db.transaction((tx) =>
      recordFirstProof(testShop.services, tx, owner, { link: '' }),
    )
    const left = () => testShop.db.$count(passkeys, eq(passkeys.userId, viewer.id))
    expect(await left()).toBe(0)

    const other = await aPersonWithPasskey()
    await testShop.db.delete(users).where(eq(users.id, other.viewer.id))
    expect(await testShop.db.$count(passkeys, eq(passkeys.userId, other.viewer.id))).toBe(0)
  })

  test('is one of ten at most', async () => {
    const { viewer, headers, passkey } = await aPersonWithPasskey()
    const rows = Array.from({ length: 9 }, (_, at) => {
      const { id: _id, ...rest } = passkey
      return { ...rest, credentialId: `${passkey.credentialId}${at}` }
    })
    await testShop.db.insert(passkeys).values(rows)
    expect(await testShop.shop.beginPasskey(viewer, password, headers)).toEqual({
      ok: false,
      code: 'too-many',
    })
  })
})

describe('refused at the login is', () => {
  const refusedUse = async (used: string, headers: Headers) => {
    const entered = await testShop.shop.signInWithPasskey(used, headers)
    return entered.ok ? 'signed in' : entered.code
  }

  test('a response that was sent before, in any browser', async () => {
    const { device } = await aPersonWithPasskey()
    const { options, headers } = await atLogin()
    const used = device.use(options)
    expect(await refusedUse(used, headers)).toBe('signed in')
    expect(await refusedUse(used, headers)).toBe('expired')
    const other = await atLogin()
    expect(await refusedUse(used, other.headers)).toBe('not-known')
    expect(await refusedUse(used, from())).toBe('expired')
  })

  test('two responses at once to one challenge: one of them', async () => {
    const { device } = await aPersonWithPasskey()
    const { options, headers } = await atLogin()
    const used = device.use(options)
    const outcomes = await Promise.all([refusedUse(used, headers), refusedUse(used, headers)])
    expect(outcomes.toSorted()).toEqual(['expired', 'signed in'])
  })

  test('a challenge after five minutes, or one that we did not sign', async () => {
    const { device } = await aPersonWithPasskey()
    const { options, headers } = await atLogin()
    testShop.pass(5)
    expect(await refusedUse(device.use(options), headers)).toBe('expired')
    testShop.pass(-5)
    const forged = new Headers(headers)
    forged.set('cookie', headers.get('cookie')!.replace(/=.{8}/, '=AAAAAAAA'))
    expect(await refusedUse(device.use(options), forged)).toBe('expired')
  })

  test('a response of another site, without a verified person, or to another challenge', async () => {
    const { device } = await aPersonWithPasskey()
    const wrong = [
      { origin: 'https://kohue.example.evil' },
      { isVerified: false },
      { challenge: 'YW5vdGhlcg' },
    ]
    for (const where of wrong) {
      const { options, headers } = await atLogin()
      expect(await refusedUse(device.use(options, where), headers)).toBe('not-known')
    }
    const elsewhere = authenticator('http://other.example')
    elsewhere.make({ challenge: 'x', user: { id: 'x' } })
    const { options, headers } = await atLogin()
    expect(await refusedUse(elsewhere.use(options), headers)).toBe('not-known')
    expect(await refusedUse('{"id":5}', (await atLogin()).headers)).toBe('not-known')
  })

  test("somebody else's passkey under one's own name, and the challenge of adding one", async () => {
    const { device } = await aPersonWithPasskey()
    const attacker = await aPersonWithPasskey()
    const { options, headers } = await atLogin()
    const posing = attacker.device.use(options, {
      userHandle: JSON.parse(device.use(options)).response.userHandle,
    })
    expect(await refusedUse(posing, headers)).toBe('not-known')
    const adding = await begin(attacker)
    expect(await refusedUse(attacker.device.use(adding.options), adding.headers)).toBe('expired')
  })
})

describe('refused at the security page is', () => {
  test("a response to somebody else's challenge, of another site, or sent twice", async () => {
    const [ana, eve] = [await aPerson(), await aPerson()]
    const hers = await begin(ana)
    const device = authenticator()
    const addAs = async (viewer: typeof ana.viewer, made: string, headers: Headers) => {
      const added = await testShop.shop.addPasskey(viewer, { name: '', made }, headers)
      return added.ok ? added.name : added.code
    }
    expect(await addAs(eve.viewer, device.make(hers.options), hers.headers)).toBe('expired')
    const foreign = device.make(hers.options, { origin: 'https://evil.example' })
    expect(await addAs(ana.viewer, foreign, hers.headers)).toBe('not-added')

    const again = await begin(ana)
    const made = device.make(again.options)
    expect(await addAs(ana.viewer, made, again.headers)).toBe('Chrome on Linux')
    expect(await addAs(ana.viewer, made, again.headers)).toBe('expired')
    // The same key in another account.
    const theirs = await begin(eve)
    expect(await addAs(eve.viewer, made, theirs.headers)).toBe('not-added')
  })
})

test('a use of a passkey is noted once for each count of its authenticator', async () => {
  const { db } = testShop
  const { viewer } = await registeredPerson(testShop)
  const key = { credentialId: viewer.id, publicKey: 'k', counter: 3, transports: [] }
  await insertPasskey(db, { userId: viewer.id, name: 'Phone', ...key })
  const [passkey] = await passkeysOf(db, viewer.id)
  expect(await notePasskeyUse(db, passkey!, 4)).toBe(true)
  // Another browser answered at the same moment.
  expect(await notePasskeyUse(db, passkey!, 4)).toBe(false)
  expect(await passkeysOf(db, viewer.id)).toMatchObject([
    { counter: 4, lastUsedAt: expect.any(Date) },
  ])
  // Listed in the order in which they were added.
  const laptop = { ...key, credentialId: `${viewer.id} 2`, name: 'Laptop' }
  await insertPasskey(db, { userId: viewer.id, ...laptop })
  const names = (await passkeysOf(db, viewer.id)).map(({ name }) => name)
  expect(names).toEqual(['Phone', 'Laptop'])
})
