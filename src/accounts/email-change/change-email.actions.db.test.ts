import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { markMailSent } from '#mail/mails.store.server.ts'
import { orders } from '#orders/order/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { bought } from '#tests/harness/bought.ts'
import {
  from,
  emailsTo,
  password,
  registeredPerson,
  somePerson,
  tokenIn,
} from '#tests/harness/identity.ts'
import { tablesWith } from '#tests/harness/tables-with.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { waitingForLocks } from '#tests/harness/waiting-for-locks.ts'

import { factsOf, recordNo, recordYes } from '../consent/consent.actions.server.ts'
import { whyNotWriteTo } from '../consent/consent.rules.ts'
import { consentsOf } from '../consent/consents.store.server.ts'
import { dataRequestsOf, insertDataRequest } from '../consent/data-requests.store.server.ts'
import { joinMailingList } from '../consent/join-mailing-list.actions.server.ts'
import { linkGoogle, waysToSignIn } from '../sign-in/identities.store.server.ts'
import { securityActions } from '../sign-in/security.actions.server.ts'
import { emailChanges } from '../sign-in/tables.ts'
import { userEmails } from '../users/tables.ts'
import { insertUserWithPassword } from '../users/users.store.server.ts'
import { confirmByLink, continueEmailChange } from './change-email.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const emailOf = async (id: string) =>
  (await testShop.db.select().from(users).where(eq(users.id, id)))[0]!

async function withPendingChange() {
  const person = await registeredPerson(testShop)
  const next = somePerson().email
  const change = { email: next, password }
  const requested = await testShop.shop.requestEmailChange(person.viewer, change, person.headers)
  expect(requested).toEqual({ ok: true })
  return { ...person, next }
}

const kind = 'email-change-confirm'
const approval = 'email-change-approve'

/** Uses a link in the login session of `viewer`. */
const use = (viewer: { id: string }, token: string) =>
  testShop.shop.confirmEmail(viewer, token, from())

const kindsTo = async (email: string) =>
  (await emailsTo(testShop.db, email)).map((mail) => mail.kind)

const pendingOf = async ({ viewer, headers }: Awaited<ReturnType<typeof registeredPerson>>) =>
  (await testShop.shop.viewSecurity(viewer, headers)).pendingEmail

/** Runs the background jobs of a waiting change that are due by the shop's clock. */
async function runDueJobs(userId: string) {
  const { rows } = await testShop.db.execute<{
    payload: { userId: string; waitsUntil: string }
  }>(sql`
    select payload from graphile_worker._private_jobs
    where run_at <= ${testShop.services.clock().toISOString()} and payload ->> 'waitsUntil' is not null
    order by run_at`)
  for (const { payload } of rows) {
    if (payload.userId === userId) await continueEmailChange(testShop.services, payload)
  }
}

