import { randomUUID } from 'node:crypto'

import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isOnListToo } from '#accounts/account/view-account.actions.server.ts'
import { factsOf, recordNo } from '#accounts/consent/consent.actions.server.ts'
import { whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import { consentsOf } from '#accounts/consent/consents.store.server.ts'
import { openDataRequests } from '#accounts/consent/data-requests.store.server.ts'
import { dataRequests } from '#accounts/consent/tables.ts'
import { saveSubscriber } from '#campaigns/mailing-list/save-subscriber.actions.server.ts'
import { subscriberById } from '#campaigns/mailing-list/subscribers.store.server.ts'
import { markMailSent, queueMails, suppressMail } from '#mail/mails.store.server.ts'
import { suppressions } from '#mail/tables.ts'
import { mails } from '#mail/tables.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { mailingListClients, staffInvitations, users } from '#platform/database/people.tables.ts'
import { inconsistencies } from '#tests/harness/consistency.ts'
import { password, registeredPerson } from '#tests/harness/identity.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import { tablesWith } from '#tests/harness/tables-with.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { finishRequest, recordDataRequest } from '../personal-data/data-requests.actions.server.ts'
import {
  correctOwnName,
  eraseByData,
  exportSubscriberData,
  leaveByData,
  openDataLink,
  requestDataLink,
  viewDataLink,
  viewSubscriberData,
} from '../personal-data/subscriber-data.actions.server.ts'
import { deleteSubscriber } from './delete-subscriber.actions.server.ts'
import { deleteUser } from './delete-user.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(async () => {
  expect(await inconsistencies(testShop.databaseUrl)).toEqual([])
  await testShop.close()
})

/** The form that closes a request whose person is not kept here any more. */
const done = (number: number) => ({ number, outcome: 'nothing-kept', note: '' })

const requestOf = async (number: number) =>
  (await testShop.db.select().from(dataRequests).where(eq(dataRequests.number, number)))[0]

const headers = () => new Headers({ 'x-kohue-address': '203.0.113.9' })

const askForLink = (token: string) =>
  requestDataLink(testShop.services, null, { token }, { headers: headers() })
const open = (cookie: string) =>
  openDataLink(testShop.services, null, { cookie }, { headers: headers() })
const rename = (cookie: string, fullname: string) =>
  correctOwnName(testShop.services, null, { cookie, fullname })
const erase = (cookie: string) => eraseByData(testShop.services, null, { cookie, sure: 'yes' })

async function aSubscriber() {
  const email = `${randomUUID()}@list.example`
  const source = { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false }
  await testShop.shop.joinMailingList({ fullname: 'Ana María Ruiz', email }, source)
  const [row] = await testShop.db
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.email, email))
  return { email, id: row!.id }
}

const mailsTo = (recipient: string) =>
  testShop.db.select().from(mails).where(eq(mails.recipient, recipient))

/** Marks everything queued for an address as sent, as its delivery does. */
async function deliver(email: string) {
  for (const mail of await mailsTo(email)) await markMailSent(testShop.db, mail)
}

/** The cookie of a browser that opened the link a subscriber asked for. */
async function openedBy({ email, id }: { email: string; id: string }): Promise<string> {
  const { services } = testShop
  const token = services.mail.tokens.signData(id)
  expect(await viewDataLink(testShop.services, token)).toBe(true)
  expect(await askForLink(token)).toMatchObject({ done: { isSent: true } })
  const mail = (await mailsTo(email)).find(({ kind }) => kind === 'personal-data-link')!
  const secret = new URL((mail.props as { link: string }).link).searchParams.get('token')!
  expect(await viewSubscriberData(testShop.services, secret)).toEqual({ state: 'unused' })
  // The button is pressed in several browsers at once: one of them gets the data.
  const presses = await Promise.all([1, 2, 3].map(() => open(secret)))
  expect(presses.filter((press) => press.ok && press.done.cookie)).toHaveLength(1)
  expect(await open(secret)).toMatchObject({ done: { cookie: null } })
  expect(await viewSubscriberData(testShop.services, secret)).toEqual({ state: 'none' })
  for (const press of presses) if (press.ok && press.done.cookie) return press.done.cookie
  throw new Error('the link did not open')
}

