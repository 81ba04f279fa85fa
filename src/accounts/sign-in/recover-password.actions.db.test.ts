import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Secret, TOTP } from 'otpauth'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makePasswordLink } from '#admin/staff/staff-password.actions.server.ts'
import { sendPasswordLink } from '#admin/staff/staff.actions.server.ts'
import { openPool } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'
import type { Site } from '#platform/http/context.ts'
import { servicesContext, siteContext } from '#platform/http/context.ts'
import {
  from,
  emailsTo,
  registeredPerson,
  sessionsOf,
  somePerson,
  tokenIn,
} from '#tests/harness/identity.ts'
import { createShop } from '#tests/harness/shop.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { linkSecretCookie } from '../links/link-secret.ts'
import { defaultPasswordPolicy } from './password-policy.rules.ts'
import { checkRecoveryLink, resetPassword } from './recover-password.actions.server.ts'
import { loader as loadReset } from './reset-password.page.tsx'
import { signIn } from './sign-in.actions.server.ts'
import { identities, oneTimeLinks, passkeys, secondFactors } from './tables.ts'

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

test('the page of a link asks of staff what their passwords are refused by', async () => {
  const asked = async (role: 'member' | 'staff', purpose: 'recovery' | 'staff-recovery') => {
    const { viewer, token } = await withLetter()
    await testShop.db.update(users).set({ role }).where(eq(users.id, viewer.id))
    await testShop.db
      .update(oneTimeLinks)
      .set({ purpose })
      .where(eq(oneTimeLinks.userId, viewer.id))
    const site = {
      publicUrl: 'http://localhost:3000',
      signIn: { passwordPolicy: defaultPasswordPolicy },
    } as unknown as Site
    const cookie = linkSecretCookie.write(token, site).split(';')[0]!
    const context = new RouterContextProvider()
    context.set(servicesContext, testShop.services)
    context.set(siteContext, site)
    const url = new URL('http://localhost:3000/reset-password')
    const request = new Request(url, { headers: { cookie } })
    return (await loadReset({ url, request, params: {}, context } as never)).data.policy
  }
  expect(await asked('member', 'recovery')).toMatchObject({ minLength: 6, refuseCommon: false })
  expect(await asked('staff', 'staff-recovery')).toMatchObject({
    minLength: 12,
    refuseCommon: true,
  })
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
    await testShop.shop.sendRecoveryEmail(email)
    const first = await tokenIn(testShop.db, email, 'password-recovery')
    for (let n = 0; n < 9; n++) await testShop.shop.sendRecoveryEmail(email)
    const sent = await emailsTo(testShop.db, email)
    expect(sent.filter(({ kind }) => kind === 'password-recovery')).toHaveLength(5)
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

  test('removes linked identities, when it confirms the address for the first time and later', async () => {
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
    expect(await providers()).toEqual(['credential'])
  })

  test('removes the passkeys that are not kept by name, and the email lists the others', async () => {
    const { email, viewer } = await withLetter()
    await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    const key = { userId: viewer.id, publicKey: 'k', counter: 0, transports: [] }
    const [mine] = await testShop.db
      .insert(passkeys)
      .values([
        {
          ...key,
          credentialId: randomUUID(),
          name: 'My phone',
          createdAt: new Date('2026-01-01T12:00:00Z'),
        },
        {
          ...key,
          credentialId: randomUUID(),
          name: 'Somebody’s laptop',
          createdAt: new Date('2026-01-02T12:00:00Z'),
        },
      ])
      .returning()
    await testShop.shop.sendRecoveryEmail(email)
    const token = await tokenIn(testShop.db, email, 'password-recovery')
    expect(await checkRecoveryLink(testShop.services, token, from())).toMatchObject({
      ok: true,
      email,
      needsCode: false,
      passkeys: [
        { name: 'My phone', createdAt: new Date('2026-01-01T12:00:00Z') },
        { name: 'Somebody’s laptop', createdAt: new Date('2026-01-02T12:00:00Z') },
      ],
    })
    const kept = { token, password: 'a new password', keep: [mine!.id, 'not an id'] }
    expect((await resetPassword(testShop.services, kept, from())).ok).toBe(true)
    const left = await testShop.db.select().from(passkeys).where(eq(passkeys.userId, viewer.id))
    expect(left.map(({ name }) => name)).toEqual(['My phone'])
    const [mail] = await emailsTo(testShop.db, email)
    expect(mail).toMatchObject({ kind: 'password-changed', props: { passkeys: ['My phone'] } })
  })

  test('leaves no login session to who was just signing in with the old password', async () => {
    const { email, password, token, viewer } = await withLetter()
    const { services } = testShop
    const { identity } = services
    const slow = {
      ...services,
      identity: {
        ...identity,
        async verifyPassword(...given: Parameters<typeof identity.verifyPassword>) {
          const isRight = await identity.verifyPassword(...given)
          expect((await reset(token)).ok).toBe(true)
          return isRight
        },
      },
    }
    expect(await signIn(slow, { email, password }, from())).toEqual({
      ok: false,
      code: 'invalid-credential',
    })
    expect(await sessionsOf(testShop.db, viewer.id)).toHaveLength(1)
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
    const [{ token }, { token: other }] = [await withLetter(), await withLetter()]
    testShop.pass(59)
    expect((await reset(token)).ok).toBe(true)
    testShop.pass(2)
    expect(await reset(other)).toMatchObject({ ok: false, code: 'expired-action-code' })
    testShop.pass(-61)
  })

  test('runs out at its moment, not before', async () => {
    const { viewer, token } = await withLetter()
    const [link] = await testShop.db
      .select()
      .from(oneTimeLinks)
      .where(eq(oneTimeLinks.userId, viewer.id))
    const checkedAt = (time: number) =>
      checkRecoveryLink({ ...testShop.services, clock: () => new Date(time) }, token, from())
    const end = link!.expiresAt.getTime()
    expect(await checkedAt(end - 1)).toMatchObject({ ok: true })
    expect(await checkedAt(end)).toMatchObject({ ok: false, code: 'expired-action-code' })
  })

  test('is kept as a hash', async () => {
    const { viewer, token } = await withLetter()
    const rows = await testShop.db
      .select()
      .from(oneTimeLinks)
      .where(eq(oneTimeLinks.userId, viewer.id))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each(['', 'x', "' or 1=1 --", 'a'.repeat(4_000)])('%j is none', async (token) => {
    expect(await reset(token)).toMatchObject({ ok: false, code: 'invalid-action-code' })
  })
})

describe('staff who recover', () => {
  const staffPassword = 'high above Mendoza'

  /** One of the staff, with a recovery link that they asked for. */
  async function ofStaff() {
    const person = await registeredPerson(testShop)
    const { id } = person.viewer
    await testShop.db
      .update(users)
      .set({ role: 'staff', emailVerified: true })
      .where(eq(users.id, id))
    const { viewer } = await testShop.shop.identify(person.headers)
    await testShop.shop.sendRecoveryEmail(person.email)
    const token = await tokenIn(testShop.db, person.email, 'password-recovery')
    return { ...person, viewer: viewer!, token }
  }

  const resetWith = (typed: { token: string; password: string; code?: string }) =>
    resetPassword(testShop.services, typed, from())

  test('do not by their mailbox alone', async () => {
    const { token, email, password } = await ofStaff()
    expect(await resetWith({ token, password: staffPassword })).toEqual({
      ok: false,
      code: 'staff-recovery',
    })
    expect((await testShop.shop.signIn({ email, password }, from())).ok).toBe(true)
  })

  test('do with the code of their second factor, which the login session does not ask again', async () => {
    const { token, viewer, headers, password } = await ofStaff()
    await testShop.shop.beginSecondFactor(viewer, { password }, { headers })
    const { secret } = (await testShop.shop.viewSecondFactor(viewer))!.setUp!
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: testShop.services.clock().getTime(),
      })
    await testShop.shop.confirmSecondFactor(viewer, { code: code() }, { headers })
    testShop.pass(2)
    for (const wrong of ['', '000000']) {
      const refused = await resetWith({ token, password: staffPassword, code: wrong })
      expect(refused).toEqual({ ok: false, code: 'wrong-code' })
    }
    const entered = await resetWith({ token, password: staffPassword, code: code() })
    if (!entered.ok) throw new Error(entered.code)
    const here = await testShop.shop.identify(from(undefined, entered.cookies))
    expect(here.viewer?.id).toBe(viewer.id)
    await testShop.db.delete(secondFactors).where(eq(secondFactors.userId, viewer.id))
  })

  test.each(['recovery', 'a changed password'])(
    'find nothing of a second factor that was begun before %s: an intruder who began it knows its secret',
    async (way) => {
      const [owner, { viewer, email, headers, password }] = [await ofStaff(), await ofStaff()]
      await testShop.shop.beginSecondFactor(viewer, { password }, { headers })
      const setUp = async () => (await testShop.shop.viewSecondFactor(viewer))!.setUp
      expect(await setUp()).not.toBeNull()
      if (way === 'recovery') {
        await sendPasswordLink(testShop.services, owner.viewer, { person: viewer.id })
        const token = await tokenIn(testShop.db, email, 'password-recovery')
        expect((await resetWith({ token, password: staffPassword })).ok).toBe(true)
      } else {
        const typed = { current: password, next: staffPassword }
        expect((await testShop.shop.changePassword(viewer, typed, headers)).ok).toBe(true)
      }
      expect(await setUp()).toBeNull()
    },
  )

  test('do by a link that an owner sends, or the command line makes', async () => {
    const [owner, colleague] = [await ofStaff(), await ofStaff()]
    const send = (person: string) => sendPasswordLink(testShop.services, owner.viewer, { person })
    expect(await send(owner.viewer.id)).toMatchObject({ ok: false })
    expect(await send((await registeredPerson(testShop)).viewer.id)).toMatchObject({ ok: false })
    expect(await send(colleague.viewer.id)).toMatchObject({ ok: true })
    const token = await tokenIn(testShop.db, colleague.email, 'password-recovery')
    expect((await resetWith({ token, password: staffPassword })).ok).toBe(true)
    const asked = { email: colleague.email, by: 'command line (ana)' }
    const path = await makePasswordLink(testShop.services, asked)
    const made = new URL(path!, 'http://shop').searchParams.get('token')!
    expect((await resetWith({ token: made, password: 'and higher still' })).ok).toBe(true)
  })

  test('are sent a link once by two presses of one form, and again by another', async () => {
    const [owner, colleague] = [await ofStaff(), await ofStaff()]
    const person = colleague.viewer.id
    const send = async (key: string) =>
      sendPasswordLink(testShop.services, owner.viewer, { person }, { key })
    const sent = async () => {
      const emails = await emailsTo(testShop.db, colleague.email)
      const links = await testShop.db
        .select()
        .from(oneTimeLinks)
        .where(eq(oneTimeLinks.userId, person))
      return {
        emails: emails.filter(({ kind }) => kind === 'password-recovery').length,
        links: links.filter(({ purpose }) => purpose === 'staff-recovery').length,
      }
    }
    const before = await sent()
    const key = randomUUID()
    for (const pressed of await Promise.all([send(key), send(key), send(key)])) {
      expect(pressed).toMatchObject({ ok: true })
    }
    expect(await sent()).toEqual({ emails: before.emails + 1, links: before.links + 1 })
    const token = await tokenIn(testShop.db, colleague.email, 'password-recovery')
    expect((await checkRecoveryLink(testShop.services, token, from())).ok).toBe(true)
    expect(await send(randomUUID())).toMatchObject({ ok: true })
    expect(await sent()).toEqual({ emails: before.emails + 2, links: before.links + 2 })
  })

  test.each([
    ['aaaaaa', 'weak-password'],
    ['altamira', 'weak-password'],
    ['eleven char', 'weak-password'],
    ['aaaaaaaaaaaa', 'password-does-not-meet-requirements'],
    ['passwordpassword', 'password-does-not-meet-requirements'],
    ['123456123456', 'password-does-not-meet-requirements'],
    ['QwertyQwerty', 'password-does-not-meet-requirements'],
  ])('do not set %s', async (weak, code) => {
    const { viewer, headers, password } = await ofStaff()
    const owner = await ofStaff()
    await sendPasswordLink(testShop.services, owner.viewer, { person: viewer.id })
    const token = await tokenIn(testShop.db, viewer.email, 'password-recovery')
    expect(await resetWith({ token, password: weak })).toMatchObject({ ok: false, code })
    const next = { current: password, next: weak }
    expect(await testShop.shop.changePassword(viewer, next, headers)).toMatchObject({ code })
  })
})