describe('a change of email', () => {
  test('asks the old address to approve and the new one to confirm, in two different emails', async () => {
    const { email, next } = await withPendingChange()
    expect(await kindsTo(email)).toEqual([approval, 'register'])
    expect(await kindsTo(next)).toEqual([kind])
  })

  test('waits for both addresses, in whichever order, and then tells both', async () => {
    const person = await withPendingChange()
    const { viewer, email, next } = person
    const old = await tokenIn(testShop.db, email, approval)
    const fresh = await tokenIn(testShop.db, next, kind)
    expect(await use(viewer, fresh)).toEqual({ ok: true, outcome: 'new-confirmed' })
    expect(await use(viewer, fresh)).toEqual({ ok: true, outcome: 'new-confirmed' })
    expect((await emailOf(viewer.id)).email).toBe(email)
    expect(await pendingOf(person)).toMatchObject({
      email: next,
      isApproved: false,
      isConfirmed: true,
      waitsUntil: null,
    })
    expect(await use(viewer, old)).toEqual({ ok: true, outcome: 'changed' })
    expect(await emailOf(viewer.id)).toMatchObject({ email: next, emailVerified: true })
    expect(await pendingOf(person)).toBeNull()
    for (const address of [email, next]) expect(await kindsTo(address)).toContain('email-changed')
    expect(await use(viewer, old)).toMatchObject({ code: 'invalid-action-code' })
    expect((await testShop.shop.signIn({ email: next, password }, from())).ok).toBe(true)
    expect((await testShop.shop.signIn({ email, password }, from())).ok).toBe(false)
  })

  test('takes a no to emails along, unless the new address agreed later', async () => {
    const { db, services } = testShop
    const act = { source: 'account', wording: 'as the form says' } as const
    const why = async (address: string) => whyNotWriteTo(await factsOf(services, db, address))
    const join = (address: string) =>
      joinMailingList(
        services,
        { fullname: 'Ana Ruiz', email: address },
        { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false },
      )
    for (const [agreesLater, expected] of [
      [false, 'left'],
      [true, null],
    ] as const) {
      const { viewer, email, next } = await withPendingChange()
      if (!agreesLater) await join(next)
      await db.transaction((tx) =>
        recordNo(services, tx, email, act, { keepsSubscription: true, always: true }),
      )
      if (agreesLater) await join(next)
      expect(await why(next)).toBeNull()
      await use(viewer, await tokenIn(db, email, approval))
      const changed = await use(viewer, await tokenIn(db, next, kind))
      expect(changed).toEqual({ ok: true, outcome: 'changed' })
      expect(await why(next)).toBe(expected)
    }
  })

  /** Puts an address on the mailing list, and on that of an account. */
  async function listed(email: string, userId: string | null) {
    const name = { fullName: 'Ana Ruiz', firstName: 'Ana' }
    const record = { ...name, email, userId, consentSource: 'test', consentWording: 'yes' }
    await testShop.db.insert(mailingListClients).values(record)
  }
  const onList = (email: string) =>
    testShop.db.select().from(mailingListClients).where(eq(mailingListClients.email, email))

  test('takes along what is kept about the old address, so that an erasure leaves neither', async () => {
    const { db, services, shop } = testShop
    const { viewer, headers, email, next } = await withPendingChange()
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    await listed(email, viewer.id)
    const act = { source: 'account', wording: 'as the form says' } as const
    await db.transaction((tx) => recordYes(services, tx, email, act))
    const number = await insertDataRequest(db, 'export', email, { isDone: true })
    const deliver = async () => {
      for (const address of [email, next]) {
        for (const mail of await emailsTo(db, address)) await markMailSent(db, mail)
      }
    }
    const tokens = [await tokenIn(db, email, approval), await tokenIn(db, next, kind)]
    await deliver()
    for (const token of tokens) await use(viewer, token)
    // The notice of the change goes to the old address, and is forgotten then.
    expect(await kindsTo(email)).toEqual(['email-changed'])
    await deliver()
    expect(await tablesWith(db, email)).toEqual([])
    expect(await onList(next)).toMatchObject([{ userId: viewer.id, unsubscribedAt: null }])
    expect(whyNotWriteTo(await factsOf(services, db, next))).toBeNull()
    const now = { ...viewer, email: next }
    const said = await consentsOf(db, next)
    expect(said.map(({ verdict, wording, counts }) => [verdict, wording, counts])).toEqual([
      ['yes', 'as the form says', true],
    ])
    const requests = await dataRequestsOf(db, next)
    expect(requests.map((one) => one.number)).toEqual([number])
    expect(await shop.deleteAccount(now, { password }, headers)).toMatchObject({ ok: true })
    await deliver()
    for (const address of [email, next]) expect(await tablesWith(db, address)).toEqual([])
  })

  test('takes no yes along to an address that said no itself', async () => {
    const { db, services } = testShop
    const act = { source: 'account', wording: 'as the form says' } as const
    const { viewer, email, next } = await withPendingChange()
    await db.transaction((tx) => recordNo(services, tx, next, act, { always: true }))
    await db.transaction((tx) => recordYes(services, tx, email, act))
    await use(viewer, await tokenIn(db, email, approval))
    await use(viewer, await tokenIn(db, next, kind))
    const said = await consentsOf(db, next)
    expect(said.map(({ verdict, counts }) => [verdict, counts])).toEqual([
      ['yes', false],
      ['no', true],
    ])
    expect(whyNotWriteTo(await factsOf(services, db, next))).toBe('left')
  })

  test('leaves what is kept about an old address that the list still has, or that was never theirs', async () => {
    const { db, services } = testShop
    const act = { source: 'account', wording: 'as the form says' } as const
    const both = await withPendingChange()
    await listed(both.email, both.viewer.id)
    await listed(both.next, null)
    const other = await withPendingChange()
    const waited = { approvedAt: null, waitsUntil: new Date(0) }
    await db.update(emailChanges).set(waited).where(eq(emailChanges.userId, other.viewer.id))
    for (const { viewer, email, next } of [both, other]) {
      await db.transaction((tx) => recordYes(services, tx, email, act))
      if (email === both.email) await use(viewer, await tokenIn(db, email, approval))
      const changed = await use(viewer, await tokenIn(db, next, kind))
      expect(changed).toEqual({ ok: true, outcome: 'changed' })
      expect((await consentsOf(db, email)).map(({ wording }) => wording)).toContain(act.wording)
      expect(await kindsTo(email)).toContain('register')
    }
    expect(await onList(both.email)).toMatchObject([{ userId: null }])
    expect(await onList(both.next)).toMatchObject([{ userId: both.viewer.id }])
  })

  test('has the account’s orders written about at the new address, and no others', async () => {
    const { viewer, email, next } = await withPendingChange()
    const { db } = testShop
    const own = await bought(db, { userId: viewer.id, email: email.toUpperCase() })
    const typed = await bought(db, { userId: viewer.id, email: 'at-work@customer.example' })
    const guests = await bought(db, { userId: null, email })
    await use(viewer, await tokenIn(db, email, approval))
    await use(viewer, await tokenIn(db, next, kind))
    const addressOf = async (id: string) =>
      (await db.select({ email: orders.email }).from(orders).where(eq(orders.id, id)))[0]!.email
    expect(await Promise.all([own, typed, guests].map(addressOf))).toEqual([
      next,
      // For that order alone.
      'at-work@customer.example',
      email,
    ])
  })

  test('is agreed to only in a login session of its account', async () => {
    const { viewer, email, next } = await withPendingChange()
    const other = await registeredPerson(testShop)
    for (const token of [
      await tokenIn(testShop.db, email, approval),
      await tokenIn(testShop.db, next, kind),
    ]) {
      expect(await use(other.viewer, token)).toEqual({ ok: false, code: 'different-account' })
    }
    expect((await emailOf(viewer.id)).email).toBe(email)
  })

  test('agreed to at both addresses at once happens once', async () => {
    const { viewer, email, next } = await withPendingChange()
    const tokens = [
      await tokenIn(testShop.db, email, approval),
      await tokenIn(testShop.db, next, kind),
    ]
    const results = await Promise.all(tokens.map((token) => use(viewer, token)))
    const outcomes = results.map((result) => (result.ok ? result.outcome : result.code))
    expect(outcomes).toContain('changed')
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(1)
  })

  test('can be cancelled, and its links are void then', async () => {
    const person = await withPendingChange()
    const token = await tokenIn(testShop.db, person.next, kind)
    await testShop.shop.cancelEmailChange(person.viewer)
    expect(await pendingOf(person)).toBeNull()
    expect(await use(person.viewer, token)).toMatchObject({ code: 'invalid-action-code' })
  })

  test('is cancelled by a new password', async () => {
    const person = await withPendingChange()
    const passwords = { current: password, next: 'a new password' }
    await testShop.shop.changePassword(person.viewer, passwords, person.headers)
    expect(await pendingOf(person)).toBeNull()
  })

  test('to an address that is registered at that very moment is refused', async () => {
    const { viewer, email, next } = await withPendingChange()
    const old = await tokenIn(testShop.db, email, approval)
    await use(viewer, await tokenIn(testShop.db, next, kind))
    const registering = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const other = testShop.db.transaction(async (tx) => {
      const person = { email: next, firstName: 'Ana', lastName: 'Vale', passwordHash: 'none' }
      await insertUserWithPassword(tx, person)
      written.resolve()
      await registering.promise
    })
    await written.promise
    const result = use(viewer, old)
    await expect.poll(() => waitingForLocks(testShop.db)).toBe(1)
    registering.resolve()
    await other
    expect(await result).toEqual({ ok: false, code: 'email-already-in-use' })
    expect((await emailOf(viewer.id)).email).toBe(email)
  })

  test('removes the Google account of the old one, its links, and tells the payment provider', async () => {
    const { db } = testShop
    const { viewer, email, next } = await withPendingChange()
    await linkGoogle(db, viewer.id, `google of ${email}`)
    await db.update(users).set({ stripeCustomerId: 'cus_1' }).where(eq(users.id, viewer.id))
    await testShop.shop.sendRecoveryEmail(email)
    const recovery = await tokenIn(db, email, 'password-recovery')
    await use(viewer, await tokenIn(db, email, approval))
    await use(viewer, await tokenIn(db, next, kind))
    expect(await waysToSignIn(db, viewer.id)).toEqual({ password: true, google: false })
    for (const address of [email, next]) {
      const told = (await emailsTo(db, address)).find((mail) => mail.kind === 'email-changed')
      expect(told?.props).toMatchObject({ oldEmail: email, newEmail: next, googleRemoved: true })
    }
    const reset = await testShop.shop.resetPassword(
      { token: recovery, password: 'new one' },
      from(),
    )
    expect(reset).toMatchObject({ code: 'invalid-action-code' })
    const { rows } = await db.execute<{ task: string }>(sql`
      select task_identifier as task from graphile_worker.jobs
      where id in (select id from graphile_worker._private_jobs where payload ->> 'userId' = ${viewer.id})`)
    expect(rows.map(({ task }) => task)).toContain('sync-payment-customer')
  })

  test('to the address that it has asks nobody', async () => {
    const { viewer, headers, email } = await registeredPerson(testShop)
    const asked = await testShop.shop.requestEmailChange(viewer, { email, password }, headers)
    expect(asked).toEqual({ ok: true, isSame: true })
    expect(await kindsTo(email)).toEqual(['register'])
    const typed = { email: email.toUpperCase(), current: password }
    const said = await securityActions['change-email'](testShop.services, viewer, typed, {
      headers,
    })
    expect(said).toMatchObject({
      ok: true,
      said: {
        tone: 'info',
        sentence: 'That is the email of your account already. No emails were sent.',
      },
    })
  })

  test('to the second address of the same account is confirmed there, as to any other', async () => {
    const { viewer, headers, email } = await registeredPerson(testShop)
    const second = somePerson().email
    await testShop.db.insert(userEmails).values({ email: second, userId: viewer.id })
    const change = { email: second, password }
    expect(await testShop.shop.requestEmailChange(viewer, change, headers)).toEqual({ ok: true })
    expect(await kindsTo(email)).toEqual([approval, 'register'])
    expect(await kindsTo(second)).toEqual([kind])
  })

  test('that has taken effect is not said to be canceled', async () => {
    const { viewer, headers } = await withPendingChange()
    const cancel = () =>
      securityActions['cancel-email-change'](testShop.services, viewer, {}, { headers })
    expect(await cancel()).toMatchObject({
      said: { sentence: 'The change is canceled. Your email stays as it is.' },
    })
    expect(await cancel()).toMatchObject({
      said: {
        tone: 'info',
        sentence: `The email of your account is ${viewer.email}. No change of it is pending.`,
      },
    })
  })

  test('needs the password', async () => {
    const { viewer, headers } = await registeredPerson(testShop)
    const email = somePerson().email
    const wrong = await testShop.shop.requestEmailChange(viewer, { email, password: 'no' }, headers)
    expect(wrong).toEqual({ ok: false, code: 'wrong-password' })
    const none = await testShop.shop.requestEmailChange(viewer, { email, password: '' }, headers)
    expect(none).toEqual({ ok: false, code: 'missing-password' })
    expect(await emailsTo(testShop.db, email)).toEqual([])
  })

  test('to an address with an account discloses that neither to the viewer nor to its owner', async () => {
    const other = await registeredPerson(testShop)
    const { viewer, headers, email } = await registeredPerson(testShop)
    const change = { email: other.email, password }
    expect(await testShop.shop.requestEmailChange(viewer, change, headers)).toEqual({ ok: true })
    expect(await kindsTo(other.email)).toEqual(['register'])
    const token = await tokenIn(testShop.db, email, approval)
    expect(await use(viewer, token)).toEqual({ ok: true, outcome: 'approved' })
    expect((await emailOf(viewer.id)).email).toBe(email)
  })

  test('to an address that was taken meanwhile is refused', async () => {
    const { email, next, viewer } = await withPendingChange()
    await testShop.shop.register({ ...somePerson(), email: next }, from())
    await use(viewer, await tokenIn(testShop.db, email, approval))
    const last = await use(viewer, await tokenIn(testShop.db, next, kind))
    expect(last).toMatchObject({ code: 'email-already-in-use' })
    expect((await emailOf(viewer.id)).email).toBe(email)
  })

  test('to an address that was taken meanwhile says so', async () => {
    const { email, next, viewer } = await withPendingChange()
    await testShop.shop.register({ ...somePerson(), email: next }, from())
    await use(viewer, await tokenIn(testShop.db, email, approval))
    const says = {
      sentence: 'The new address has an account of its own by now. Your email stays as it is.',
    }
    const press = (token: string) => confirmByLink(testShop.services, viewer, { token, to: '' })
    const [fresh, old] = [
      await tokenIn(testShop.db, next, kind),
      await tokenIn(testShop.db, email, approval),
    ]
    // Pressed again, either link says so, too.
    for (const token of [fresh, fresh, old]) expect(await press(token)).toMatchObject(says)
  })

  test('is replaced by a later one, and expires after a day', async () => {
    const person = await withPendingChange()
    const { viewer, headers, email, next } = person
    const first = await tokenIn(testShop.db, next, kind)
    await testShop.shop.requestEmailChange(viewer, { email: somePerson().email, password }, headers)
    expect(await use(viewer, first)).toMatchObject({ code: 'invalid-action-code' })
    const old = await tokenIn(testShop.db, email, approval)
    testShop.pass(24 * 60 - 1)
    expect(await use(viewer, old)).toEqual({ ok: true, outcome: 'approved' })
    testShop.pass(2)
    expect(await use(viewer, old)).toMatchObject({ code: 'expired-action-code' })
    expect(await pendingOf(person)).toBeNull()
    testShop.pass(-(24 * 60 + 1))
  })
})