describe('a subscriber without an account', () => {
  test('sees, corrects, downloads and leaves by a link that works once', async () => {
    const subscriber = await aSubscriber()
    const cookie = await openedBy(subscriber)
    expect(await rename(cookie, 'Ana')).toMatchObject({
      status: 400,
      errors: { fullname: expect.any(String) },
    })
    expect(await rename(cookie, ' Ana  Ruiz ')).toMatchObject({ done: { isSaved: true } })
    const view = await viewSubscriberData(testShop.services, cookie)
    expect(view).toMatchObject({
      subscriber: { fields: { fullname: 'Ana Ruiz', firstname: 'Ana', lastname: '' } },
    })
    // A last name that staff wrote down stays while the name ends with it.
    await testShop.db
      .update(mailingListClients)
      .set({ lastName: 'Ruiz' })
      .where(eq(mailingListClients.id, subscriber.id))
    for (const [fullname, lastname] of [
      ['Ana María Ruiz', 'Ruiz'],
      ['Ana María Vega', ''],
    ] as const) {
      await rename(cookie, fullname)
      expect(await viewSubscriberData(testShop.services, cookie)).toMatchObject({
        subscriber: { fields: { fullname, lastname } },
      })
    }
    await rename(cookie, 'Ana Ruiz')
    const file = await exportSubscriberData(testShop.services, cookie)
    expect(file).toMatchObject({
      number: expect.any(Number),
      mailingList: { email: subscriber.email },
      consents: [{ verdict: 'yes', source: 'form' }],
      dataRequests: [{ kind: 'export', doneAt: expect.any(Date) }],
    })
    expect(await leaveByData(testShop.services, null, { cookie })).toMatchObject({
      done: { hasLeft: true },
    })
    expect(await viewSubscriberData(testShop.services, cookie)).toMatchObject({
      left: { source: 'link' },
    })
  })

  test('sees them for thirty minutes by the link, and for as long again once it was opened', async () => {
    const { email, id } = await aSubscriber()
    const asked = testShop.services.clock().getTime()
    await askForLink(testShop.services.mail.tokens.signData(id))
    const [mail] = (await mailsTo(email)).filter(({ kind }) => kind === 'personal-data-link')
    const secret = new URL((mail!.props as { link: string }).link).searchParams.get('token')!
    const after = (minutes: number) => ({
      ...{ ...testShop.services, clock: () => new Date(asked + minutes * 60_000) },
    })
    const opened = (minutes: number) =>
      openDataLink(after(minutes), null, { cookie: secret }, { headers: headers() })
    const state = async (minutes: number, cookie: string) =>
      (await viewSubscriberData(after(minutes), cookie)).state
    expect([await state(29, secret), await state(31, secret)]).toEqual(['unused', 'none'])
    expect(await opened(31)).toMatchObject({ done: { cookie: null } })
    const pressed = await opened(29)
    const cookie = pressed.ok ? pressed.done.cookie! : ''
    expect([await state(58, cookie), await state(60, cookie)]).toEqual(['open', 'none'])
  })

  test('is not shown to the mailbox of an earlier address, whose link was opened or waits', async () => {
    const subscriber = await aSubscriber()
    const { services, db } = testShop
    const cookie = await openedBy(subscriber)
    expect(await askForLink(services.mail.tokens.signData(subscriber.id))).toMatchObject({
      done: { isSent: true },
    })
    const links = (await mailsTo(subscriber.email))
      .filter(({ kind }) => kind === 'personal-data-link')
      .map(({ props }) => new URL((props as { link: string }).link).searchParams.get('token')!)
    expect(links).toHaveLength(2)
    const staff = await aStaffMember(db)
    const { fields, version } = (await subscriberById(db, subscriber.id))!
    const moved = { ...fields, email: `right.${subscriber.email}`, id: subscriber.id, version }
    expect(await saveSubscriber(services, staff, moved)).toMatchObject({ ok: true })
    expect(await viewSubscriberData(testShop.services, cookie)).toEqual({ state: 'none' })
    expect(await exportSubscriberData(testShop.services, cookie)).toBeNull()
    for (const secret of links) {
      expect(await open(secret)).toMatchObject({ done: { cookie: null } })
    }
    await deliver(subscriber.email)
    await testShop.shop.eraseSubscriber(subscriber.id)
    await deliver(moved.email)
    // The later address has the earlier one in it.
    expect(await tablesWith(db, subscriber.email)).toEqual(['audit_log'])
  })

  test('is erased by a job, all or nothing, and told; nothing of the address is left', async () => {
    const subscriber = await aSubscriber()
    const cookie = await openedBy(subscriber)
    const { shop, services } = testShop
    expect(await erase(cookie)).toMatchObject({ said: { to: '/' } })
    expect(await viewSubscriberData(testShop.services, cookie)).toMatchObject({ state: 'open' })
    await shop.eraseSubscriber(subscriber.id)
    await shop.eraseSubscriber(subscriber.id)
    const last = (await mailsTo(subscriber.email)).filter(
      (mail) => mail.kind === 'erasure-confirmed',
    )
    expect(last).toMatchObject([
      { forget: true, props: { orders: 0, isErased: { account: false, list: true } } },
    ])
    await deliver(subscriber.email)
    expect(await tablesWith(testShop.db, subscriber.email)).toEqual([])
    const hash = services.hashes.ofEmail(subscriber.email)
    const kept = await testShop.db
      .select()
      .from(suppressions)
      .where(eq(suppressions.emailHash, hash))
    expect(kept.map(({ reason }) => reason)).toEqual(['erased'])
    expect(await viewSubscriberData(testShop.services, cookie)).toEqual({ state: 'none' })
    const token = services.mail.tokens.signData(subscriber.id)
    expect(await askForLink(token)).toMatchObject({ done: { isSent: false } })
  })

  test('that complained, or left, stays suppressed for that too', async () => {
    const subscriber = await aSubscriber()
    const { db, services } = testShop
    const act = { source: 'complaint', wording: 'Spam' } as const
    await db.transaction((tx) => recordNo(services, tx, subscriber.email, act))
    await testShop.shop.eraseSubscriber(subscriber.id)
    const hash = services.hashes.ofEmail(subscriber.email)
    const kept = await db.select().from(suppressions).where(eq(suppressions.emailHash, hash))
    expect(kept.map(({ reason }) => reason).sort()).toEqual(['complaint', 'erased', 'left'])
  })

  test('is nobody’s by another cookie, which shows, corrects, ends and erases nothing', async () => {
    const { services } = testShop
    expect(await viewSubscriberData(services, 'another')).toEqual({ state: 'none' })
    expect(await exportSubscriberData(services, 'another')).toBeNull()
    const nothing = { ok: true, said: {} }
    expect(await rename('another', 'Eva Marsh')).toEqual({ ...nothing, done: { isSaved: false } })
    const left = await leaveByData(services, null, { cookie: 'another' })
    expect(left).toEqual({ ...nothing, done: { hasLeft: false } })
    expect(await erase('another')).toEqual({ ...nothing, done: { said: {} } })
  })

  test('with an account is not emailed by its contact preference either, once erased', async () => {
    const subscriber = await aSubscriber()
    const { email } = subscriber
    const { db, shop, services } = testShop
    const account = await aMember(db, { byEmail: true, email })
    await erase(await openedBy(subscriber))
    await shop.eraseSubscriber(subscriber.id)
    const facts = await factsOf(services, db, email)
    expect(facts).toMatchObject({ subscriberId: null, userId: account.id, latest: 'no' })
    expect(whyNotWriteTo(facts)).toBe('left')
    const [user] = await db.select().from(users).where(eq(users.id, account.id))
    expect(user).toMatchObject({ subscription: 'inactive' })
    expect(await consentsOf(db, email)).toMatchObject([
      { verdict: 'no', source: 'link', page: '/your-data' },
      { verdict: 'yes', source: 'form' },
    ])
    expect((await mailsTo(email)).map(({ kind }) => kind)).not.toContain('erasure-confirmed')
  })

  test('opens sixty links within 15 minutes at most, of a network', async () => {
    const elsewhere = new Headers({ 'x-kohue-address': '203.0.113.77' })
    const tryOne = (cookie: string) =>
      openDataLink(testShop.services, null, { cookie }, { headers: elsewhere })
    const { email, id } = await aSubscriber()
    await askForLink(testShop.services.mail.tokens.signData(id))
    const mail = (await mailsTo(email)).find(({ kind }) => kind === 'personal-data-link')!
    const link = new URL((mail.props as { link: string }).link).searchParams.get('token')!
    for (let tried = 0; tried < 60; tried++) await tryOne(`none-${tried}`)
    expect(await tryOne(link)).toMatchObject({ ok: true, done: { cookie: null, cookies: [] } })
    expect(await open(link)).toMatchObject({ ok: true, done: { cookie: expect.any(String) } })
  })

  test('gets three links an hour, and none by the link for leaving', async () => {
    const { email, id } = await aSubscriber()
    const { shop, services } = testShop
    const token = services.mail.tokens.signData(id)
    for (let times = 0; times < 6; times++) {
      expect(await askForLink(token)).toMatchObject({ done: { isSent: true } })
    }
    const links = (await mailsTo(email)).filter(({ kind }) => kind === 'personal-data-link')
    expect(links).toHaveLength(3)
    expect(await viewDataLink(testShop.services, services.mail.tokens.sign(id))).toBe(false)
    expect(await shop.unsubscribe(token)).toBe(false)
  })
})

