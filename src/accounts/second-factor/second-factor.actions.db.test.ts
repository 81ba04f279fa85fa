import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  changeDuties,
  removeSecondFactor,
  requireSecondFactor,
} from '#admin/staff/staff.actions.server.ts'
import { viewTasks } from '#admin/today/tasks.actions.server.ts'
import { may } from '#platform/access/access.rules.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { users } from '#platform/database/people.tables.ts'
import { userList } from '#privacy/people/user-list.store.server.ts'
import { emailsTo, from, password, registeredPerson } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { afterChangeOf } from '#tests/harness/waiting-for-locks.ts'

import { factorNetworks, secondFactors, sessions } from '../sign-in/tables.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const viewerOf = async (headers: Headers) => (await testShop.shop.identify(headers)).viewer

const wrong = { status: 400, sentence: expect.stringContaining('This code is not right.') }
const wrongRecovery = {
  status: 400,
  sentence: 'This recovery code is not right, or it was used before. Each works once.',
}
const used = { status: 400, sentence: expect.stringContaining('This code was used already.') }
const locked = { status: 429, retryAfter: 900, sentence: expect.stringContaining('Five codes') }
const none = { status: 400, sentence: 'Nothing waits for a code here. Please log in again.' }

const enter = (code: string, headers: Headers) =>
  testShop.shop.enterCode(null, { code }, { headers })

test('is for staff alone, and a code for those alone who have one', async () => {
  const customer = await registeredPerson(testShop)
  const { shop } = testShop
  const { viewer, headers } = customer
  expect(await shop.beginSecondFactor(viewer, { password }, { headers })).toMatchObject({
    ...{ ok: false, status: 403 },
  })
  for (const by of [headers, new Headers()]) {
    expect(await enter('123456', by)).toMatchObject({ ok: false, ...none })
  }
})

/** A staff member with a login session. */
async function anOwner() {
  const person = await registeredPerson(testShop)
  await testShop.db
    .update(users)
    .set({ role: 'staff', emailVerified: true })
    .where(eq(users.id, person.viewer.id))
  return { ...person, viewer: (await viewerOf(person.headers))! }
}