describe('a change of email whose old mailbox is lost', () => {
  const hour = 60

  async function waiting() {
    const person = await withPendingChange()
    const started = await testShop.shop.startLostMailboxWait(
      person.viewer,
      { password },
      person.headers,
    )
    expect(started).toEqual({ ok: true })
    return person
  }

  const passing = async (hours: number, then: () => Promise<void>) => {
    testShop.pass(hours * hour)
    await then().finally(() => testShop.pass(-hours * hour))
  }

  test('takes effect after 72 hours, with notices to both addresses each day', async () => {
    const { viewer, email, next } = await waiting()
    const confirmed = await use(viewer, await tokenIn(testShop.db, next, kind))
    expect(confirmed).toEqual({ ok: true, outcome: 'waiting' })
    const noticesTo = async (address: string) =>
      (await kindsTo(address)).filter((each) => each === 'email-change-waiting').length
    expect([await noticesTo(email), await noticesTo(next)]).toEqual([1, 1])
    await passing(71, async () => {
      await runDueJobs(viewer.id)
      expect((await emailOf(viewer.id)).email).toBe(email)
      expect([await noticesTo(email), await noticesTo(next)]).toEqual([3, 3])
    })
    await passing(73, () => runDueJobs(viewer.id))
    expect(await emailOf(viewer.id)).toMatchObject({ email: next, emailVerified: true })
    expect(await kindsTo(email)).toContain('email-changed')
  })

  test('to an address that was taken meanwhile is said on the page of Security, and replaced by another', async () => {
    const person = await waiting()
    const { viewer, email, next, headers } = person
    await use(viewer, await tokenIn(testShop.db, next, kind))
    expect(await pendingOf(person)).toMatchObject({ isTaken: false })
    await testShop.shop.register({ ...somePerson(), email: next }, from())
    await passing(73, () => runDueJobs(viewer.id))
    expect((await emailOf(viewer.id)).email).toBe(email)
    // Also days later: nothing else tells.
    await passing(73 + 13 * 24, async () => {
      expect(await pendingOf(person)).toMatchObject({ email: next, isTaken: true })
    })
    await passing(73 + 15 * 24, async () => expect(await pendingOf(person)).toBeNull())
    const other = somePerson().email
    await testShop.shop.requestEmailChange(viewer, { email: other, password }, headers)
    expect(await pendingOf(person)).toMatchObject({ email: other, isTaken: false })
  })

  test('to an address that another has is not said to be taken before it was confirmed', async () => {
    const person = await waiting()
    await testShop.shop.register({ ...somePerson(), email: person.next }, from())
    expect(await pendingOf(person)).toMatchObject({ isTaken: false })
  })

  test('is gone on with after 24, 48 and a good 72 hours, and can be agreed to for a day more', async () => {
    const { viewer, email } = await waiting()
    const now = testShop.services.clock().getTime()
    const hours = (at: string | Date) => Math.round((new Date(at).getTime() - now) / 36_000) / 100
    const { rows } = await testShop.db.execute<{ at: string }>(sql`
      select run_at as at from graphile_worker._private_jobs
      where payload ->> 'userId' = ${viewer.id} and payload ->> 'waitsUntil' is not null
      order by run_at`)
    expect(rows.map(({ at }) => hours(at))).toEqual([24, 48, 72.02])
    await passing(95, async () => {
      const approved = await use(viewer, await tokenIn(testShop.db, email, approval))
      expect(approved).toEqual({ ok: true, outcome: 'approved' })
    })
  })

  test('takes effect by the clock of a process that is half a minute behind', async () => {
    const { viewer, next } = await waiting()
    await use(viewer, await tokenIn(testShop.db, next, kind))
    const { rows } = await testShop.db.execute<{
      at: string
      payload: { userId: string; waitsUntil: string }
    }>(sql`
      select run_at as at, payload from graphile_worker._private_jobs
      where payload ->> 'userId' = ${viewer.id} and payload ->> 'waitsUntil' is not null
      order by run_at desc`)
    const { at, payload } = rows[0]!
    const clock = () => new Date(new Date(at).getTime() - 30_000)
    await continueEmailChange({ ...testShop.services, clock }, payload)
    expect(await emailOf(viewer.id)).toMatchObject({ email: next })
  })

  test('is not put off by asking for it again', async () => {
    const { viewer, next, headers } = await waiting()
    await use(viewer, await tokenIn(testShop.db, next, kind))
    await passing(40, async () => {
      const again = await testShop.shop.startLostMailboxWait(viewer, { password }, headers)
      expect(again).toEqual({ ok: true })
    })
    await passing(73, () => runDueJobs(viewer.id))
    expect((await emailOf(viewer.id)).email).toBe(next)
  })

  test('asked for twice at once tells each address once', async () => {
    const { viewer, email, next, headers } = await withPendingChange()
    const start = () => testShop.shop.startLostMailboxWait(viewer, { password }, headers)
    const starting = await testShop.db.transaction(async (tx) => {
      await tx.execute(sql`select from email_changes where user_id = ${viewer.id} for update`)
      const both = [start(), start()]
      await expect.poll(() => waitingForLocks(testShop.db)).toBe(2)
      return { both }
    })
    expect(await Promise.all(starting.both)).toEqual([{ ok: true }, { ok: true }])
    for (const address of [email, next]) {
      const kinds = await kindsTo(address)
      expect(kinds.filter((each) => each === 'email-change-waiting')).toHaveLength(1)
    }
  })

  test('takes effect when the new address is confirmed after the 72 hours', async () => {
    const { viewer, email, next } = await waiting()
    await passing(73, async () => {
      await runDueJobs(viewer.id)
      expect((await emailOf(viewer.id)).email).toBe(email)
      const token = await tokenIn(testShop.db, next, kind)
      expect(await use(viewer, token)).toEqual({ ok: true, outcome: 'changed' })
    })
  })

  test('needs the password, and a change that is pending', async () => {
    const { viewer, headers } = await withPendingChange()
    const wrong = await testShop.shop.startLostMailboxWait(viewer, { password: 'no' }, headers)
    expect(wrong).toEqual({ ok: false, code: 'wrong-password' })
    const other = await registeredPerson(testShop)
    const none = await testShop.shop.startLostMailboxWait(other.viewer, { password }, other.headers)
    expect(none).toEqual({ ok: true, isOver: true })
  })

  test.each([
    ['cancelled', (person) => testShop.shop.cancelEmailChange(person.viewer)],
    [
      'the password is recovered at the old address',
      async (person) => {
        await testShop.shop.sendRecoveryEmail(person.email)
        const token = await tokenIn(testShop.db, person.email, 'password-recovery')
        await testShop.shop.resetPassword({ token, password: 'a new password' }, from())
      },
    ],
  ] satisfies [string, (person: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>][])(
    'does not happen once %s',
    async (_what, stop) => {
      const person = await waiting()
      await use(person.viewer, await tokenIn(testShop.db, person.next, kind))
      await stop(person)
      await passing(73, () => runDueJobs(person.viewer.id))
      expect((await emailOf(person.viewer.id)).email).toBe(person.email)
    },
  )
})

describe('confirming an address', () => {
  test('needs a login session of its account', async () => {
    const { viewer, email } = await registeredPerson(testShop)
    const other = await registeredPerson(testShop)
    expect(await testShop.shop.requestEmailConfirmation(viewer)).toEqual({ ok: true })
    const token = await tokenIn(testShop.db, email, 'email-confirm')
    expect(await use(other.viewer, token)).toEqual({ ok: false, code: 'different-account' })
    expect((await emailOf(viewer.id)).emailVerified).toBe(false)
    const shown = async () => (await testShop.shop.viewSecurity(viewer, from())).emailVerified
    expect(await shown()).toBe(false)
    expect(await use(viewer, token)).toEqual({ ok: true, outcome: 'confirmed' })
    expect((await emailOf(viewer.id)).emailVerified).toBe(true)
    expect(await shown()).toBe(true)
    expect(await use(viewer, token)).toMatchObject({ code: 'invalid-action-code' })
  })

  test('by a link to another address than the account has now does not count', async () => {
    const { viewer, email } = await registeredPerson(testShop)
    await testShop.shop.requestEmailConfirmation(viewer)
    const token = await tokenIn(testShop.db, email, 'email-confirm')
    await testShop.db
      .update(users)
      .set({ email: `other.${email}` })
      .where(eq(users.id, viewer.id))
    expect(await use(viewer, token)).toMatchObject({ code: 'invalid-action-code' })
    expect((await emailOf(viewer.id)).emailVerified).toBe(false)
  })

  test.each([
    ['cart', '/members?cart=open'],
    ['/members?view=account', '/members?view=account'],
    ['https://evil.example/', '/members'],
  ])('asked for at %s leads back to %s', async (to, path) => {
    const { viewer, email } = await registeredPerson(testShop)
    expect(await testShop.shop.requestEmailConfirmation(viewer)).toEqual({ ok: true })
    const token = await tokenIn(testShop.db, email, 'email-confirm')
    const confirmed = await confirmByLink(testShop.services, viewer, { token, to })
    expect(confirmed).toMatchObject({ ok: true, said: { to: path } })
  })

  test('by guessed links stops at the limit of the network', async () => {
    const { viewer, email } = await registeredPerson(testShop)
    await testShop.shop.requestEmailConfirmation(viewer)
    const right = await tokenIn(testShop.db, email, 'email-confirm')
    const headers = from('198.51.110.1')
    // Without a link nothing is guessed.
    const noLink = { ok: false, code: 'invalid-action-code' }
    expect(await testShop.shop.checkEmailLink(viewer, '', headers)).toEqual(noLink)
    expect(await testShop.shop.checkRecoveryLink('', headers)).toEqual(noLink)
    for (let n = 0; n < 60; n++) {
      const guess = await testShop.shop.checkEmailLink(viewer, `guess ${n}`, headers)
      expect(guess).toMatchObject({ code: 'invalid-action-code' })
    }
    const limited = { ok: false, code: 'too-many-links' }
    expect(await testShop.shop.confirmEmail(viewer, right, headers)).toEqual(limited)
    expect(await testShop.shop.checkRecoveryLink('guess', headers)).toEqual(limited)
  })
})