describe('an account with a list record', () => {
  async function both() {
    const person = await registeredPerson(testShop)
    const { viewer, email } = person
    await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    const source = { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false }
    await testShop.shop.joinMailingList({ fullname: 'Ana Ruiz', email }, source)
    expect(await isOnListToo(testShop.services, viewer)).toBe(true)
    return person
  }

  test('erases both; what is left is its number without an address', async () => {
    const person = await both()
    const { viewer, email } = person
    await testShop.shop.exportPersonalData(viewer)
    const { id: invitedBy } = await aStaffMember(testShop.db)
    const expiresAt = new Date(testShop.services.clock().getTime() + 3_600_000)
    const invitation = { email, invitedBy, expiresAt, tokenHash: email, duties: [] }
    await testShop.db.insert(staffInvitations).values(invitation)
    expect(await testShop.shop.deleteAccount(viewer, { password }, person.headers)).toMatchObject({
      ok: true,
    })
    const [last] = (await mailsTo(email)).filter(({ kind }) => kind === 'erasure-confirmed')
    const { number } = last!.props as { number: number }
    await deliver(email)
    expect(await tablesWith(testShop.db, email)).toEqual([])
    const [request] = await testShop.db
      .select()
      .from(dataRequests)
      .where(eq(dataRequests.number, number))
    expect(request).toMatchObject({ kind: 'erasure', email: null, doneAt: expect.any(Date) })
  })

  test('may keep the list record, which stays as it is', async () => {
    const person = await both()
    const { viewer, email } = person
    const keeping = { password, keepsList: true }
    expect(await testShop.shop.deleteAccount(viewer, keeping, person.headers)).toMatchObject({
      ok: true,
    })
    const [row] = await testShop.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.email, email))
    expect(row).toMatchObject({ userId: null, unsubscribedAt: null })
    expect((await mailsTo(email)).map(({ kind }) => kind)).not.toContain('erasure-confirmed')
  })
})

