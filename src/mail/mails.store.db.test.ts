import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { samples } from '#app/emails/samples.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { countStatements } from '#tests/harness/statements.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { isBouncedOf, recordRejection } from './bounces/rejections.store.server.ts'
import type { Mail } from './mails.store.server.ts'
import {
  claimMails,
  countUndeliveredMails,
  forgetMailsTo,
  leaveMail,
  markMailFailed,
  markMailSent,
  moveMails,
  queueMailOnce,
  queueMails,
  releaseMail,
  requeueMail,
  requeueStaleMails,
  sentMailsAbout,
  suppressMail,
} from './mails.store.server.ts'
import { mails, suppressions } from './tables.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

async function nextMail(): Promise<Mail> {
  const [mail] = await claimMails(db, { limit: 1, perMinute: 0 })
  return mail!
}

/** An email claimed by a process that took too long, so that it is in the queue again. */
async function requeued(): Promise<Mail> {
  await db.delete(mails)
  await queueMails(db, [
    { kind: 'register', recipient: 'ana@customer.example', props: samples.register },
  ])
  const stale = await nextMail()
  await requeueStaleMails(db, -1)
  return stale
}

/** The same, claimed again by another process. */
async function twiceClaimed(): Promise<{ stale: Mail; current: Mail }> {
  return { stale: await requeued(), current: await nextMail() }
}

const rows = () => db.select().from(mails).orderBy(mails.number)

test('an email that two processes left in doubt is not tried a third time', async () => {
  await twiceClaimed()
  await requeueStaleMails(db, -1)
  expect(await rows()).toMatchObject([{ state: 'failed', doubts: 2 }])
})

test.each<[string, (mail: Mail) => Promise<void>]>([
  [
    'another try',
    (mail) => markMailFailed(db, mail, { error: 'stale', delaySeconds: 60, doubtful: false }),
  ],
  [
    'a permanent failure',
    (mail) => markMailFailed(db, mail, { error: 'stale', delaySeconds: null, doubtful: true }),
  ],
  ['an outage', (mail) => releaseMail(db, mail, 'stale')],
  ['a recipient who left', (mail) => suppressMail(db, mail)],
])('a process that lost its claim can’t record %s', async (_outcome, record) => {
  const stale = await requeued()
  const waiting = await rows()
  await record(stale)
  expect(await rows()).toEqual(waiting)
  const current = await nextMail()
  await record(stale)
  expect(await rows()).toEqual([current])
  await record(current)
  expect(await rows()).not.toEqual([current])
})

test('of an error 500 characters are kept, also where there is none after it', async () => {
  const { current } = await twiceClaimed()
  const error = 'e'.repeat(501)
  const kept = 'e'.repeat(500)
  await releaseMail(db, current, error)
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1, lastError: kept }])
  await releaseMail(db, await nextMail())
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1, lastError: kept }])
  await db.update(mails).set({ lastError: null })
  await markMailFailed(db, await nextMail(), { error, delaySeconds: null, doubtful: false })
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: 2, lastError: kept }])
})

const insert = (more: Partial<typeof mails.$inferInsert>) =>
  db
    .insert(mails)
    .values({ kind: 'register', recipient: 'ana@customer.example', props: {}, ...more })

test('that an email was sent is one statement', async () => {
  const { current } = await twiceClaimed()
  const { statements } = await countStatements(() => markMailSent(db, current))
  expect(statements).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'sent' }])
})

test('an email of an erased address is deleted: one that was sent at once, one in the outbox once it is', async () => {
  await db.delete(mails)
  await insert({ state: 'sent' })
  await insert({ state: 'failed' })
  await insert({ kind: 'join' })
  await insert({ recipient: 'eva@customer.example', state: 'sent' })
  await db.transaction((tx) => forgetMailsTo(tx, 'ana@customer.example'))
  const left = async () => (await rows()).map(({ kind, recipient }) => `${kind} ${recipient}`)
  expect(await left()).toEqual(['join ana@customer.example', 'register eva@customer.example'])
  const [waiting] = await claimMails(db, { limit: 1, perMinute: 0 })
  await markMailFailed(db, waiting!, { error: 'later', delaySeconds: 0, doubtful: false })
  expect(await left()).toHaveLength(2)
  const [again] = await claimMails(db, { limit: 1, perMinute: 0 })
  await markMailSent(db, again!)
  expect(await left()).toEqual(['register eva@customer.example'])
  for (const end of [
    (mail: Mail) => suppressMail(db, mail),
    (mail: Mail) => markMailFailed(db, mail, { error: '', delaySeconds: null, doubtful: false }),
  ]) {
    await insert({ forget: true })
    const [claimed] = await claimMails(db, { limit: 1, perMinute: 0 })
    await end(claimed!)
    expect(await left()).toEqual(['register eva@customer.example'])
  }
  // Twice in doubt it has failed, of which no process that sent it can know.
  await insert({ forget: true })
  await claimMails(db, { limit: 1, perMinute: 0 })
  await requeueStaleMails(db, -1)
  expect(await left()).toHaveLength(2)
  await claimMails(db, { limit: 1, perMinute: 0 })
  expect(await requeueStaleMails(db, -1)).toBe(1)
  expect(await left()).toEqual(['register eva@customer.example'])
})

