import { randomUUID } from 'node:crypto'

import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { insertEntryLinks } from '#accounts/links/entry-links.store.server.ts'
import { seedMany } from '#app/seed/bulk.ts'
import { releases } from '#catalogue/on-sale/tables.ts'
import { mails } from '#mail/tables.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { aSubscriber } from '#tests/harness/staff.ts'
import { aMember, openTestDatabase } from '#tests/harness/test-shop.ts'

import { everybody } from './audience.rules.ts'
import {
  campaignFigures,
  freeMails,
  holdMails,
  nextBatch,
  noteEntered,
  stopMails,
} from './campaign-emails.store.server.ts'
import { releasesOfPerson } from './person-campaigns.store.server.ts'
import { findRecipients } from './recipients.store.server.ts'
import { campaignEmails, campaigns } from './tables.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>['db']
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

async function aCampaign(releaseId: string | null = null) {
  const made = {
    name: 'Spring',
    audience: everybody,
    state: 'sending',
    sendAt: new Date(),
  } as const
  const [row] = await db
    .insert(campaigns)
    .values({ ...made, releaseId })
    .returning()
  return row!.id
}

const emailOf = (
  campaignId: string,
  email: string,
  more: Partial<typeof campaignEmails.$inferInsert>,
) => db.insert(campaignEmails).values({ campaignId, email, ...more })

/** An email of the campaign in the outbox, in that state. */
async function inOutbox(campaignId: string, state: 'queued' | 'sending' | 'sent') {
  const recipient = `${state}.${randomUUID()}@customer.example`
  const mail = { kind: 'campaign', recipient, props: { link: 'https://kohue.example' }, state }
  const [row] = await db.insert(mails).values(mail).returning()
  const outcome = state === 'sent' ? 'sent' : 'queued'
  await emailOf(campaignId, recipient, { mailId: row!.id, outcome })
  return row!.id
}

const mailNow = async (id: string) => (await db.select().from(mails).where(eq(mails.id, id)))[0]
const outcomeOf = async (mailId: string) => {
  const [row] = await db.select().from(campaignEmails).where(eq(campaignEmails.mailId, mailId))
  return [row!.outcome, row!.reason]
}

test('a pause takes what waits out of the outbox, but what may have arrived; a stop ends what has not begun to leave', async () => {
  const [id, other] = [await aCampaign(), await aCampaign()]
  const untried = await inOutbox(id, 'queued')
  const all = {
    waiting: await inOutbox(id, 'queued'),
    leaving: await inOutbox(id, 'sending'),
    left: await inOutbox(id, 'sent'),
    others: await inOutbox(other, 'queued'),
  }
  await db.update(mails).set({ doubts: 1 }).where(eq(mails.id, all.waiting))
  await emailOf(id, 'later@customer.example', {})
  const held = async () => {
    const rows = await db
      .select()
      .from(mails)
      .where(inArray(mails.id, Object.values(all)))
    const isHeld = new Set(
      rows.filter(({ nextTryAt }) => !Number.isFinite(nextTryAt.getTime())).map((row) => row.id),
    )
    return Object.entries(all).flatMap(([name, mailId]) => (isHeld.has(mailId) ? [name] : []))
  }
  await db.transaction((tx) => holdMails(tx, id))
  expect(await held()).toEqual(['waiting'])
  expect(await mailNow(untried)).toBeUndefined()
  await db.transaction((tx) => freeMails(tx, id))
  expect(await held()).toEqual([])
  // Of those whose email is to be made none is there any more.
  const batch = await db.transaction((tx) => nextBatch(tx, { id, releaseId: null }, 9))
  expect(batch).toEqual([])

  await db.transaction((tx) => stopMails(tx, id))
  const waiting = await mailNow(all.waiting)
  expect([waiting?.state, waiting?.props]).toEqual(['suppressed', {}])
  expect(await mailNow(all.leaving)).toMatchObject({
    state: 'sending',
    props: { link: 'https://kohue.example' },
  })
  expect(await mailNow(all.left)).toMatchObject({ state: 'sent' })
  expect(await mailNow(all.others)).toMatchObject({ state: 'queued' })
  expect(await outcomeOf(all.leaving)).toEqual(['queued', null])
  expect(await outcomeOf(all.others)).toEqual(['queued', null])
  const [later] = await db
    .select()
    .from(campaignEmails)
    .where(eq(campaignEmails.email, 'later@customer.example'))
  expect(later).toMatchObject({ outcome: 'suppressed', reason: 'stopped' })
  expect(later!.settledAt).not.toBe(null)
})

