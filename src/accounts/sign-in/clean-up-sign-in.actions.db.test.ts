import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { staffInvitations } from '#platform/database/people.tables.ts'
import { registeredPerson } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { entryLinks } from '../links/tables.ts'
import { cleanUpSignIn } from './clean-up-sign-in.actions.server.ts'
import { emailChanges, keptForms, oneTimeLinks, sessions } from './tables.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const minute = 60_000
const day = 24 * 60 * minute

/** What sign-in keeps of a person who just registered, each ending at that moment. */
async function keptUntil(expiresAt: Date) {
  const { db } = testShop
  const { viewer, email } = await registeredPerson(testShop)
  const ofPerson = { userId: viewer.id, email, expiresAt }
  const tokenHash = randomUUID()
  await db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, viewer.id))
  await db.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, viewer.id))
  await db.insert(oneTimeLinks).values({ ...ofPerson, purpose: 'confirm-email', tokenHash })
  await db.insert(entryLinks).values({ ...ofPerson, purpose: 'purchase', tokenHash })
  await db.insert(emailChanges).values(ofPerson)
  const invitation = { duties: ['support' as const], invitedBy: viewer.id, expiresAt }
  const used = { ...invitation, email: `used.${email}`, tokenHash: `used ${tokenHash}` }
  await db.insert(staffInvitations).values([
    { ...invitation, email: `invited.${email}`, tokenHash },
    { ...used, usedAt: testShop.services.clock() },
  ])
  await db.insert(keptForms).values({ tokenHash, path: '/edit', fields: [], expiresAt })
  return {
    left: async () => ({
      session: await db.$count(sessions, eq(sessions.userId, viewer.id)),
      change: await db.$count(emailChanges, eq(emailChanges.userId, viewer.id)),
      form: await db.$count(keptForms, eq(keptForms.tokenHash, tokenHash)),
      link: await db.$count(oneTimeLinks, eq(oneTimeLinks.userId, viewer.id)),
      entry: await db.$count(entryLinks, eq(entryLinks.userId, viewer.id)),
      invitation: await db.$count(staffInvitations, eq(staffInvitations.email, `invited.${email}`)),
      used: await db.$count(staffInvitations, eq(staffInvitations.email, used.email)),
    }),
  }
}

test('what has ended is deleted, links of emails a day later, and nothing before', async () => {
  const now = testShop.services.clock().getTime()
  const [open, ended, longEnded] = [
    await keptUntil(new Date(now + 60 * minute)),
    await keptUntil(new Date(now - day + minute)),
    await keptUntil(new Date(now - day - minute)),
  ]
  await cleanUpSignIn(testShop.services)
  expect(await open.left()).toEqual({
    session: 1,
    change: 1,
    form: 1,
    link: 1,
    entry: 1,
    invitation: 1,
    used: 1,
  })
  expect(await ended.left()).toEqual({
    session: 0,
    change: 0,
    form: 0,
    link: 1,
    entry: 1,
    invitation: 1,
    used: 1,
  })
  expect(await longEnded.left()).toEqual({
    session: 0,
    change: 0,
    form: 0,
    link: 0,
    entry: 0,
    invitation: 0,
    used: 1,
  })
})
