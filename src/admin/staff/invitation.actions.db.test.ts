import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { consentsOf } from '#accounts/consent/consents.store.server.ts'
import { tokenHashOf } from '#accounts/links/mailed-link.actions.server.ts'
import { linkGoogle, waysToSignIn } from '#accounts/sign-in/identities.store.server.ts'
import { dutiesOf } from '#accounts/users/duties.store.server.ts'
import {
  endInvitationsBy,
  formerStaff,
  openInvitations,
  useInvitation,
} from '#accounts/users/staff-invitations.store.server.ts'
import { userEmails } from '#accounts/users/tables.ts'
import type { SignedIn } from '#platform/access/signed-in.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { mailingListClients, staffDuties, users } from '#platform/database/people.tables.ts'
import { listenToListChanges } from '#platform/list/list-changes.store.server.ts'
import { emailsTo, from, password, registeredPerson } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { acceptInvitation } from './invitation.actions.server.ts'
import {
  endStaffRights,
  grantDuties,
  inviteStaff,
  withdrawInvitation,
} from './staff.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const viewerOf = async (headers: Headers) => (await testShop.shop.identify(headers)).viewer!

const accept = (viewer: SignedIn | null, token: string, headers: Headers) =>
  acceptInvitation(testShop.services, viewer, { token }, { headers })

async function anOwner() {
  const person = await registeredPerson(testShop)
  await testShop.db
    .update(users)
    .set({ role: 'staff', emailVerified: true })
    .where(eq(users.id, person.viewer.id))
  return { ...person, viewer: await viewerOf(person.headers) }
}

/** The token of the newest invitation to an address. */
async function invitationTo(email: string): Promise<string> {
  const mail = (await emailsTo(testShop.db, email)).find(({ kind }) => kind === 'staff-invited')
  return new URL((mail!.props as { link: string }).link).pathname.split('/').at(-1)!
}

