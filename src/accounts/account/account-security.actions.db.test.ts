import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { setRole } from '#admin/staff/set-role.actions.server.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { from, emailsTo, password, registeredPerson, sessionsOf } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { afterChangeOf } from '#tests/harness/waiting-for-locks.ts'

import { loginSessionLifetime } from '../sessions/session-lifetime.rules.ts'
import { changePassword } from '../sign-in/change-password.actions.server.ts'
import { linkGoogle, passwordHashOf, setPasswordHash } from '../sign-in/identities.store.server.ts'
import { identities, passkeys, sessions } from '../sign-in/tables.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

async function onTwoDevices() {
  const person = await registeredPerson(testShop)
  const entered = await testShop.shop.signIn({ email: person.email, password }, from('192.0.2.1'))
  if (!entered.ok) throw new Error(entered.code)
  return { ...person, other: from('192.0.2.1', entered.cookies) }
}

const whoIs = async (headers: Headers) => (await testShop.shop.identify(headers)).viewer?.id ?? null

describe('devices signed in', () => {
  test('are listed without their tokens, this one marked', async () => {
    const { viewer, headers } = await onTwoDevices()
    const { devices } = await testShop.shop.viewSecurity(viewer, headers)
    expect(devices).toHaveLength(2)
    expect(devices.filter((device) => device.isThisOne)).toHaveLength(1)
    expect(devices[0]).toMatchObject({ name: 'Chrome on Linux' })
    for (const { token } of await sessionsOf(testShop.db, viewer.id)) {
      expect(JSON.stringify(devices)).not.toContain(token)
    }
    const other = devices.find((device) => !device.isThisOne)!
    const used = {
      createdAt: new Date('2026-01-02T08:00:00Z'),
      updatedAt: new Date('2026-01-09T08:00:00Z'),
    }
    await testShop.db.update(sessions).set(used).where(eq(sessions.id, other.id))
    const seen = (await testShop.shop.viewSecurity(viewer, headers)).devices
    expect(seen.find(({ id }) => id === other.id)).toMatchObject({
      signedInAt: '2026-01-02T08:00:00.000Z',
      lastUsedAt: '2026-01-09T08:00:00.000Z',
    })
    const expiresAt = new Date(testShop.services.clock().getTime() - 1)
    await testShop.db.update(sessions).set({ expiresAt }).where(eq(sessions.id, other.id))
    expect((await testShop.shop.viewSecurity(viewer, headers)).devices).toMatchObject([
      { isThisOne: true },
    ])
  })

  test('can be signed out one by one, by nobody but their owner', async () => {
    const { viewer, headers, other } = await onTwoDevices()
    const stranger = await registeredPerson(testShop)
    const { devices } = await testShop.shop.viewSecurity(viewer, headers)
    const away = devices.find((device) => !device.isThisOne)!
    expect(await testShop.shop.signOutDevice(stranger.viewer, away.id)).toBe(false)
    expect(await testShop.shop.signOutDevice(viewer, "x' or true")).toBe(false)
    expect(await whoIs(other)).toBe(viewer.id)
    expect(await testShop.shop.signOutDevice(viewer, away.id)).toBe(true)
    expect(await whoIs(other)).toBeNull()
    expect(await whoIs(headers)).toBe(viewer.id)
  })

  test('can be signed out all others, or everywhere', async () => {
    const { viewer, headers, other } = await onTwoDevices()
    await testShop.shop.signOutEverywhere(viewer, { stayHere: true }, headers)
    expect([await whoIs(other), await whoIs(headers)]).toEqual([null, viewer.id])
    await testShop.shop.signOutEverywhere(viewer, { stayHere: false }, headers)
    expect(await whoIs(headers)).toBeNull()
  })
})

test('a password stays where recovery ends the login session at the same moment', async () => {
  const { viewer, headers } = await registeredPerson(testShop)
  const stored = () => passwordHashOf(testShop.db, viewer.id)
  const before = await stored()
  const changed = await afterChangeOf(
    testShop.db,
    viewer.id,
    (tx) => tx.delete(sessions).where(eq(sessions.userId, viewer.id)),
    () => testShop.shop.changePassword(viewer, { current: password, next: 'a new one' }, headers),
  )
  expect(changed).toMatchObject({ ok: false, code: 'user-token-expired' })
  expect(await stored()).toBe(before)
})

