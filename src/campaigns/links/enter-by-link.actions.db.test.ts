import { randomBytes, randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { removeGoogle } from '#accounts/google/remove-google.actions.server.ts'
import { revokeEntryLinksOf } from '#accounts/links/entry-links.store.server.ts'
import {
  secretOfEntryToken,
  makePurchaseLinks,
} from '#accounts/links/purchase-link.actions.server.ts'
import { entryLinks } from '#accounts/links/tables.ts'
import { sessions } from '#accounts/sign-in/tables.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { markMailSent } from '#mail/mails.store.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { userList } from '#privacy/people/user-list.store.server.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { emailsTo, from, registeredPerson, sessionsOf, tokenIn } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { enterByLink } from './enter-by-link.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const aBrowser = () => randomBytes(32).toString('base64url')

/** A customer with a confirmed address. */
async function aCustomer() {
  const person = await registeredPerson(testShop)
  await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, person.viewer.id))
  return { ...person, id: person.viewer.id }
}

async function aSubscriber() {
  const email = `${randomUUID()}@list.example`
  const source = { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false }
  await testShop.shop.joinMailingList({ fullname: 'Berta Luz Gil', email }, source)
  const [row] = await testShop.db
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.email, email))
  return { email, id: row!.id }
}

type Whose = {
  userId?: string
  subscriberId?: string
  email: string
  releaseId?: string
  returnTo?: string
}

async function linkFor(
  { userId, subscriberId, email, releaseId, returnTo }: Whose,
  until: Date | null = null,
) {
  const whose = {
    userId: userId ?? null,
    subscriberId: subscriberId ?? null,
    email,
    releaseId: releaseId ?? null,
    returnTo: returnTo ?? null,
  }
  const [url] = await makePurchaseLinks(testShop.services, testShop.db, [{ ...whose, until }])
  return url!.split('/').at(-1)!
}

const held = (token: string, browser: string) => ({ secret: secretOfEntryToken(token), browser })

const enter = (token: string, browser: string, headers = from()) =>
  testShop.shop.enterByLink(held(token, browser), null, headers)

const view = (token: string, browser: string) =>
  testShop.shop.viewEntry(held(token, browser), from())

/** The viewer of the session that these cookies open. */
async function viewerOf(cookies: readonly string[]) {
  return (await testShop.shop.identify(from(undefined, cookies))).viewer
}

async function entered(token: string, browser = aBrowser()) {
  const result = await enter(token, browser)
  if (!result.ok) throw new Error(result.reason)
  return { ...result, viewer: (await viewerOf(result.cookies))! }
}

async function freshToken(email: string, kind: 'purchase-link' | 'login-link') {
  const mail = (await emailsTo(testShop.db, email)).find((one) => one.kind === kind)
  return new URL((mail!.props as { link: string }).link).pathname.split('/').at(-1)!
}

