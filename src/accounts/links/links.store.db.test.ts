import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { releases } from '#catalogue/on-sale/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { aSubscriber } from '#tests/harness/staff.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

import { sessions } from '../sign-in/tables.ts'
import { userEmails } from '../users/tables.ts'
import { viewerBySessionToken } from '../users/users.store.server.ts'
import type { NewEntryLink } from './entry-links.store.server.ts'
import {
  insertEntryLinks,
  isEntryLinkValid,
  revokeEntryLinksOf,
  usableEntryLink,
  useEntryLink,
  whoMayEnterByLink,
} from './entry-links.store.server.ts'
import { insertLinks, linkByHash, useLink } from './one-time-links.store.server.ts'
import { entryLinks } from './tables.ts'

let testShop: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  testShop = await openTestDatabase()
})
afterAll(() => testShop.close())

test('a link is used once, before its end and for its own purpose', async () => {
  const { db } = testShop
  const { id: userId, email } = await aMember(db)
  const expiresAt = new Date('2026-11-20T12:00:00Z')
  const link = { tokenHash: 'hash', purpose: 'recovery' as const, userId, email, expiresAt }
  await insertLinks(db, [link])
  const before = new Date('2026-11-20T11:59:59Z')
  expect(await useLink(db, 'hash', 'recovery', expiresAt)).toBeNull()
  expect(await useLink(db, 'hash', 'confirm-email', before)).toBeNull()
  expect(await useLink(db, 'another', 'recovery', before)).toBeNull()
  expect(await linkByHash(db, 'hash', ['recovery'])).toMatchObject({ userId })
  const both = await Promise.all([
    useLink(db, 'hash', 'recovery', before),
    useLink(db, 'hash', 'recovery', before),
  ])
  expect(both.filter((used) => used !== null)).toMatchObject([{ email, userId }])
})

const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-21T12:00:00Z')
let count = 0

/** A purchase link of a customer, or as it is said. */
async function aLink(more: Partial<NewEntryLink> = {}) {
  const { db } = testShop
  const { id, email } = await aMember(db)
  const tokenHash = `link ${count++}`
  const whose = 'userId' in more ? {} : { userId: id }
  const link = { tokenHash, purpose: 'purchase', email, expiresAt: later, ...whose } as const
  await insertEntryLinks(db, [{ ...link, ...more }])
  return { tokenHash, id, email: more.email ?? email }
}

const personOf = async (tokenHash: string, at = now) => {
  const link = await usableEntryLink(testShop.db, tokenHash, at)
  return link && (link.account?.id ?? link.subscriberId)
}
const setLink = (tokenHash: string, set: Partial<typeof entryLinks.$inferInsert>) =>
  testShop.db.update(entryLinks).set(set).where(eq(entryLinks.tokenHash, tokenHash))
const setUser = (id: string, set: Partial<typeof users.$inferInsert>) =>
  testShop.db.update(users).set(set).where(eq(users.id, id))

test('an entry link opens the account of its address as long as it is that one’s', async () => {
  const { db } = testShop
  const { tokenHash, id, email } = await aLink()
  expect(await personOf(tokenHash)).toBe(id)
  expect(await personOf('another')).toBeNull()
  expect(await personOf(tokenHash, later)).toBeNull()
  await setLink(tokenHash, { usedAt: now })
  expect(await personOf(tokenHash)).toBe(id)
  await setLink(tokenHash, { purpose: 'login' })
  expect(await personOf(tokenHash)).toBeNull()
  await setLink(tokenHash, { purpose: 'purchase', revokedAt: now })
  expect(await personOf(tokenHash)).toBeNull()
  await setLink(tokenHash, { revokedAt: null })
  await setUser(id, { eraseAt: later })
  expect(await personOf(tokenHash)).toBeNull()
  await setUser(id, { eraseAt: null, email: `other.${email}` })
  expect(await personOf(tokenHash)).toBeNull()
  // Nor is it the next one's who has that address.
  const { id: next } = await aMember(db, { email })
  expect(await personOf(tokenHash)).toBeNull()
  await db.delete(users).where(eq(users.id, next))
  await db.insert(userEmails).values({ email, userId: id })
  expect(await personOf(tokenHash)).toBe(id)
  await setUser(id, { role: 'staff' })
  await setLink(tokenHash, { revokedAt: null })
  expect(await personOf(tokenHash)).toBeNull()
})

test('an entry link of a release ends with it', async () => {
  const { db } = testShop
  const { release } = await aRelease(db, { opensAt: new Date('2026-11-01T12:00:00Z') })
  const { tokenHash, id } = await aLink({ releaseId: release.id })
  const set = (to: Partial<typeof releases.$inferInsert>) =>
    db.update(releases).set(to).where(eq(releases.id, release.id))
  await set({ closesAt: later })
  expect(await personOf(tokenHash)).toBe(id)
  await set({ closesAt: now })
  expect(await personOf(tokenHash)).toBeNull()
  await set({ closesAt: later, state: 'ended' })
  expect(await personOf(tokenHash)).toBeNull()
})

