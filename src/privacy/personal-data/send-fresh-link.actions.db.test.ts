import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { secretOfEntryToken } from '#accounts/links/purchase-link.actions.server.ts'
import { entryLinks } from '#accounts/links/tables.ts'
import { everybody } from '#campaigns/campaign/audience.rules.ts'
import { campaignEmails, campaigns } from '#campaigns/campaign/tables.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { emailsTo, from } from '#tests/harness/identity.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

import { sendFreshLink } from './send-fresh-link.actions.server.ts'

let testShop: TestShop
let staff: Awaited<ReturnType<typeof aStaffMember>>
beforeAll(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
})
afterAll(() => testShop.close())

const linksTo = async (email: string) =>
  (await emailsTo(testShop.db, email)).filter(({ kind }) => kind === 'purchase-link')

const send = (id: string, releaseId: string, key: string = randomUUID(), by = staff) =>
  sendFreshLink(testShop.services, by, { id, key, release: releaseId })

test('a fresh link goes to the person alone, is logged, once by form and three an hour', async () => {
  const { db, shop } = testShop
  const ana = await aMember(db)
  const made = await aRelease(db)
  const { id: releaseId } = made.release
  // Nothing of it concerns them yet.
  expect(await send(ana.id, releaseId)).toMatchObject({
    ok: false,
    sentence: 'Nothing was sent: the release has closed.',
  })
  await allocate(db, made, ana, 2)
  const listed = { email: ana.email, fullName: 'Ana', firstName: 'Ana', consentSource: 'test' }
  await db.insert(mailingListClients).values({ ...listed, consentWording: 'yes', userId: ana.id })
  const key = randomUUID()
  const first = await send(ana.id, releaseId, key)
  expect(first).toMatchObject({ ok: true })
  expect(await send(ana.id, releaseId, key)).toMatchObject({ ok: true })
  const bea = await aMember(db)
  await allocate(db, made, bea, 1)
  expect(await send(bea.id, releaseId, key)).toMatchObject({
    ok: false,
    sentence: 'Nothing was sent. Please load the page again.',
  })
  const [mail, ...more] = await linksTo(ana.email)
  expect(more).toEqual([])
  // Bound to the account alone: the list record may be given another address.
  const bound = await db.select().from(entryLinks).where(eq(entryLinks.releaseId, releaseId))
  expect(bound).toMatchObject([{ userId: ana.id, subscriberId: null }])
  const { link } = mail!.props as { link: string }
  const token = link.split('/').at(-1)!
  expect(JSON.stringify(first)).not.toContain(token)

  const [entry, ...others] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, ana.id), eq(auditLog.action, 'fresh-link-sent')))
  expect(others).toEqual([])
  expect(entry).toMatchObject({ actorEmail: staff.email, after: { release: made.release.name } })
  const viewed = await shop.viewPerson(staff, ana.id)
  expect(JSON.stringify([entry, viewed])).not.toContain(token)
  expect(JSON.stringify([entry, viewed])).not.toContain(secretOfEntryToken(token))

  const held = { secret: secretOfEntryToken(token), browser: 'b'.repeat(43) }
  expect(await shop.enterByLink(held, null, from())).toMatchObject({ ok: true, userId: ana.id })

  expect([await send(ana.id, releaseId), await send(ana.id, releaseId)]).toMatchObject([
    { ok: true },
    { ok: true },
  ])
  expect(await send(ana.id, releaseId)).toMatchObject({
    ok: false,
    sentence: 'Nothing was sent: they were sent three links within the hour.',
  })
  expect(await linksTo(ana.email)).toHaveLength(3)
})

test('no link goes to staff, to an address that was never confirmed, or to a closed release', async () => {
  const { db } = testShop
  const made = await aRelease(db)
  const { id: releaseId } = made.release
  const people = [
    await aMember(db),
    await aMember(db, { emailVerified: false }),
    await aMember(db, { role: 'staff' }),
  ]
  for (const person of people) {
    await allocate(db, made, person, 1)
  }
  const [ana, unconfirmed, colleague] = people
  const refused = {
    ok: false,
    sentence: 'Nothing was sent: this account can’t be entered by a link.',
  }
  expect(await send(unconfirmed!.id, releaseId)).toMatchObject(refused)
  expect(await send(colleague!.id, releaseId)).toMatchObject(refused)
  expect(await send(randomUUID(), releaseId)).toMatchObject({
    ok: false,
    sentence: 'Nothing was sent. Please load the page again.',
  })
  expect(await send(ana!.id, releaseId, 'no key')).toMatchObject({
    ok: false,
    sentence: 'Nothing was sent. Please load the page again.',
  })
  const writer = { ...staff, duties: ['emails'] } as typeof staff
  expect(await send(ana!.id, releaseId, randomUUID(), writer)).toMatchObject({
    ok: false,
    status: 403,
  })
  await db.update(releases).set({ state: 'ended' }).where(eq(releases.id, releaseId))
  expect(await send(ana!.id, releaseId)).toMatchObject({
    ok: false,
    sentence: 'Nothing was sent: the release has closed.',
  })
  for (const { email } of people) {
    expect(await linksTo(email)).toEqual([])
  }
})

test('a person’s page says what campaigns wrote to them and what came of it', async () => {
  const { db, shop } = testShop
  const ana = await aMember(db)
  const { release } = await aRelease(db)
  const of = async (name: string, email: Partial<typeof campaignEmails.$inferInsert>) => {
    const [campaign] = await db
      .insert(campaigns)
      .values({ name, releaseId: release.id, audience: everybody })
      .returning()
    const row = { campaignId: campaign!.id, email: ana.email, userId: ana.id }
    await db.insert(campaignEmails).values({ ...row, ...email })
  }
  await of('Early', { outcome: 'sent', settledAt: sql`now() - interval '2 days'` as never })
  await of('Late', {
    outcome: 'suppressed',
    reason: 'too-often',
    settledAt: sql`now() - interval '1 day'` as never,
  })
  const viewed = await shop.viewPerson(staff, ana.id)
  if (!viewed.ok) throw new Error(viewed.reason)
  expect(viewed.person.campaigns).toMatchObject([
    { name: 'Late', outcome: 'suppressed', reason: 'too-often', enteredAt: null, orderedAt: null },
    { name: 'Early', outcome: 'sent', reason: null, enteredAt: null, orderedAt: null },
  ])
  expect(viewed.person.linkTo.map(({ id }) => id)).toEqual([release.id])
  // No link before they confirm that the address is theirs; what was written there stays told.
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, ana.id))
  const unproven = await shop.viewPerson(staff, ana.id)
  expect(unproven).toMatchObject({
    person: { campaigns: [{ name: 'Late' }, { name: 'Early' }], linkTo: [] },
  })
})