describe('a purchase link', () => {
  test('is looked at again and again, and then opens a limited session', async () => {
    const { id, email } = await aCustomer()
    const token = await linkFor({ userId: id, email })
    const browser = aBrowser()
    for (let time = 0; time < 50; time++) {
      expect(await view(token, aBrowser())).toEqual({
        state: 'ready',
        purpose: 'purchase',
        name: 'Ana R.',
      })
    }
    const [before] = await testShop.db.select().from(entryLinks).where(eq(entryLinks.userId, id))
    expect(before).toMatchObject({ boundTo: null, usedAt: null })
    const { viewer } = await entered(token, browser)
    expect(viewer).toMatchObject({ id, isLimited: true })
    // Again in the same browser, as after twelve hours.
    expect((await enter(token, browser)).ok).toBe(true)
  })

  test('in another browser sends a fresh one, which works there; the first stays signed in', async () => {
    const { id, email } = await aCustomer()
    const token = await linkFor({ userId: id, email })
    const first = await entered(token)
    const other = aBrowser()
    expect(await view(token, other)).toEqual({ state: 'elsewhere' })
    expect(await enter(token, other)).toEqual({ ok: false, reason: 'elsewhere' })
    for (let time = 0; time < 5; time++) {
      expect(await testShop.shop.requestFreshLink(held(token, other), from())).toEqual({ ok: true })
    }
    const fresh = (await emailsTo(testShop.db, email)).filter(
      ({ kind }) => kind === 'purchase-link',
    )
    expect(fresh).toHaveLength(3)
    const second = await entered(await freshToken(email, 'purchase-link'), other)
    expect(second.viewer).toMatchObject({ id, isLimited: true })
    expect(await viewerOf(first.cookies)).toMatchObject({ id })
  })

  test('is followed by a fresh one that leads where it led', async () => {
    const { id, email } = await aCustomer()
    const returnTo = '/members/requests'
    const token = await linkFor({ userId: id, email, returnTo })
    expect(await entered(token)).toMatchObject({ returnTo })
    await testShop.shop.requestFreshLink(held(token, aBrowser()), from())
    expect(await entered(await freshToken(email, 'purchase-link'))).toMatchObject({ returnTo })
  })

  test('pressed in two browsers at once binds to one of them', async () => {
    const { id, email } = await aCustomer()
    const token = await linkFor({ userId: id, email })
    const results = await Promise.all(Array.from({ length: 6 }, () => enter(token, aBrowser())))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('that two browsers have read unbound binds to the first to write', async () => {
    const { id, email } = await aCustomer()
    const token = await linkFor({ userId: id, email })
    const presses = await testShop.db.transaction(async (tx) => {
      await tx.execute(sql`select from entry_links where user_id = ${id} for update`)
      const pressed = [enter(token, aBrowser()), enter(token, aBrowser())]
      await expect.poll(() => waitingForLocks(testShop.db)).toBe(2)
      return pressed
    })
    const results = await Promise.all(presses)
    expect(results.map((result) => result.ok || result.reason).toSorted()).toEqual([
      'elsewhere',
      true,
    ])
  })

  test('of somebody without an account makes one, and one register, however often it is pressed', async () => {
    const { id, email } = await aSubscriber()
    const token = await linkFor({ subscriberId: id, email })
    const browser = aBrowser()
    const results = await Promise.all(Array.from({ length: 5 }, () => enter(token, browser)))
    expect(results.every(({ ok }) => ok)).toBe(true)
    const made = await testShop.db.select().from(users).where(eq(users.email, email))
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ emailVerified: true, firstName: 'Berta', lastName: '' })
    const welcome = (await emailsTo(testShop.db, email)).filter(({ kind }) => kind === 'register')
    expect(welcome).toHaveLength(1)
    const [record] = await testShop.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.id, id))
    expect(record!.userId).toBe(made[0]!.id)
  })

  test('never opens an account whose address was not confirmed: its owner gets a sign-in link', async () => {
    const { email, id: subscriberId } = await aSubscriber()
    const stranger = { firstName: 'Mallory', lastName: 'M', email, password: 'altamira' }
    await testShop.shop.register(stranger, from())
    const token = await linkFor({ subscriberId, email })
    expect(await enter(token, aBrowser())).toEqual({ ok: false, reason: 'confirm-first' })
    await testShop.shop.sendLoginLink({ email, to: '/members' })
    const { viewer, othersRemoved } = await entered(await freshToken(email, 'login-link'))
    expect(viewer).toMatchObject({ email, isLimited: false })
    const { devices } = await testShop.shop.viewSecurity(viewer, from())
    expect(devices.map(({ isByEmail }) => isByEmail)).toEqual([true])
    // What the stranger had is gone.
    expect(othersRemoved).toBe(true)
    expect((await testShop.shop.signIn(stranger, from())).ok).toBe(false)
  })

  test.each([
    [true, { ok: true }],
    [false, { ok: false, reason: 'confirm-first' }],
  ])(
    'opens an account made at the same moment only once it is confirmed: %s',
    async (emailVerified, result) => {
      const { db } = testShop
      const { id: subscriberId, email } = await aSubscriber()
      const token = await linkFor({ subscriberId, email })
      const { entering } = await db.transaction(async (tx) => {
        await aMember(tx as never, { email, emailVerified })
        const begun = enter(token, aBrowser())
        await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
        return { entering: begun }
      })
      expect(await entering).toMatchObject(result)
    },
  )

  test('ends with its release, its session too', async () => {
    const { id, email } = await aCustomer()
    const { release } = await aRelease(testShop.db)
    const token = await linkFor({ userId: id, email, releaseId: release.id }, release.closesAt)
    const browser = aBrowser()
    const { cookies, viewer } = await entered(token, browser)
    expect(viewer.isLimited).toBe(true)
    const [session] = (await sessionsOf(testShop.db, id)).filter(
      ({ origin }) => origin === 'purchase-link',
    )
    expect(session!.expiresAt).toEqual(release.closesAt)
    await testShop.db.update(releases).set({ state: 'ended' }).where(eq(releases.id, release.id))
    expect(await viewerOf(cookies)).toBeNull()
    expect(await view(token, browser)).toEqual({ state: 'invalid' })
  })

  test.each([
    'a deleted person',
    'one of the staff',
    'somebody who was one of the staff',
    'somebody who has another address now',
  ])('of %s is no longer valid', async (who) => {
    const { id, email } = await aCustomer()
    const token = await linkFor({ userId: id, email })
    const browser = aBrowser()
    const { cookies } = await entered(token, browser)
    const { db } = testShop
    const hire = () =>
      db.execute(sql`
        with duty as (insert into staff_duties (user_id, duty) values (${id}, 'support'))
        update users set role = 'staff' where id = ${id}`)
    if (who === 'a deleted person') await db.delete(users).where(eq(users.id, id))
    if (who.includes('staff')) await hire()
    if (who.startsWith('somebody who was')) {
      await db.execute(sql`delete from staff_duties where user_id = ${id}`)
      await db.update(users).set({ role: 'member' }).where(eq(users.id, id))
    }
    if (who.endsWith('address now')) {
      await db
        .update(users)
        .set({ email: `new.${email}` })
        .where(eq(users.id, id))
    }
    expect(await view(token, browser)).toEqual({ state: 'invalid' })
    expect(await enter(token, browser)).toEqual({ ok: false, reason: 'invalid' })
    if (!who.endsWith('address now')) expect(await viewerOf(cookies)).toBeNull()
  })

  test('sent to a subscriber opens nothing once an account of the staff has that address', async () => {
    const { email, id: subscriberId } = await aSubscriber()
    const token = await linkFor({ subscriberId, email })
    expect(await view(token, aBrowser())).toMatchObject({ state: 'ready' })
    const [{ id } = { id: '' }] = await testShop.db
      .insert(users)
      .values({ name: 'Berta', email, emailVerified: true })
      .returning({ id: users.id })
    expect(await view(token, aBrowser())).toMatchObject({ state: 'ready' })
    await testShop.db.execute(sql`
      with duty as (insert into staff_duties (user_id, duty) values (${id}, 'support'))
      update users set role = 'staff' where id = ${id}`)
    expect(await view(token, aBrowser())).toEqual({ state: 'invalid' })
    expect(await enter(token, aBrowser())).toEqual({ ok: false, reason: 'invalid' })
  })

  test('that was used ends for a person who has become staff since', async () => {
    const { id, email } = await aCustomer()
    const { cookies } = await entered(await linkFor({ userId: id, email }))
    await testShop.db.execute(sql`
      with duty as (insert into staff_duties (user_id, duty) values (${id}, 'owner'))
      update users set role = 'staff' where id = ${id}`)
    expect(await testShop.shop.roleNow(from(undefined, cookies))).toMatchObject({
      role: 'visitor',
      duties: [],
    })
    expect(await viewerOf(cookies)).toBeNull()
  })

  test('leaves a person who is signed in to that account as they are', async () => {
    const { id, email, headers } = await aCustomer()
    const token = await linkFor({ userId: id, email })
    const { viewer } = await testShop.shop.identify(headers)
    const result = await testShop.shop.enterByLink(held(token, aBrowser()), viewer, headers)
    expect(result).toMatchObject({ ok: true, cookies: [] })
    expect((await testShop.shop.identify(headers)).viewer).toMatchObject({ id, isLimited: false })
    // A session that a link opened is begun anew by the next press.
    const browser = aBrowser()
    const another = await linkFor({ userId: id, email })
    const limited = await entered(another, browser)
    const again = await testShop.shop.enterByLink(held(another, browser), limited.viewer, from())
    expect(again.ok && again.cookies).not.toEqual([])
  })

  test('is gone with a new password, and with the session that is ended from elsewhere', async () => {
    const { id, email, headers, viewer } = await aCustomer()
    const one = await linkFor({ userId: id, email })
    const browser = aBrowser()
    await entered(one, browser)
    const [session] = await testShop.db
      .select()
      .from(sessions)
      .where(eq(sessions.origin, 'purchase-link'))
      .then((rows) => rows.filter(({ userId }) => userId === id))
    const { devices } = await testShop.shop.viewSecurity(viewer as never, headers)
    expect(devices.find((device) => device.id === session!.id)).toMatchObject({ isByEmail: true })
    expect(await testShop.shop.signOutDevice(viewer as never, session!.id)).toBe(true)
    expect(await view(one, browser)).toEqual({ state: 'invalid' })
    const two = await linkFor({ userId: id, email })
    const passwords = { current: 'altamira', next: 'a new altamira' }
    expect((await testShop.shop.changePassword(viewer as never, passwords, headers)).ok).toBe(true)
    expect(await view(two, browser)).toEqual({ state: 'invalid' })
    const three = await linkFor({ userId: id, email })
    await testShop.shop.sendRecoveryEmail(email)
    const token = await tokenIn(testShop.db, email, 'password-recovery')
    const recovered = await testShop.shop.resetPassword({ token, password: 'malbec 1' }, from())
    expect(recovered.ok).toBe(true)
    expect(await view(three, browser)).toEqual({ state: 'invalid' })
  })

  test.each(['purchase', 'login'])(
    'for a %s that is revoked while it is used opens no login session',
    async (purpose) => {
      const { id, email } = await aCustomer()
      await testShop.shop.sendLoginLink({ email, to: '/members' })
      const token =
        purpose === 'login'
          ? await freshToken(email, 'login-link')
          : await linkFor({ userId: id, email })
      const { services, db } = testShop
      const { identity } = services
      const slow = {
        ...services,
        identity: {
          ...identity,
          async openSession(...given: Parameters<typeof identity.openSession>) {
            await revokeEntryLinksOf(db, id)
            return identity.openSession(...given)
          },
        },
      }
      const before = await sessionsOf(db, id)
      expect(await enterByLink(slow, held(token, aBrowser()), null, from())).toEqual({
        ok: false,
        reason: 'invalid',
      })
      expect(await sessionsOf(db, id)).toEqual(before)
    },
  )

  test('is gone once its person has signed out everywhere, here or not', async () => {
    const { id, email, headers, viewer } = await aCustomer()
    for (const stayHere of [true, false]) {
      const [used, unused] = [
        await linkFor({ userId: id, email }),
        await linkFor({ userId: id, email }),
      ]
      const browser = aBrowser()
      const { cookies } = await entered(used, browser)
      await testShop.shop.signOutEverywhere(viewer as never, { stayHere }, headers)
      expect(await viewerOf(cookies)).toBeNull()
      expect(await view(used, browser)).toEqual({ state: 'invalid' })
      expect(await view(unused, browser)).toEqual({ state: 'invalid' })
      expect((await testShop.shop.identify(headers)).viewer !== null).toBe(stayHere)
    }
  })

  test('opens nothing more in a browser where its person logged out: a fresh one does', async () => {
    const { id, email } = await aCustomer()
    const [one, two, three] = [
      await linkFor({ userId: id, email }),
      await linkFor({ userId: id, email }),
      await linkFor({ userId: id, email }),
    ]
    const browser = aBrowser()
    await entered(two, browser)
    const { cookies } = await entered(one, browser)
    const other = aBrowser()
    const elsewhere = await entered(three, other)
    await testShop.shop.signOut(from(undefined, cookies))
    expect(await viewerOf(cookies)).toBeNull()
    for (const token of [one, two]) {
      expect(await view(token, browser)).toEqual({ state: 'elsewhere' })
      expect(await enter(token, browser)).toEqual({ ok: false, reason: 'elsewhere' })
    }
    expect(await viewerOf(elsewhere.cookies)).toMatchObject({ id })
    expect((await enter(three, other)).ok).toBe(true)
    await testShop.shop.requestFreshLink(held(one, browser), from())
    const fresh = await entered(await freshToken(email, 'purchase-link'), browser)
    expect(fresh.viewer).toMatchObject({ id, isLimited: true })
  })

  test('that was sent before there was an account is gone with a new password, too', async () => {
    const { email, id: subscriberId } = await aSubscriber()
    const [used, unused] = [
      await linkFor({ subscriberId, email }),
      await linkFor({ subscriberId, email }),
    ]
    await entered(used)
    await testShop.shop.sendLoginLink({ email, to: '/members' })
    const { viewer, cookies } = await entered(await freshToken(email, 'login-link'))
    const passwords = { current: '', next: 'a new altamira' }
    const headers = from(undefined, cookies)
    expect((await testShop.shop.changePassword(viewer, passwords, headers)).ok).toBe(true)
    expect(await enter(unused, aBrowser())).toEqual({ ok: false, reason: 'invalid' })
  })

  test('is guessed no more than the limit of a network allows', async () => {
    const headers = from('198.51.100.77')
    const states: string[] = []
    for (let time = 0; time < 62; time++) {
      const guess = { secret: aBrowser(), browser: aBrowser() }
      states.push((await testShop.shop.viewEntry(guess, headers)).state)
    }
    expect(states.filter((state) => state === 'invalid')).toHaveLength(60)
    expect(states.at(-1)).toBe('too-many')
  })

  test('leaves no token behind: neither in the database nor in the email once that is sent', async () => {
    const { id, email } = await aCustomer()
    const token = await linkFor({ userId: id, email })
    const other = aBrowser()
    await entered(token)
    await testShop.shop.requestFreshLink(held(token, other), from())
    const fresh = await freshToken(email, 'purchase-link')
    for (const mail of await emailsTo(testShop.db, email)) await markMailSent(testShop.db, mail)
    for (const secret of [token, fresh, secretOfEntryToken(token), other]) {
      const { rows } = await testShop.db.execute(sql`
        select 1 from entry_links as l where l::text like ${`%${secret}%`}
        union all select 1 from mails as m where m::text like ${`%${secret}%`}
        union all select 1 from sessions as s where s::text like ${`%${secret}%`}`)
      expect(rows).toEqual([])
    }
  })
})