/** The code that an app shows, so many steps from now by the shop's clock. */
function codeOf(secret: string, steps = 0): string {
  const timestamp = testShop.services.clock().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** The same with a second factor; its clock is past the code of the set-up. */
async function anOwnerWithFactor() {
  const { shop } = testShop
  const person = await anOwner()
  const begun = await shop.beginSecondFactor(
    person.viewer,
    { password },
    { headers: person.headers },
  )
  expect(begun).toMatchObject({ ok: true })
  const { secret } = (await shop.viewSecondFactor(person.viewer))!.setUp!
  const on = await shop.confirmSecondFactor(
    person.viewer,
    { code: codeOf(secret) },
    { headers: person.headers },
  )
  if (!on.ok) throw new Error(on.sentence)
  testShop.pass(2)
  return { ...person, secret, recoveryCodes: on.done.recoveryCodes }
}

async function signedInAgain(email: string): Promise<Headers> {
  const entered = await testShop.shop.signIn({ email, password }, from())
  if (!entered.ok) throw new Error(entered.code)
  return from(undefined, entered.cookies)
}

describe('a second factor', () => {
  test('is off until it is set up, needs the password, and ends other login sessions', async () => {
    const { db, shop } = testShop
    const { viewer, headers, email } = await anOwner()
    expect(await shop.viewSecondFactor(viewer)).toMatchObject({ isOn: false, setUp: null })
    expect(await shop.viewCodeStep(headers)).toBe('none')
    const refused = await shop.beginSecondFactor(viewer, { password: 'not this one' }, { headers })
    expect(refused).toMatchObject({ status: 400, sentence: 'That is not your current password.' })
    const other = await signedInAgain(email)
    await shop.beginSecondFactor(viewer, { password }, { headers })
    // Not finished: nothing is asked for yet.
    expect((await viewerOf(other))?.id).toBe(viewer.id)
    const { secret } = (await shop.viewSecondFactor(viewer))!.setUp!
    expect(await shop.confirmSecondFactor(viewer, { code: '000000' }, { headers })).toMatchObject({
      ok: false,
    })
    expect(
      await shop.confirmSecondFactor(viewer, { code: codeOf(secret) }, { headers }),
    ).toMatchObject({
      ok: true,
    })
    expect(await viewerOf(other)).toBeNull()
    // Ended, and not only asked for a code.
    expect(await db.$count(sessions, eq(sessions.userId, viewer.id))).toBe(1)
    expect((await viewerOf(headers))?.isCodeStale).toBe(false)
    const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, viewer.id))
    expect(row!.secret).not.toContain(secret)
  })

  test('is not set up in a login session that was ended meanwhile, as by recovery', async () => {
    const { db, shop } = testShop
    const { viewer, headers } = await anOwner()
    await shop.beginSecondFactor(viewer, { password }, { headers })
    const { secret } = (await shop.viewSecondFactor(viewer))!.setUp!
    const confirmed = await afterChangeOf(
      db,
      viewer.id,
      (tx) => tx.delete(sessions).where(eq(sessions.userId, viewer.id)),
      () => shop.confirmSecondFactor(viewer, { code: codeOf(secret) }, { headers }),
    )
    expect(confirmed).toMatchObject({ ok: false })
    expect(await shop.viewSecondFactor(viewer)).toMatchObject({ isOn: false })
  })

  test('whose set-up was left unfinished shows its secret no longer, and is begun again', async () => {
    const { shop } = testShop
    const { viewer, headers } = await anOwner()
    await shop.beginSecondFactor(viewer, { password }, { headers })
    const { secret } = (await shop.viewSecondFactor(viewer))!.setUp!
    testShop.pass(16)
    expect((await shop.viewSecondFactor(viewer))!.setUp).toBeNull()
    const late = await shop.confirmSecondFactor(viewer, { code: codeOf(secret) }, { headers })
    expect(late).toMatchObject(none)
    await shop.beginSecondFactor(viewer, { password }, { headers })
    expect((await shop.viewSecondFactor(viewer))!.setUp!.secret).not.toBe(secret)
  })

  test('that is not there takes no code, neither to be removed nor for recovery codes', async () => {
    const { shop } = testShop
    const { viewer, headers } = await anOwner()
    for (const act of [shop.dropSecondFactor, shop.renewRecoveryCodes]) {
      expect(await act(viewer, { code: '123456' }, { headers })).toMatchObject(none)
    }
  })

  test('whose set-up is guessed at is locked too, which is told to nobody', async () => {
    const { db, shop } = testShop
    const { viewer, headers, email } = await anOwner()
    await shop.beginSecondFactor(viewer, { password }, { headers })
    const { secret } = (await shop.viewSecondFactor(viewer))!.setUp!
    const confirm = (code: string) => shop.confirmSecondFactor(viewer, { code }, { headers })
    for (let guess = 0; guess < 5; guess++) expect(await confirm('000000')).toMatchObject(wrong)
    expect(await confirm(codeOf(secret))).toMatchObject({
      status: 400,
      sentence: expect.stringContaining('Five codes'),
    })
    const kinds = (await emailsTo(db, email)).map(({ kind }) => kind)
    expect(kinds).not.toContain('second-factor-locked')
  })

  test('is not replaced by who knows the password alone', async () => {
    const { shop } = testShop
    const { email, viewer, headers, secret } = await anOwnerWithFactor()
    await shop.beginSecondFactor(viewer, { password }, { headers })
    expect(await shop.viewSecondFactor(viewer)).toMatchObject({ isOn: true, setUp: null })
    expect(await enter(codeOf(secret), await signedInAgain(email))).toMatchObject({ ok: true })
  })

  test('makes a login session nobody’s until a code is entered, each step once', async () => {
    const { shop } = testShop
    const { email, viewer, secret } = await anOwnerWithFactor()
    const headers = await signedInAgain(email)
    expect(await viewerOf(headers)).toBeNull()
    expect((await shop.identify(headers)).isCodeDue).toBe(true)
    expect(await shop.roleNow(headers)).toMatchObject({ role: 'visitor', duties: [] })
    expect(await shop.viewCodeStep(headers)).toBe('due')
    for (const guess of ['', '12', '000000', 'K7QX-M2PD-9RTA']) {
      expect(await enter(guess, headers)).toMatchObject(guess.length > 6 ? wrongRecovery : wrong)
      expect(await viewerOf(headers)).toBeNull()
    }
    const code = codeOf(secret)
    expect(await enter(code, headers)).toMatchObject({ ok: true })
    expect((await viewerOf(headers))?.id).toBe(viewer.id)
    const second = await signedInAgain(email)
    expect(await enter(code, second)).toMatchObject(used)
    // An older one was perhaps never used.
    expect(await enter(codeOf(secret, -1), second)).toMatchObject(wrong)
    expect(await viewerOf(second)).toBeNull()
    expect(await enter(codeOf(secret, 1), second)).toMatchObject({ ok: true })
  })

  test('is locked by five wrong codes, one by one also at once, for 15 minutes', async () => {
    const { email, secret } = await anOwnerWithFactor()
    const headers = await signedInAgain(email)
    const tries = await Promise.all(Array.from({ length: 5 }, () => enter('000000', headers)))
    expect(tries).toMatchObject([wrong, wrong, wrong, wrong, wrong])
    expect(await enter(codeOf(secret), headers)).toMatchObject(locked)
    expect(await viewerOf(headers)).toBeNull()
    testShop.pass(16)
    expect(await enter(codeOf(secret), headers)).toMatchObject({ ok: true })
  })

  test('is not locked by wrong codes that are further apart', async () => {
    const { email, secret } = await anOwnerWithFactor()
    const headers = await signedInAgain(email)
    for (let guess = 0; guess < 7; guess++) {
      expect(await enter('000000', headers)).toMatchObject(wrong)
      testShop.pass(8)
    }
    expect(await enter(codeOf(secret), headers)).toMatchObject({ ok: true })
  })

  test('has no network of its own any more that was last used 91 days ago', async () => {
    const { db, shop } = testShop
    const { email, secret, viewer } = await anOwnerWithFactor()
    await db
      .update(factorNetworks)
      .set({ enteredAt: new Date(testShop.services.clock().getTime() - 91 * 86_400_000) })
      .where(eq(factorNetworks.userId, viewer.id))
    const own = await signedInAgain(email)
    const entered = await shop.signIn({ email, password }, from('198.51.100.8'))
    if (!entered.ok) throw new Error(entered.code)
    const strange = from('198.51.100.8', entered.cookies)
    for (let guess = 0; guess < 5; guess++) await enter('000000', strange)
    expect(await enter(codeOf(secret), own)).toMatchObject(locked)
  })

  test('is not locked by a stranger where its person works; they are told once a day', async () => {
    const { db, shop } = testShop
    const { email, secret, viewer } = await anOwnerWithFactor()
    const own = await signedInAgain(email)
    const strange = async (address: string) => {
      const entered = await shop.signIn({ email, password }, from(address))
      if (!entered.ok) throw new Error(entered.code)
      return from(address, entered.cookies)
    }
    const first = await strange('198.51.100.7')
    const second = await strange('192.0.2.9')
    // From several networks together no more than from one.
    for (const headers of [first, second, first, second, first]) {
      expect(await enter('000000', headers)).toMatchObject(wrong)
    }
    for (const headers of [first, second]) {
      expect(await enter(codeOf(secret), headers)).toMatchObject(locked)
    }
    expect(await enter(codeOf(secret), own)).toMatchObject({ ok: true })
    // That did not open the lock of the others.
    expect(await enter(codeOf(secret, 1), first)).toMatchObject(locked)

    const told = async () =>
      (await emailsTo(db, email)).filter(({ kind }) => kind === 'second-factor-locked').length
    expect(await told()).toBe(1)
    await shop.openTimedTasks()
    const tasks = (await viewTasks(testShop.services, viewer)).tasks
    expect(tasks.find(({ kind }) => kind === 'second-factor-locked')).toMatchObject({
      about: expect.stringContaining(viewer.email),
    })
    testShop.pass(16)
    for (let guess = 0; guess < 5; guess++) {
      await enter('000000', second)
    }
    expect(await enter(codeOf(secret), second)).toMatchObject(locked)
    expect(await told()).toBe(1)
  })

  test('gives new recovery codes for a code of the app alone', async () => {
    const { db, shop } = testShop
    const { headers, recoveryCodes, secret, viewer } = await anOwnerWithFactor()
    const refused = await shop.renewRecoveryCodes(viewer, { code: recoveryCodes[0]! }, { headers })
    expect(refused).toMatchObject({
      sentence: 'New recovery codes need a code of the authenticator app, not a recovery code.',
    })
    expect((await shop.viewSecondFactor(viewer))!.recoveryCodes).toBe(10)
    // Nor does it count as a wrong code.
    for (let again = 0; again < 4; again++) {
      await shop.renewRecoveryCodes(viewer, { code: recoveryCodes[0]! }, { headers })
    }
    const renewed = await shop.renewRecoveryCodes(viewer, { code: codeOf(secret) }, { headers })
    expect(renewed.ok && renewed.done.recoveryCodes).toHaveLength(10)
    expect(
      await shop.dropSecondFactor(viewer, { code: recoveryCodes[0]! }, { headers }),
    ).toMatchObject(wrongRecovery)
    const [code] = renewed.ok ? renewed.done.recoveryCodes : []
    const waiting = await signedInAgain(viewer.email)
    expect(await shop.dropSecondFactor(viewer, { code: code! }, { headers })).toMatchObject({
      ok: true,
    })
    expect(await shop.viewSecondFactor(viewer)).toMatchObject({ isOn: false, recoveryCodes: 0 })
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, viewer.id))
      .orderBy(auditLog.id)
    expect(log.map(({ action }) => action)).toEqual([
      'second-factor-added',
      'second-factor-removed',
    ])
    // Who knew the password alone is not let in by this.
    expect(await viewerOf(waiting)).toBeNull()
    expect((await viewerOf(headers))?.id).toBe(viewer.id)
  })

  test('says when a clock is more than 90 seconds off', async () => {
    const { email, secret } = await anOwnerWithFactor()
    const headers = await signedInAgain(email)
    expect(await enter(codeOf(secret, -5), headers)).toMatchObject({
      sentence: expect.stringContaining('about 150 seconds off'),
    })
    expect(await enter(codeOf(secret, 2), headers)).toMatchObject({ ok: true })
  })

  test('does not tell a guess for which later moment it is right, but during the set-up', async () => {
    const { shop } = testShop
    const { email, secret } = await anOwnerWithFactor()
    const headers = await signedInAgain(email)
    for (const steps of [4, 10, 40]) {
      const guessed = await enter(codeOf(secret, steps), headers)
      expect(guessed).toMatchObject(wrong)
    }
    const person = await anOwner()
    await shop.beginSecondFactor(person.viewer, { password }, { headers: person.headers })
    const setUp = (await shop.viewSecondFactor(person.viewer))!.setUp!
    const early = codeOf(setUp.secret, 10)
    expect(
      await shop.confirmSecondFactor(person.viewer, { code: early }, { headers: person.headers }),
    ).toMatchObject({
      sentence: expect.stringContaining('about 300 seconds off'),
    })
  })

  test('lets a recovery code in once', async () => {
    const { shop } = testShop
    const { email, recoveryCodes, viewer } = await anOwnerWithFactor()
    expect(recoveryCodes).toHaveLength(10)
    const headers = await signedInAgain(email)
    expect(await enter(recoveryCodes[0]!, headers)).toMatchObject({ ok: true })
    const second = await signedInAgain(email)
    expect(await enter(recoveryCodes[0]!, second)).toMatchObject(wrongRecovery)
    expect(await enter(`${recoveryCodes[1]!}x`, second)).toMatchObject(wrongRecovery)
    expect((await shop.viewSecondFactor(viewer))!.recoveryCodes).toBe(9)
  })

  test('counts wrong codes anew after a recovery code, and takes no used code again', async () => {
    const { shop } = testShop
    const { email, recoveryCodes, secret } = await anOwnerWithFactor()
    const signedInAt = async (address: string) => {
      const entered = await shop.signIn({ email, password }, from(address))
      return from(address, entered.ok ? entered.cookies : [])
    }
    const [away, elsewhere] = [await signedInAt('198.51.100.9'), await signedInAt('192.0.2.7')]
    const code = codeOf(secret)
    expect(await enter(code, await signedInAgain(email))).toMatchObject({ ok: true })
    for (let guess = 0; guess < 4; guess++) expect(await enter('000000', away)).toMatchObject(wrong)
    expect(await enter(recoveryCodes[0]!, away)).toMatchObject({ ok: true })
    for (let guess = 0; guess < 4; guess++) expect(await enter('000000', away)).toMatchObject(wrong)
    expect(await enter(code, away)).toMatchObject(used)
    expect(await enter(codeOf(secret, 1), away)).toMatchObject(locked)
    // So does the count that networks share, of which this was one until then.
    expect(await enter('000000', elsewhere)).toMatchObject(wrong)
    expect(await enter(codeOf(secret, 1), elsewhere)).toMatchObject({ ok: true })
  })

  test('is asked for again after a quarter of an hour, where it matters', async () => {
    const { db, shop } = testShop
    const { viewer, headers } = await anOwnerWithFactor()
    await db
      .update(sessions)
      .set({ codeEnteredAt: sql`now() - interval '16 minutes'` })
      .where(eq(sessions.userId, viewer.id))
    const stale = (await viewerOf(headers))!
    expect(stale.isCodeStale).toBe(true)
    const wish = { email: viewer.email, duty: ['owner', 'emails'], seen: 'owner' }
    expect(await changeDuties(testShop.services, stale, wish)).toMatchObject({ isCodeDue: true })
    expect(may(stale, 'manage-people')).toBe(true)
    const all = new URLSearchParams()
    expect(await shop.exportNeeds(stale, userList, all)).toBeNull()
    await db.execute(sql`insert into users (name, email)
      select 'x', 'many.' || n || '@example.com' from generate_series(1, 501) as n`)
    expect(await shop.exportNeeds(stale, userList, all)).toBe('code')
    const { isCodeStale: _none, ...without } = stale
    expect(await shop.exportNeeds(without, userList, all)).toBe('factor')
    expect(await shop.exportNeeds({ ...stale, isCodeStale: false }, userList, all)).toBeNull()
    const lines: unknown[] = []
    expect(await shop.exportList(stale, userList, all, async (more) => void lines.push(more))).toBe(
      false,
    )
    expect(lines).toEqual([])
  })

  test('is removed by another owner, both told, and noted', async () => {
    const { db } = testShop
    const ana = await anOwnerWithFactor()
    const bruno = await anOwner()
    const waiting = await signedInAgain(ana.email)
    const remove = (viewer: typeof ana.viewer) =>
      removeSecondFactor(testShop.services, viewer, { person: ana.viewer.id })
    expect(await remove(ana.viewer)).toMatchObject({
      sentence: expect.stringContaining('To turn off your own'),
    })
    expect(await remove(bruno.viewer)).toMatchObject({ ok: true })
    expect(await remove(bruno.viewer)).toMatchObject({
      sentence: 'This person has no second factor.',
    })
    // Neither the session of the lost phone goes on, nor does one open that waited for a code.
    expect(await viewerOf(ana.headers)).toBeNull()
    expect(await viewerOf(waiting)).toBeNull()
    for (const { email } of [ana, bruno]) {
      const kinds = (await emailsTo(db, email)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'second-factor-off')).toHaveLength(1)
    }
    expect(await viewerOf(await signedInAgain(ana.email))).not.toBeNull()
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, ana.viewer.id))
      .orderBy(auditLog.id)
    expect(log.map(({ action }) => action)).toEqual([
      'second-factor-added',
      'second-factor-removed',
    ])
  })

  test('once required, has seven days of grace, then no duty counts without it', async () => {
    const { db, shop } = testShop
    const ana = await anOwnerWithFactor()
    const bruno = await anOwner()
    const require = (viewer: typeof ana.viewer, to: 'on' | 'off') =>
      requireSecondFactor(testShop.services, viewer, { to })
    expect(await require(bruno.viewer, 'on')).toMatchObject({
      sentence: 'Set up your own second factor first.',
    })
    expect(await require(ana.viewer, 'on')).toMatchObject({ ok: true })
    expect((await viewerOf(bruno.headers))?.duties).toEqual(['owner'])
    await shop.openTimedTasks()
    const kinds = (await viewTasks(testShop.services, ana.viewer)).tasks.map(({ kind }) => kind)
    expect(kinds).toContain('second-factor-missing')
    await db.execute(sql`update shop_switches set changed_at = now() - interval '8 days'`)
    expect(await viewerOf(bruno.headers)).toMatchObject({ duties: [], needsFactor: true })
    expect((await shop.roleNow(bruno.headers)).duties).toEqual([])
    expect((await viewerOf(ana.headers))?.duties).toEqual(['owner'])
    expect(
      await shop.dropSecondFactor(ana.viewer, { code: '000000' }, { headers: ana.headers }),
    ).toMatchObject({
      sentence: 'A second factor is required for all staff, so it cannot be turned off here.',
    })
    await require(ana.viewer, 'off')
    expect((await viewerOf(bruno.headers))?.duties).toEqual(['owner'])
  })

  test('ends with the staff rights', async () => {
    const { db } = testShop
    const { viewer, email } = await anOwnerWithFactor()
    await db.update(users).set({ role: 'member' }).where(eq(users.id, viewer.id))
    expect(await db.$count(secondFactors, eq(secondFactors.userId, viewer.id))).toBe(0)
    expect((await viewerOf(await signedInAgain(email)))?.role).toBe('member')
  })
})