describe('a session', () => {
  async function aDayLater(userId: string) {
    const { lasts, renewedEvery } = loginSessionLifetime
    const updatedAt = new Date(Date.now() - (renewedEvery + 60) * 1_000)
    const expiresAt = new Date(updatedAt.getTime() + lasts * 1_000)
    await testShop.db
      .update(sessions)
      .set({ updatedAt, expiresAt })
      .where(eq(sessions.userId, userId))
    return { expiresAt }
  }

  test('a day old is renewed with a new cookie; a fresh one is not', async () => {
    const { viewer, headers } = await registeredPerson(testShop)
    expect((await testShop.shop.identify(headers)).cookies).toEqual([])
    const { expiresAt: inAWhile } = await aDayLater(viewer.id)
    const renewed = await testShop.shop.identify(headers)
    expect(renewed.viewer?.id).toBe(viewer.id)
    expect(renewed.cookies[0]).toMatch(/^kohue\.session=/)
    const [session] = await sessionsOf(testShop.db, viewer.id)
    expect(session!.expiresAt.getTime()).toBeGreaterThan(inAWhile.getTime())
    expect((await testShop.shop.identify(headers)).cookies).toEqual([])
  })

  test('that can’t be renewed now goes on, and is renewed later', async () => {
    const { viewer, headers } = await registeredPerson(testShop)
    await aDayLater(viewer.id)
    const isLocked = sql.raw(`user_id = '${viewer.id}' and updated_at > now() - interval '1 hour'`)
    await testShop.db.execute(
      sql`alter table sessions add constraint locked check (not (${isLocked})) not valid`,
    )
    expect(await testShop.shop.identify(headers)).toMatchObject({ viewer: { id: viewer.id } })
    await testShop.db.execute(sql`alter table sessions drop constraint locked`)
    expect((await testShop.shop.identify(headers)).cookies[0]).toMatch(/^kohue\.session=/)
  })

  test('counts as over half a minute before its end', async () => {
    const { viewer, headers } = await registeredPerson(testShop)
    const soon = { expiresAt: new Date(Date.now() + 20_000) }
    await testShop.db.update(sessions).set(soon).where(eq(sessions.userId, viewer.id))
    expect(await whoIs(headers)).toBeNull()
  })
})