test('a limited login session ends with its link, and with the release of the link', async () => {
  const { db } = testShop
  const hours = (from: number) => new Date(Date.now() + from * 3_600_000)
  const { release } = await aRelease(db)
  const { tokenHash, id } = await aLink({ releaseId: release.id, expiresAt: hours(1) })
  const [token, byPassword] = ['limited', 'by password'] as const
  const session = { userId: id, expiresAt: hours(1) }
  await db.insert(sessions).values([
    { ...session, token, origin: 'purchase-link', entryLink: tokenHash },
    { ...session, token: byPassword },
  ])
  const isSignedIn = async (by: string = token) => (await viewerBySessionToken(db, by)) !== null
  const set = (to: Partial<typeof releases.$inferInsert>) =>
    db.update(releases).set(to).where(eq(releases.id, release.id))
  expect(await isSignedIn()).toBe(true)
  await setLink(tokenHash, { revokedAt: now })
  expect([await isSignedIn(), await isSignedIn(byPassword)]).toEqual([false, true])
  await setLink(tokenHash, { revokedAt: null, expiresAt: hours(-1) })
  expect(await isSignedIn()).toBe(false)
  await setLink(tokenHash, { expiresAt: hours(1) })
  await set({ state: 'ended' })
  expect(await isSignedIn()).toBe(false)
  await set({ state: 'scheduled', closesAt: hours(-0.5) })
  expect([await isSignedIn(), await isSignedIn(byPassword)]).toEqual([false, true])
  await setLink(tokenHash, { releaseId: null })
  expect(await isSignedIn()).toBe(true)
  // Staff have none.
  await setUser(id, { role: 'staff' })
  expect([await isSignedIn(), await isSignedIn(byPassword)]).toEqual([false, true])
})

test('an entry link of a subscriber is theirs while the record has its address', async () => {
  const { db } = testShop
  const { id: subscriberId, email } = await aSubscriber(db)
  const { tokenHash } = await aLink({ userId: null, subscriberId, email })
  expect(await personOf(tokenHash)).toBe(subscriberId)
  const { id } = await aMember(db, { email })
  expect(await personOf(tokenHash)).toBe(id)
  await db.delete(users).where(eq(users.id, id))
  const other = { email: `other.${email}` }
  await db.update(mailingListClients).set(other).where(eq(mailingListClients.id, subscriberId))
  expect(await personOf(tokenHash)).toBeNull()
})

test('an entry link is used by one browser and one account, a login link once', async () => {
  const { db } = testShop
  const { tokenHash, id } = await aLink()
  const use = (more: Partial<Parameters<typeof useEntryLink>[2]> = {}) =>
    useEntryLink(db, tokenHash, { browserHash: 'here', userId: id, now, ...more })
  expect(await use({ userId: (await aMember(db)).id })).toBe(false)
  expect(await use({ now: later })).toBe(false)
  expect(await use()).toBe(true)
  expect(await use({ browserHash: 'elsewhere' })).toBe(false)
  expect(await use({ now: new Date('2026-11-20T13:00:00Z') })).toBe(true)
  const [used] = await db.select().from(entryLinks).where(eq(entryLinks.tokenHash, tokenHash))
  expect(used).toMatchObject({ boundTo: 'here', userId: id, usedAt: now })
  await setLink(tokenHash, { purpose: 'login' })
  expect(await use()).toBe(false)
  await setLink(tokenHash, { purpose: 'purchase', revokedAt: now })
  expect(await use()).toBe(false)
})

test('the entry links of an account and of its record are revoked but one, once', async () => {
  const { db } = testShop
  const { tokenHash, id, email } = await aLink()
  const { id: subscriberId } = await aSubscriber(db, { userId: id, email })
  const own = [
    await aLink({ userId: id }),
    await aLink({ userId: null, subscriberId }),
    await aLink({ userId: null, subscriberId: (await aSubscriber(db)).id }),
  ].map((link) => link.tokenHash)
  const earlier = await aLink({ userId: id })
  await setLink(earlier.tokenHash, { revokedAt: now })
  await revokeEntryLinksOf(db, id, tokenHash)
  const isValid = [tokenHash, ...own].map((hash) => isEntryLinkValid(db, hash))
  expect(await Promise.all(isValid)).toEqual([true, false, false, true])
  const [before] = await db
    .select()
    .from(entryLinks)
    .where(eq(entryLinks.tokenHash, earlier.tokenHash))
  expect(before!.revokedAt).toEqual(now)
  await revokeEntryLinksOf(db, id)
  expect(await isEntryLinkValid(db, tokenHash)).toBe(false)
})

test('customers with a confirmed address may be sent purchase links', async () => {
  const { db } = testShop
  const [ana, , unconfirmed, staff] = [
    await aMember(db),
    await aMember(db),
    await aMember(db, { emailVerified: false }),
    await aMember(db, { role: 'staff' }),
  ]
  const may = await whoMayEnterByLink(db, [ana.id, unconfirmed.id, staff.id])
  expect([...may]).toEqual([[ana.id, ana.email]])
  expect(await whoMayEnterByLink(db, [])).toEqual(new Map())
})