test('emails are counted that failed for good, wait for another attempt, or for their turn', async () => {
  await db.delete(mails)
  await insert({})
  await insert({ lastError: '451 Later' })
  // Of a paused campaign.
  await insert({ kind: 'campaign', lastError: '451 Later', nextTryAt: sql`'infinity'` as never })
  await insert({ state: 'failed', lastError: '550 No such person' })
  await insert({ state: 'dead', lastError: '550 No such person' })
  await insert({ state: 'sent', lastError: '550 bounced with 5.1.1' })
  expect(await countUndeliveredMails(db)).toEqual({ failed: 2, retrying: 1, queued: 3 })
})

test('an email that was sent after a failed attempt is not counted as one that came back', async () => {
  await db.delete(mails)
  await insert({ lastError: '550 No such person yet' })
  const [claimed] = await claimMails(db, { limit: 1, perMinute: 0 })
  await markMailSent(db, claimed!)
  expect(await rows()).toMatchObject([{ state: 'sent', lastError: null }])
})

test('the emails about an order are those that were sent with its number, but for the business’s', async () => {
  await db.delete(mails)
  const about = (more: Partial<typeof mails.$inferInsert>, number = 1_001) =>
    insert({ state: 'sent', props: { number }, sentAt: new Date('2026-11-20T12:00:00Z'), ...more })
  await about({ kind: 'order-shipped' })
  await about({ kind: 'order-confirmation', sentAt: new Date('2026-11-19T12:00:00Z') })
  await about({ kind: 'order-delivered', state: 'queued', sentAt: null })
  await about({ kind: 'order-refunded' }, 1_002)
  await about({ kind: 'order-notice', recipient: 'cellar@kohue.example' })
  // To the address that its buyer had before.
  const earlier = new Date('2026-11-18T12:00:00Z')
  await about({ kind: 'order-changed', recipient: 'eva@customer.example', sentAt: earlier })
  expect((await sentMailsAbout(db, { number: 1_001 })).map(({ kind }) => kind)).toEqual([
    'order-changed',
    'order-confirmation',
    'order-shipped',
  ])
})

test('what was sent about orders goes along to a new address, and the rest is forgotten', async () => {
  await db.delete(mails)
  const [old, next] = ['eva.old@customer.example', 'eva@customer.example']
  const about = (more: Partial<typeof mails.$inferInsert>) =>
    insert({ recipient: old, state: 'sent', sentAt: new Date(), ...more })
  await about({ kind: 'order-shipped', props: { number: 1_001 } })
  await about({ kind: 'register', props: {} })
  await about({ kind: 'order-delivered', props: { number: 1_001 }, state: 'queued', sentAt: null })
  await db.transaction((tx) => moveMails(tx, old, next))
  const kept = await rows()
  expect(kept.map(({ kind, recipient, forget }) => [kind, recipient, forget]).toSorted()).toEqual([
    ['order-delivered', old, true],
    ['order-shipped', next, false],
  ])
  expect(await sentMailsAbout(db, { number: 1_001 })).toMatchObject([{ kind: 'order-shipped' }])
})

test('an email with the id of its form is queued once, as urgent as its kind', async () => {
  await db.delete(mails)
  const id = randomUUID()
  const recovery = samples['password-recovery']
  const mail = {
    kind: 'password-recovery',
    recipient: 'ana@customer.example',
    props: recovery,
  } as const
  const queue = () => db.transaction((tx) => queueMailOnce(tx, id, mail))
  expect([await queue(), await queue()]).toEqual([true, false])
  expect(await rows()).toMatchObject([{ id, urgency: 0, recipient: 'ana@customer.example' }])
})