describe('a changed password', () => {
  test('needs the old one, ends the other sessions, and is told by mail', async () => {
    const { viewer, headers, other, email } = await onTwoDevices()
    const wrong = { current: 'not this', next: 'a new password' }
    expect(await testShop.shop.changePassword(viewer, wrong, headers)).toMatchObject({
      code: 'wrong-password',
    })
    const weak = { current: password, next: 'abc' }
    expect(await testShop.shop.changePassword(viewer, weak, headers)).toMatchObject({
      code: 'weak-password',
    })
    const right = { current: password, next: 'a new password' }
    const changed = await testShop.shop.changePassword(viewer, right, headers)
    if (!changed.ok) throw new Error(changed.code)
    expect([await whoIs(other), await whoIs(headers)]).toEqual([null, null])
    expect(await whoIs(from(undefined, changed.cookies))).toBe(viewer.id)
    expect((await emailsTo(testShop.db, email)).map((mail) => mail.kind)).toContain(
      'password-changed',
    )
  })

  test('is told with the other ways to log in, which stay', async () => {
    const { viewer, headers, email } = await registeredPerson(testShop)
    const { id: userId } = viewer
    const key = { credentialId: randomUUID(), publicKey: 'k', counter: 0, transports: [] }
    await testShop.db.insert(passkeys).values({ userId, name: 'Somebody’s laptop', ...key })
    await linkGoogle(testShop.db, userId, randomUUID())
    const typed = { current: password, next: 'a new password' }
    expect((await testShop.shop.changePassword(viewer, typed, headers)).ok).toBe(true)
    const told = await emailsTo(testShop.db, email)
    expect(told.find(({ kind }) => kind === 'password-changed')?.props).toMatchObject({
      passkeys: ['Somebody’s laptop'],
      google: true,
    })
  })

  test.each(['hashPassword', 'openSession'] as const)(
    'is not what counts where another was set during its %s, as by recovery',
    async (step) => {
      const { viewer, headers } = await onTwoDevices()
      const { services, db } = testShop
      const { identity } = services
      const hash = await identity.hashPassword('set by the owner')
      const slow = {
        ...services,
        identity: {
          ...identity,
          async [step](...given: never[]) {
            await setPasswordHash(db, viewer.id, hash)
            await db.delete(sessions).where(eq(sessions.userId, viewer.id))
            return (identity[step] as (...all: never[]) => Promise<never>)(...given)
          },
        },
      }
      const typed = { current: password, next: 'a new password' }
      expect(await changePassword(slow, viewer, typed, headers)).toEqual({
        ok: false,
        code: 'user-token-expired',
      })
      expect(await passwordHashOf(db, viewer.id)).toBe(hash)
      expect(await sessionsOf(db, viewer.id)).toEqual([])
    },
  )

  test('can’t be guessed with a stolen session', async () => {
    const { viewer, headers } = await registeredPerson(testShop)
    for (let n = 0; n < 10; n++) {
      await testShop.shop.changePassword(
        viewer,
        { current: `guess ${n}`, next: 'a new one' },
        headers,
      )
    }
    const right = { current: password, next: 'a new one' }
    const refused = await testShop.shop.changePassword(viewer, right, headers)
    expect(refused).toMatchObject({ ok: false, code: 'too-many-requests' })
  })

  test('where there is none yet, wants a fresh session', async () => {
    const { viewer, headers } = await registeredPerson(testShop)
    await testShop.db
      .update(identities)
      .set({ providerId: 'google' })
      .where(eq(identities.userId, viewer.id))
    const next = { current: '', next: 'my first one' }
    testShop.pass(11)
    const late = await testShop.shop.changePassword(viewer, next, headers)
    testShop.pass(-11)
    expect(late).toMatchObject({ ok: false, code: 'requires-recent-login' })
    expect((await testShop.shop.changePassword(viewer, next, headers)).ok).toBe(true)
  })
})

describe('a deleted account', () => {
  test('needs the password and leaves nothing to sign in with', async () => {
    const { viewer, headers, email } = await registeredPerson(testShop)
    const wrong = await testShop.shop.deleteAccount(viewer, { password: 'no' }, headers)
    expect(wrong).toEqual({ ok: false, code: 'wrong-password' })
    const deleted = await testShop.shop.deleteAccount(viewer, { password }, headers)
    expect(deleted.ok).toBe(true)
    expect(await whoIs(headers)).toBeNull()
    expect(await testShop.db.select().from(users).where(eq(users.id, viewer.id))).toEqual([])
    expect(await sessionsOf(testShop.db, viewer.id)).toEqual([])
    expect((await testShop.shop.signIn({ email, password }, from())).ok).toBe(false)
  })
})

describe('the staff role', () => {
  test('ends the sessions of the user who gets or loses it, and is in the audit log', async () => {
    const { viewer, headers, email } = await registeredPerson(testShop)
    await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    const grant = { email: email.toUpperCase(), role: 'staff' as const, by: 'command line (ana)' }
    expect(await setRole(testShop.services, grant)).toBe('changed')
    expect(await setRole(testShop.services, grant)).toBe('same')
    expect(await whoIs(headers)).toBeNull()
    expect(await setRole(testShop.services, { ...grant, role: 'member' })).toBe('changed')
    expect(await setRole(testShop.services, { ...grant, email: 'nobody@example.com' })).toBe(
      'unknown',
    )
    const rows = await testShop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, viewer.id))
      .orderBy(auditLog.id)
    expect(rows.map(({ action, actorEmail }) => [action, actorEmail])).toEqual([
      ['staff-granted', 'command line (ana)'],
      ['staff-revoked', 'command line (ana)'],
    ])
  })
})