describe('an invitation', () => {
  test('makes the account with its address staff, once, and confirms the address', async () => {
    const { db, shop } = testShop
    const owner = await anOwner()
    const guest = await registeredPerson(testShop)
    const wish = { email: guest.email.toUpperCase(), duty: ['shipping', 'emails'] }
    expect(await inviteStaff(testShop.services, owner.viewer, wish)).toMatchObject({ ok: true })
    const token = await invitationTo(guest.email)
    expect(await shop.viewInvitation(token, from())).toMatchObject({
      ok: true,
      by: owner.email,
      duties: ['shipping', 'emails'],
    })
    expect(await openInvitations(db, testShop.services.clock())).toHaveLength(1)
    expect(await accept(null, token, from())).toMatchObject({
      sentence: 'Please log in first.',
      elsewhere: { to: `/login?to=${encodeURIComponent(`/invitation/${token}`)}` },
    })
    const stranger = await registeredPerson(testShop)
    const strange = await viewerOf(stranger.headers)
    expect(await accept(strange, token, stranger.headers)).toMatchObject({
      sentence: 'You are logged in with another account. Log out first.',
    })
    const viewer = await viewerOf(guest.headers)
    await linkGoogle(db, viewer.id, 'google-of-a-customer')
    const listed = { email: guest.email, fullName: 'Ana Gil', firstName: 'Ana' }
    await db
      .insert(mailingListClients)
      .values({ ...listed, consentSource: 'test', consentWording: 'yes' })
    const both = await Promise.all([
      accept(viewer, token, guest.headers),
      accept(viewer, token, guest.headers),
    ])
    // Pressed twice, or sent again after going back: they are staff, and log in already.
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    expect(await accept(viewer, token, guest.headers)).toMatchObject({
      said: { to: '/admin', sentence: 'Welcome. You are one of the staff now.' },
    })
    expect(await accept(strange, token, stranger.headers)).toMatchObject({
      sentence: 'This invitation has already been used. If that was you, log in.',
    })
    expect(await viewerOf(guest.headers)).toMatchObject({ role: 'staff' })
    expect((await dutiesOf(db, viewer.id)).toSorted()).toEqual(['emails', 'shipping'])
    const [row] = await db.select().from(users).where(eq(users.id, viewer.id))
    expect(row!.emailVerified).toBe(true)
    // What belongs to the address joins its account.
    const record = eq(mailingListClients.email, guest.email)
    const [joined] = await db.select().from(mailingListClients).where(record)
    expect(joined!.userId).toBe(viewer.id)
    const log = await db.select().from(auditLog).where(eq(auditLog.subjectId, viewer.id))
    expect(log.map(({ action }) => action).toSorted()).toEqual([
      'google-removed',
      'invitation-accepted',
    ])
    expect(await waysToSignIn(db, viewer.id)).toEqual({ password: true, google: false })
    expect(await openInvitations(db, testShop.services.clock())).toEqual([])
  })

  test('of a form that is sent twice is one, whose link works', async () => {
    const owner = await anOwner()
    const guest = await registeredPerson(testShop)
    const key = randomUUID()
    const invite = (duty: string) =>
      inviteStaff(testShop.services, owner.viewer, { email: guest.email, duty }, { key })
    const invitations = async () =>
      (await emailsTo(testShop.db, guest.email)).filter(({ kind }) => kind === 'staff-invited')
    const sent = await Promise.all([invite('support'), invite('support')])
    expect(sent).toMatchObject([{ ok: true }, { ok: true }])
    expect(await invitations()).toHaveLength(1)
    const token = await invitationTo(guest.email)
    expect(await testShop.shop.viewInvitation(token, from())).toMatchObject({ ok: true })
    const log = eq(auditLog.subjectId, guest.email)
    expect(await testShop.db.select().from(auditLog).where(log)).toHaveLength(1)
    // With other duties it asks for something else.
    expect(await invite('shipping')).toMatchObject({ ok: true })
    expect(await invitations()).toHaveLength(2)
  })

  test('ends after 48 hours, when it is taken back, and with the owner who sent it', async () => {
    const { shop } = testShop
    const owner = await anOwner()
    const guest = await registeredPerson(testShop)
    const invite = async () => {
      await inviteStaff(testShop.services, owner.viewer, { email: guest.email, duty: 'support' })
      return invitationTo(guest.email)
    }
    const first = await invite()
    const second = await invite()
    expect(await shop.viewInvitation(first, from())).toMatchObject({ reason: 'unknown' })
    testShop.pass(48 * 60 + 1)
    expect(await shop.viewInvitation(second, from())).toMatchObject({ reason: 'expired' })
    const third = await invite()
    await withdrawInvitation(testShop.services, owner.viewer, { email: guest.email })
    expect(await shop.viewInvitation(third, from())).toMatchObject({ reason: 'unknown' })
    const fourth = await invite()
    const other = await anOwner()
    const end = { email: owner.email, seen: 'owner' }
    expect(await endStaffRights(testShop.services, other.viewer, end)).toMatchObject({ ok: true })
    expect(await shop.viewInvitation(fourth, from())).toMatchObject({ reason: 'expired' })
    const again = { email: owner.email, duty: 'owner' }
    expect(await grantDuties(testShop.services, other.viewer, again)).toMatchObject({ ok: true })
    expect(await shop.viewInvitation(fourth, from())).toMatchObject({ reason: 'expired' })
    await endStaffRights(testShop.services, other.viewer, end)
    expect(await formerStaff(testShop.db)).toMatchObject([{ email: owner.email, by: other.email }])
  })

  test('ends once its address is made staff, so that it does not bring back ended rights', async () => {
    const { db, services, shop } = testShop
    const owner = await anOwner()
    const guest = await registeredPerson(testShop)
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, guest.viewer.id))
    await inviteStaff(services, owner.viewer, { email: guest.email, duty: 'owner' })
    const token = await invitationTo(guest.email)
    await grantDuties(services, owner.viewer, { email: guest.email, duty: 'support' })
    expect(await shop.viewInvitation(token, from())).toMatchObject({ reason: 'unknown' })
    await endStaffRights(services, owner.viewer, { email: guest.email, seen: 'support' })
    const entered = await shop.signIn({ email: guest.email, password }, from())
    if (!entered.ok) throw new Error(entered.code)
    const again = from(undefined, entered.cookies)
    expect(await accept(await viewerOf(again), token, again)).toMatchObject({ ok: false })
    expect(await viewerOf(again)).toMatchObject({ role: 'member' })
  })

  test('adds its duties to those that its account has by now', async () => {
    const { db, services } = testShop
    const owner = await anOwner()
    const guest = await registeredPerson(testShop)
    await inviteStaff(services, owner.viewer, { email: guest.email, duty: 'shipping' })
    const { id: userId } = guest.viewer
    const before = { role: 'staff', emailVerified: true, byEmail: true } as const
    await db.update(users).set(before).where(eq(users.id, userId))
    await db.delete(staffDuties).where(eq(staffDuties.userId, userId))
    await db.insert(staffDuties).values({ userId, duty: 'support' })
    const viewer = await viewerOf(guest.headers)
    const accepted = await accept(viewer, await invitationTo(guest.email), guest.headers)
    expect(accepted).toMatchObject({ ok: true })
    expect((await dutiesOf(db, userId)).toSorted()).toEqual(['shipping', 'support'])
    // What they agreed to is recorded as an address is confirmed, and this one was.
    expect(await consentsOf(db, guest.email)).toEqual([])
  })

  test('that was used is not said to be withdrawn', async () => {
    const { services } = testShop
    const owner = await anOwner()
    const guest = await registeredPerson(testShop)
    await inviteStaff(services, owner.viewer, { email: guest.email, duty: 'support' })
    const token = await invitationTo(guest.email)
    const withdraw = () => withdrawInvitation(services, owner.viewer, { email: guest.email })
    const viewer = await viewerOf(guest.headers)
    await accept(viewer, token, guest.headers)
    const said = { tone: 'info', sentence: 'This invitation was already used or withdrawn.' }
    expect(await withdraw()).toMatchObject({ ok: true, said })
    // It does not bring back rights that were ended since.
    const ending = { email: guest.email, seen: 'support' }
    expect(await endStaffRights(services, owner.viewer, ending)).toMatchObject({ ok: true })
    expect(await accept(viewer, token, guest.headers)).toMatchObject({
      sentence: 'This invitation has already been used. If that was you, log in.',
    })
    expect(await dutiesOf(testShop.db, viewer.id)).toEqual([])
    expect((await openInvitations(testShop.db, services.clock())).length).toBe(0)
  })

  test('ends the other login sessions of its account once it is accepted', async () => {
    const { shop } = testShop
    const owner = await anOwner()
    const guest = await registeredPerson(testShop)
    const entered = await shop.signIn({ email: guest.email, password }, from())
    if (!entered.ok) throw new Error(entered.code)
    const other = from(undefined, entered.cookies)
    expect((await shop.identify(other)).viewer).toMatchObject({ id: guest.viewer.id })
    await inviteStaff(testShop.services, owner.viewer, { email: guest.email, duty: 'support' })
    const token = await invitationTo(guest.email)
    const viewer = await viewerOf(guest.headers)
    expect(await accept(viewer, token, guest.headers)).toMatchObject({ ok: true })
    expect((await shop.identify(other)).viewer).toBeNull()
    expect(await viewerOf(guest.headers)).toMatchObject({ role: 'staff' })
  })

  test('ends with its sender’s duty, whatever took that away', async () => {
    const { db, shop } = testShop
    const owner = await anOwner()
    const guest = await registeredPerson(testShop)
    await inviteStaff(testShop.services, owner.viewer, { email: guest.email, duty: 'support' })
    const token = await invitationTo(guest.email)
    await db.delete(staffDuties).where(eq(staffDuties.userId, owner.viewer.id))
    expect(await shop.viewInvitation(token, from())).toEqual({ ok: false, reason: 'expired' })
    const viewer = await viewerOf(guest.headers)
    expect(await accept(viewer, token, guest.headers)).toMatchObject({ ok: false })
    expect(await viewerOf(guest.headers)).toMatchObject({ role: 'member' })
  })

  test('is not used where its sender’s duty ends after it was looked at', async () => {
    const { db } = testShop
    const owner = await anOwner()
    const { email } = await registeredPerson(testShop)
    await inviteStaff(testShop.services, owner.viewer, { email, duty: 'support' })
    const hash = tokenHashOf(await invitationTo(email))
    await db.transaction((tx) => endInvitationsBy(tx, owner.viewer.id))
    expect(await db.transaction((tx) => useInvitation(tx, hash))).toBe(false)
  })

  test('is for owners to send', async () => {
    const owner = await anOwner()
    const wish = { email: 'new@example.com', duty: 'owner' }
    const support = { ...owner.viewer, duties: ['support'] as const }
    expect(await inviteStaff(testShop.services, support, wish)).toMatchObject({ status: 403 })
    expect(
      await inviteStaff(testShop.services, owner.viewer, { ...wish, email: 'x' }),
    ).toMatchObject({
      errors: { email: 'Please enter a complete email address.' },
    })
    expect(
      await inviteStaff(testShop.services, owner.viewer, { ...wish, email: owner.email }),
    ).toMatchObject({
      errors: { email: 'This person is already on the staff.' },
    })
  })
})