describe('an account whose address was never confirmed', () => {
  test('is exported without a number, and erased without closing what others asked for', async () => {
    const person = await registeredPerson(testShop)
    const { viewer, email } = person
    const { db, shop } = testShop
    const staff = await aStaffMember(db)
    const noted = await recordDataRequest(testShop.services, staff, { kind: 'erasure', email })
    expect(await testShop.shop.exportPersonalData(viewer)).toMatchObject({ number: null })
    const requests = () => db.select().from(dataRequests).where(eq(dataRequests.email, email))
    expect(await requests()).toMatchObject([{ kind: 'erasure', doneAt: null }])
    await shop.deleteAccount(viewer, { password }, person.headers)
    if (!noted.ok) throw new Error(noted.sentence)
    expect(await requests()).toMatchObject([{ number: noted.done.number, doneAt: null }])
    expect(await finishRequest(testShop.services, staff, done(noted.done.number))).toMatchObject({
      ok: true,
    })
  })
})

describe('a person whom staff delete', () => {
  /** The request is done, and confirmed to an address that is known to be its person's. */
  async function expectTold(
    email: string,
    number: number | false,
    isErased: { account: boolean; list: boolean } | false,
  ) {
    const request = number === false ? undefined : await requestOf(number)
    expect(request).toMatchObject({ email: null, doneAt: expect.any(Date) })
    const last = (await mailsTo(email)).filter(({ kind }) => kind === 'erasure-confirmed')
    const told = { props: { number, orders: 0, isErased } }
    expect(last).toMatchObject(isErased ? [told] : [])
  }

  test('is not written to where nobody had asked for that', async () => {
    const staff = await aStaffMember(testShop.db)
    const { email, id } = await aSubscriber()
    const account = await aMember(testShop.db)
    const toSee = { kind: 'export', email: account.email }
    await recordDataRequest(testShop.services, staff, toSee)
    await deleteSubscriber(testShop.services, staff, { id })
    await deleteUser(testShop.services, staff, { id: account.id })
    const kindsTo = async (address: string) => (await mailsTo(address)).map(({ kind }) => kind)
    expect(await kindsTo(email)).toEqual(['join'])
    expect(await kindsTo(account.email)).toEqual([])
  })

  test('leaves the address of a list record in neither requests nor emails', async () => {
    const staff = await aStaffMember(testShop.db)
    const { email, id } = await aSubscriber()
    await deliver(email)
    await queueMails(testShop.db, [
      { kind: 'join', recipient: email, props: { firstName: 'Ana', email } },
    ])
    const noted = await recordDataRequest(testShop.services, staff, { kind: 'erasure', email })
    await deleteSubscriber(testShop.services, staff, { id })
    await expectTold(email, noted.ok && noted.done.number, { account: false, list: true })
    for (const mail of await mailsTo(email)) {
      expect(mail).toMatchObject({ state: 'queued', forget: true })
      await suppressMail(testShop.db, mail)
    }
    // What staff did stays in their log for its time.
    expect((await tablesWith(testShop.db, email)).filter((name) => name !== 'audit_log')).toEqual(
      [],
    )
  })

  test.each([true, false])('nor that of an account; confirmed: %s', async (emailVerified) => {
    const staff = await aStaffMember(testShop.db)
    const { email, id } = await aMember(testShop.db, { emailVerified })
    const noted = await recordDataRequest(testShop.services, staff, { kind: 'erasure', email })
    await deleteUser(testShop.services, staff, { id })
    const erased = emailVerified && { account: true, list: false }
    await expectTold(email, noted.ok && noted.done.number, erased)
    await deliver(email)
    expect((await tablesWith(testShop.db, email)).filter((name) => name !== 'audit_log')).toEqual(
      [],
    )
  })

  test('from the list is not emailed by an account that stays, until they join again and confirm it', async () => {
    const staff = await aStaffMember(testShop.db)
    const { db, shop, services } = testShop
    const [gone, again] = [await aSubscriber(), await aSubscriber()]
    for (const { email, id } of [gone, again]) {
      await aMember(db, { byEmail: true, email })
      expect(await deleteSubscriber(testShop.services, staff, { id })).toMatchObject({ ok: true })
    }
    const source = { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false }
    await shop.joinMailingList({ fullname: 'Ana María Ruiz', email: again.email }, source)
    expect(whyNotWriteTo(await factsOf(services, db, gone.email))).toBe('left')
    expect((await consentsOf(db, gone.email))[0]).toMatchObject({ verdict: 'no', source: 'staff' })
    expect(whyNotWriteTo(await factsOf(services, db, again.email))).toBe('left')
    const kinds = (await mailsTo(again.email)).map(({ kind }) => kind)
    expect(kinds).toContain('confirm-subscription')
  })
})