describe('a limited session', () => {
  test('may use no action that takes a customer but those of its purchase', async () => {
    const { id, email } = await aCustomer()
    const { viewer, cookies } = await entered(await linkFor({ userId: id, email }))
    const { shop } = testShop
    const headers = from(undefined, cookies)
    const attempts = [
      shop.viewAccount(viewer),
      shop.orderHistory(viewer, 1),
      shop.viewOrder(viewer, 1),
      shop.exportPersonalData(viewer),
      shop.viewSecurity(viewer, headers),
      shop.lookUpAccount(viewer),
      shop.deleteAccount(viewer, {} as never, headers),
      shop.changePassword(viewer, { current: '', next: 'altamira altamira' }, headers),
      shop.viewCardPanel(viewer, null, ''),
      shop.saveAccount(viewer, {} as never, {} as never),
      shop.changeSubscription(viewer, 'inactive'),
      shop.openAccount(viewer),
      shop.chooseBilling(viewer, true, 1),
      shop.requestEmailChange(viewer, { email: 'new@customer.example', password: '' }, headers),
      shop.cancelEmailChange(viewer),
      shop.startLostMailboxWait(viewer, { password: '' }, headers),
      shop.requestEmailConfirmation(viewer),
      shop.checkEmailLink(viewer, 'token', headers),
      shop.confirmEmail(viewer, 'token', headers),
      shop.signOutDevice(viewer, randomUUID()),
      shop.signOutEverywhere(viewer, { stayHere: true }, headers),
      shop.addPasskey(viewer, { name: '', made: '{}' }, headers),
      shop.renamePasskey(viewer, randomUUID(), 'Mine'),
      shop.removePasskey(viewer, { id: randomUUID(), password: '' }, headers),
      shop.viewSecondFactor(viewer),
      removeGoogle(testShop.services, viewer, { id: randomUUID(), password: '' }, headers),
    ]
    for (const attempt of attempts) {
      await expect(attempt).rejects.toMatchObject({ statusCode: 403 })
    }
    const owner = { ...viewer, role: 'staff', duties: ['owner'] } as const
    const list = await shop.viewList(owner, userList, new URLSearchParams())
    expect(list).toEqual({ ok: false, reason: 'not-staff' })
    expect(await shop.viewShipTo(viewer)).toBeNull()
    expect((await shop.viewCart(viewer)).cart.lines).toEqual([])
  })

  test('shows who may have been forwarded its link neither surname nor street', async () => {
    const { id, email } = await aCustomer()
    await testShop.db
      .update(users)
      .set({
        ...{ firstName: 'Ana', lastName: 'Ruiz', address: '1200 Valencia Street' },
        ...{ city: 'San Francisco', state: 'CA', zipCode: '94110' },
      })
      .where(eq(users.id, id))
    const { viewer } = await entered(await linkFor({ userId: id, email }))
    expect(await testShop.shop.viewShipTo(viewer)).toEqual([
      'Ana',
      'San Francisco, California 94110',
    ])
    expect(await testShop.shop.viewShipTo({ ...viewer, isLimited: false })).toEqual([
      ...['Ana Ruiz', '1200 Valencia Street', 'San Francisco, California 94110'],
    ])
  })

  test('is never renewed, and lasts twelve hours', async () => {
    const { id, email } = await aCustomer()
    const { cookies } = await entered(await linkFor({ userId: id, email }))
    expect(await testShop.shop.refreshSession(from(undefined, cookies))).toMatchObject({
      ok: false,
    })
    const [session] = (await sessionsOf(testShop.db, id)).filter(
      ({ origin }) => origin === 'purchase-link',
    )
    const hours = (session!.expiresAt.getTime() - session!.createdAt.getTime()) / 3_600_000
    expect(hours).toBeCloseTo(12, 1)
    expect(cookies.join()).toMatch(/Max-Age=43(?:200|199)/)
  })

  test('is confirmed by a link to the same inbox, which leads back, also while the switch is off', async () => {
    const { id, email } = await aCustomer()
    const { viewer } = await entered(await linkFor({ userId: id, email }))
    const to = '/members?view=orders'
    expect(await testShop.shop.requestConfirmationLink(viewer, to, from())).toEqual({ ok: true })
    await testShop.shop.sendLoginLink({ email, to })
    const confirmed = await entered(await freshToken(email, 'login-link'))
    expect(confirmed).toMatchObject({ returnTo: to, viewer: { id, isLimited: false } })
  })
})