test('ending duties ends the login sessions, and open event streams check at once', async () => {
  const { databaseUrl, shop } = testShop
  const owner = await anOwner()
  const other = await anOwner()
  const changes = listenToListChanges(databaseUrl)
  let checks = 0
  const unwatch = changes.watch('staff', () => checks++)
  await expect.poll(() => checks).toBe(1) // once the connection is open
  const end = { email: other.email, seen: 'owner' }
  expect(await endStaffRights(testShop.services, owner.viewer, end)).toMatchObject({ ok: true })
  await expect.poll(() => checks).toBeGreaterThan(1)
  expect((await shop.identify(other.headers)).viewer).toBeNull()
  expect((await shop.roleNow(other.headers)).role).toBe('visitor')
  unwatch()
  await changes.close()
})

test('a second address of a merged account is refused, also when it became one since', async () => {
  const { db, shop } = testShop
  const owner = await anOwner()
  const guest = await registeredPerson(testShop)
  const wish = { email: `second.${guest.email}`, duty: 'support' }
  expect(await inviteStaff(testShop.services, owner.viewer, wish)).toMatchObject({ ok: true })
  const token = await invitationTo(wish.email)
  await db.insert(userEmails).values({ email: wish.email, userId: guest.viewer.id })
  const refused = { ok: false, reason: 'second-address' }
  expect(await inviteStaff(testShop.services, owner.viewer, wish)).toMatchObject({
    errors: { email: expect.stringContaining('second address of a merged account') },
  })
  expect(await shop.viewInvitation(token, from())).toEqual(refused)
  const viewer = await viewerOf(guest.headers)
  expect(await accept(viewer, token, guest.headers)).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('was merged into another'),
  })
  expect(await viewerOf(guest.headers)).toMatchObject({ role: 'member' })
})