test('emails are claimed that are due and queued, the most urgent first and campaigns last', async () => {
  await db.delete(mails)
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  await insert({ kind: 'campaign', recipient: 'campaign', urgency: 0, nextTryAt: at(-90) })
  await insert({ recipient: 'second', urgency: 1, nextTryAt: at(-60) })
  await insert({ recipient: 'third', urgency: 1, nextTryAt: at(-30) })
  await insert({ recipient: 'first', urgency: 0, nextTryAt: at(-10) })
  await insert({ recipient: 'later', urgency: 0, nextTryAt: at(600) })
  await insert({ recipient: 'failed', state: 'failed', nextTryAt: at(-90) })
  const claimed = async (limit: number) =>
    (await claimMails(db, { limit, perMinute: 0 })).map(({ recipient }) => recipient).toSorted()
  expect(await claimed(1)).toEqual(['first'])
  expect(await claimed(1)).toEqual(['second'])
  expect(await claimed(9)).toEqual(['campaign', 'third'])
  expect(await claimed(9)).toEqual([])
  expect(await rows()).toContainEqual(
    expect.objectContaining({ recipient: 'first', attempts: 1, claimedAt: expect.any(Date) }),
  )
})

test('a limit of emails a minute is one of all claims within it', async () => {
  await db.delete(mails)
  for (let n = 0; n < 5; n++) await insert({})
  const claimed = async () => (await claimMails(db, { limit: 9, perMinute: 3 })).length
  expect([await claimed(), await claimed()]).toEqual([3, 0])
  await db.execute(sql`update mails set claimed_at = claimed_at - interval '61 seconds'`)
  expect(await claimed()).toBe(2)
})

test('a bounce counts for an email that was sent to that address, once', async () => {
  await db.delete(mails)
  const ids = { sent: randomUUID(), other: randomUUID(), queued: randomUUID() }
  await insert({ id: ids.sent, state: 'sent' })
  await insert({ id: ids.other, state: 'sent', recipient: 'eva@customer.example' })
  await insert({ id: ids.queued })
  const bounced = (id: string, recipient = 'ana@customer.example') =>
    isBouncedOf(db, id, recipient, '5.1.1')
  for (const id of [ids.other, ids.queued, randomUUID(), 'none']) {
    expect(await bounced(id)).toBe(false)
  }
  expect([await bounced(ids.sent), await bounced(ids.sent)]).toEqual([true, false])
  const noted = (await rows()).filter(({ lastError }) => lastError !== null)
  expect(noted).toMatchObject([{ id: ids.sent, lastError: '550 bounced with 5.1.1' }])
})

test('an address is suppressed at the second permanent rejection within thirty days', async () => {
  await db.delete(mails)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const isSuppressed = async () => {
    await recordRejection(db, 'ana@customer.example', 'hash of ana')
    return (await db.select().from(suppressions)).map(({ reason }) => reason)
  }
  const lastError = '550 No such person'
  await insert({ state: 'failed', lastError, createdAt: daysAgo(29) })
  // Neither an older one, a passing error, one of another address, nor one that is tried again.
  await insert({ state: 'failed', lastError, createdAt: daysAgo(31) })
  await insert({ state: 'failed', lastError: '451 Later' })
  await insert({ state: 'failed', lastError, recipient: 'eva@customer.example' })
  await insert({ state: 'queued', lastError })
  expect(await isSuppressed()).toEqual([])
  await insert({ state: 'sent', lastError: '550 bounced with 5.1.1' })
  expect(await isSuppressed()).toEqual(['rejected'])
  await db.delete(suppressions)
})

test('a failed email is tried anew with all its attempts, or given up with what it said', async () => {
  await db.delete(mails)
  const [id, waiting] = [randomUUID(), randomUUID()]
  const props = { firstName: 'Ana', link: 'https://shop.example/a-secret' }
  const failed = { state: 'failed', attempts: 9, doubts: 2, lastError: '550', props } as const
  await insert({ id, kind: 'password-recovery', ...failed })
  await insert({ id: waiting, recipient: 'eva@customer.example' })
  expect([await requeueMail(db, waiting), await requeueMail(db, 'none')]).toEqual([null, null])
  expect(await requeueMail(db, id)).toMatchObject({
    ...{ id, state: 'queued', attempts: 0, doubts: 0, lastError: null, props },
  })
  const leave = (which: string) => db.transaction((tx) => leaveMail(tx, which))
  expect([await leave(id), await leave('none')]).toEqual([null, null])
  await db.update(mails).set({ state: 'dead' })
  expect(await leave(id)).toMatchObject({ id, props })
  const left = Object.fromEntries((await rows()).map((mail) => [mail.recipient, mail]))
  expect(left['ana@customer.example']).toMatchObject({ state: 'suppressed' })
  expect(JSON.stringify(left['ana@customer.example']!.props)).not.toContain('a-secret')
  expect(left['eva@customer.example']).toMatchObject({ state: 'dead' })
})