test('a link is noted as opened once, by who opened it', async () => {
  const [id, other] = [await aCampaign(), await aCampaign()]
  const { id: userId, email } = await aMember(db)
  const tokenHash = randomUUID()
  const link = { tokenHash, purpose: 'purchase', userId, email, campaignId: id } as const
  await insertEntryLinks(db, [{ ...link, expiresAt: new Date(Date.now() + 60_000) }])
  const opened = async () => {
    await db.transaction((tx) => noteEntered(tx, tokenHash, userId))
    const rows = await db.select().from(campaignEmails).where(eq(campaignEmails.email, email))
    return Object.fromEntries(rows.map((row) => [row.campaignId, [row.enteredAt, row.userId]]))
  }
  await emailOf(id, email, { outcome: 'sent' })
  await emailOf(other, email, { outcome: 'sent' })
  expect(await opened()).toEqual({ [id]: [expect.any(Date), userId], [other]: [null, null] })
  const first = new Date('2026-11-20T12:00:00Z')
  await db.update(campaignEmails).set({ enteredAt: first }).where(eq(campaignEmails.email, email))
  expect(await opened()).toMatchObject({ [id]: [first, userId] })
})

test('orders count for a campaign that its recipients placed after it, of its release if it has one', async () => {
  await seedMany(db, { users: 3, orders: 3, subscribers: 0 }, () => {})
  const sentAt = new Date('2026-11-20T12:00:00Z')
  const placed = await db.select().from(orders).orderBy(orders.number)
  const { release, wine } = await aRelease(db)
  const [ofAll, ofRelease] = [await aCampaign(), await aCampaign(release.id)]
  const moments = ['2026-11-20T12:00:01Z', '2026-11-20T11:59:59Z', '2026-11-21T12:00:00Z']
  for (const [index, { id, userId, email }] of placed.entries()) {
    await db
      .update(orders)
      .set({ createdAt: new Date(moments[index]!) })
      .where(eq(orders.id, id))
    for (const campaignId of [ofAll, ofRelease]) {
      await emailOf(campaignId, email, { userId, outcome: 'sent', settledAt: sentAt })
    }
  }
  // The first is of the same wine in the release of the rest.
  const { release: rest } = await aRelease(db)
  for (const [index, releaseId] of [rest.id, release.id, release.id].entries()) {
    await db
      .update(orderLines)
      .set({ productId: wine, releaseId, ...(index === 2 && { quantity: 2 }) })
      .where(eq(orderLines.orderId, placed[index]!.id))
  }
  const figuresOf = (id: string, releaseId: string | null) => campaignFigures(db, { id, releaseId })
  const cents = placed[0]!.totalCents
  expect(cents).toBe(63_024)
  expect(await figuresOf(ofAll, null)).toMatchObject({ orders: 2, cases: 3, cents: 126_048 })
  expect(await figuresOf(ofRelease, release.id)).toMatchObject({
    orders: 1,
    cases: 2,
    cents: 63_024,
  })
})

test('a campaign is previewed for customers and subscribers, each once, and for nobody who is gone', async () => {
  const word = `w${randomUUID().slice(0, 8)}`
  const named = { firstName: 'Ana', lastName: word }
  const customer = await aMember(db, named)
  await aMember(db, { ...named, eraseAt: new Date() })
  await aMember(db, { ...named, role: 'staff' })
  await aSubscriber(db, { fullName: `Ana ${word}`, ...named, email: customer.email })
  const subscriber = await aSubscriber(db, {
    fullName: `Eva ${word}`,
    firstName: 'Eva',
    lastName: word,
  })
  const found = await findRecipients(db, word)
  expect(found.map(({ id }) => id).toSorted()).toEqual([customer.id, subscriber.id].toSorted())
  expect(found.find(({ id }) => id === subscriber.id)).toMatchObject({ name: `Eva ${word}` })
  expect(await findRecipients(db, '')).toEqual([])
})

test('a person has to do with a release by an allocation or an email about it that was sent', async () => {
  const person = await aMember(db)
  const other = await aMember(db)
  const [allocated, told, untold] = [await aRelease(db), await aRelease(db), await aRelease(db)]
  const over = await aRelease(db, { closesAt: new Date(Date.now() - 60_000) })
  await allocate(db, allocated, person, 1)
  await allocate(db, over, person, 1)
  const inState: Record<string, string> = {}
  for (const state of ['draft', 'paused', 'ended'] as const) {
    const one = await aRelease(db)
    await allocate(db, one, person, 1)
    await db.update(releases).set({ state }).where(eq(releases.id, one.release.id))
    inState[state] = one.release.id
  }
  await emailOf(await aCampaign(told.release.id), person.email, { outcome: 'sent' })
  await emailOf(await aCampaign(untold.release.id), person.email, { outcome: 'suppressed' })
  const of = async ({ id, email }: { id: string; email: string }) =>
    (await releasesOfPerson(db, { userId: id, email })).map((release) => release.id).toSorted()
  const theirs = [allocated.release.id, told.release.id, inState['paused']!]
  expect(await of(person)).toEqual(theirs.toSorted())
  expect(await of(other)).toEqual([])
})