describe('a sign-in link', () => {
  test('removes nothing of an account whose owner confirmed it at the same moment', async () => {
    const { db, shop } = testShop
    const { email } = await aSubscriber()
    const owner = { firstName: 'Berta', lastName: 'B', email, password: 'altamira 2031' }
    await shop.register(owner, from())
    await shop.sendLoginLink({ email, to: '/members' })
    const token = await freshToken(email, 'login-link')
    const { entering } = await db.transaction(async (tx) => {
      await tx.update(users).set({ emailVerified: true }).where(eq(users.email, email))
      const begun = enter(token, aBrowser())
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
      return { entering: begun }
    })
    expect(await entering).toMatchObject({ ok: true, othersRemoved: false })
    expect(await shop.signIn(owner, from())).toMatchObject({ ok: true })
  })

  test('is not offered until staff turn it on', async () => {
    const { email } = await aCustomer()
    const asked = await testShop.shop.requestLoginLink({ email, to: '/members' }, from())
    expect(asked).toEqual({ ok: false, code: 'operation-not-allowed' })
  })

  test('works once, for fifteen minutes, five an hour', async () => {
    const { email } = await aCustomer()
    for (let time = 0; time < 7; time++) {
      await testShop.shop.sendLoginLink({ email, to: '/members' })
    }
    const sent = (await emailsTo(testShop.db, email)).filter(({ kind }) => kind === 'login-link')
    expect(sent).toHaveLength(5)
    const token = await freshToken(email, 'login-link')
    const browser = aBrowser()
    const results = await Promise.all(Array.from({ length: 4 }, () => enter(token, browser)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await view(token, browser)).toEqual({ state: 'invalid' })
    const late = new URL((sent[4]!.props as { link: string }).link).pathname.split('/').at(-1)!
    testShop.pass(16)
    expect((await view(late, browser)).state).toBe('invalid')
    testShop.pass(-16)
  })

  test('is not sent to staff, nor to an unknown address', async () => {
    const { id, email } = await aCustomer()
    await testShop.db.execute(sql`
      with duty as (insert into staff_duties (user_id, duty) values (${id}, 'support'))
      update users set role = 'staff' where id = ${id}`)
    await testShop.shop.sendLoginLink({ email, to: '/admin' })
    await testShop.shop.sendLoginLink({ email: 'nobody@list.example', to: '/members' })
    expect((await emailsTo(testShop.db, email)).map(({ kind }) => kind)).not.toContain('login-link')
    expect(await emailsTo(testShop.db, 'nobody@list.example')).toEqual([])
  })
})