describe('staff', () => {
  test('see account and list record as one person, and as two while unconfirmed', async () => {
    const staff = await aStaffMember(testShop.db)
    const { email, id } = await aSubscriber()
    const { db, shop } = testShop
    const account = await aMember(db, { email, emailVerified: false })
    const two = await shop.viewPerson(staff, id)
    expect(two).toMatchObject({
      person: { userId: null, subscriberId: id, unconfirmed: { userId: account.id } },
    })
    expect(await shop.viewPerson(staff, account.id)).toMatchObject({
      person: { userId: account.id, subscriberId: null, consents: [], mails: [] },
    })
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, account.id))
    for (const [kind, subject, action] of [
      ['subscriber', id, 'subscriber-updated'],
      ['user', account.id, 'user-updated'],
      ['subscriber', id, 'fresh-link-sent'],
      ['user', id, 'user-deleted'],
    ] as const) {
      await writeAuditEntry(db, staff, action, { kind, id: subject, label: 'x' })
    }
    const noted = await shop.viewPerson(staff, id)
    expect(noted.ok && noted.person.log.map(({ action }) => action)).toEqual([
      ...['fresh-link-sent', 'user-updated', 'subscriber-updated'],
    ])
    const one = { userId: account.id, subscriberId: id, unconfirmed: null, whyNot: null }
    expect(await shop.viewPerson(staff, id)).toMatchObject({ person: one })
    expect(await shop.viewPerson(staff, account.id)).toMatchObject({
      person: { ...one, consents: [{ source: 'form' }], mails: [{ kind: 'join' }] },
    })
    const act = { source: 'link', wording: 'Unsubscribe' } as const
    await db.transaction((tx) => recordNo(testShop.services, tx, email, act))
    expect(await shop.viewPerson(staff, account.id)).toMatchObject({
      person: { left: { source: 'link' } },
    })
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, account.id))
    expect(await shop.viewPerson(staff, account.id)).toMatchObject({ person: { left: null } })
    expect(await shop.viewPerson(staff, randomUUID())).toEqual({ ok: false, reason: 'gone' })
  })

  test('mark an erasure as done only when nobody here has the address', async () => {
    const { db } = testShop
    const staff = await aStaffMember(db)
    const { email } = await registeredPerson(testShop)
    const asked = await recordDataRequest(testShop.services, staff, { kind: 'erasure', email })
    const toSee = await recordDataRequest(testShop.services, staff, { kind: 'export', email })
    if (!asked.ok || !toSee.ok) throw new Error('not noted')
    const kept = {
      ok: false,
      sentence:
        'An account or a record of the mailing list still has this address. Erase that first.',
    }
    expect(await finishRequest(testShop.services, staff, done(asked.done.number))).toMatchObject(
      kept,
    )
    expect(await finishRequest(testShop.services, staff, done(toSee.done.number))).toMatchObject({
      ok: true,
    })
    expect(await openDataRequests(db)).toMatchObject([{ number: asked.done.number }])

    await db.delete(users).where(eq(users.email, email))
    await db
      .insert(mailingListClients)
      .values({ fullName: 'Ana Ruiz', email, consentSource: 'import', consentWording: '' })
    expect(await finishRequest(testShop.services, staff, done(asked.done.number))).toMatchObject(
      kept,
    )
    const other = { ...done(asked.done.number), outcome: 'other', note: 'Blocked' }
    expect(await finishRequest(testShop.services, staff, other)).toMatchObject(kept)
    await db.delete(mailingListClients).where(eq(mailingListClients.email, email))
    const again = await recordDataRequest(testShop.services, staff, { kind: 'export', email })
    if (!again.ok) throw new Error('not noted')
    expect(await finishRequest(testShop.services, staff, done(asked.done.number))).toMatchObject({
      ok: true,
    })
    // The address is gone from what was answered; what waits for an answer needs it.
    const numbers = [asked, toSee, again].map((one) => one.done.number)
    const left = await Promise.all(numbers.map(requestOf))
    expect(left.map((one) => one?.email)).toEqual([null, null, email])
    await finishRequest(testShop.services, staff, done(again.done.number))
  })

  test('close one with what was done, in the list of outcomes of its kind or in words', async () => {
    const { db, shop } = testShop
    const staff = await aStaffMember(db)
    const person = await registeredPerson(testShop)
    const { viewer, email } = person
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, viewer.id))
    const asked = await recordDataRequest(testShop.services, staff, { kind: 'erasure', email })
    if (!asked.ok) throw new Error('not noted')
    const { number } = asked.done
    const close = (outcome: string, note = '') =>
      finishRequest(testShop.services, staff, { number, outcome, note })
    expect(await close('')).toMatchObject({
      ok: false,
      errors: { outcome: 'Please choose what was done' },
    })
    expect(await close('sent')).toMatchObject({
      ok: false,
      sentence: 'Please choose what was done',
    })
    expect(await close('other', ' ')).toMatchObject({
      ok: false,
      errors: { note: 'Please say in your words what was done' },
    })
    expect(await close('withdrawn', 'x'.repeat(301))).toMatchObject({
      ok: false,
      sentence: 'At most 300 characters, please',
    })
    // The address stays: its person wants that, or is not known to be its person.
    expect(await close('withdrawn', 'By phone')).toMatchObject({ ok: true })
    expect(await requestOf(number)).toMatchObject({ outcome: 'withdrawn', outcomeNote: 'By phone' })
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'data-request-done'), eq(auditLog.subjectId, `${number}`)))
    const said = 'They withdrew the request'
    expect(entry!.after).toEqual({ kind: 'erasure', done: said, note: 'By phone' })

    await shop.deleteAccount(viewer, { password }, person.headers)
    expect(await requestOf(number)).toMatchObject({ email: null, outcomeNote: '' })
  })

  test('note requests, and mark each as done once', async () => {
    const staff = await aStaffMember(testShop.db)
    const { shop } = testShop
    const note = { kind: 'erasure' as const, email: 'by.letter@example.com' }
    const noted = await recordDataRequest(testShop.services, staff, note)
    if (!noted.ok) throw new Error(noted.sentence)
    const again = await Promise.all(
      [1, 2].map(() => recordDataRequest(testShop.services, staff, note)),
    )
    const same = { ok: true, done: { number: noted.done.number, isNew: false } }
    expect(again).toMatchObject([same, same])
    expect(await openDataRequests(testShop.db)).toMatchObject([{ number: noted.done.number }])
    expect(await finishRequest(testShop.services, staff, done(noted.done.number))).toMatchObject({
      ok: true,
    })
    expect(await finishRequest(testShop.services, staff, done(noted.done.number))).toMatchObject({
      ok: false,
      sentence: 'It was already done.',
    })
    expect(await finishRequest(testShop.services, staff, done(999_999))).toMatchObject({
      ok: false,
      sentence: 'It was already done.',
    })
    expect(await openDataRequests(testShop.db)).toEqual([])
    const member = { ...staff, role: 'member' as const }
    expect(await recordDataRequest(testShop.services, member, note)).toMatchObject({ status: 403 })
    expect(await shop.viewPerson(member, staff.id)).toMatchObject({ reason: 'not-staff' })
  })
})
