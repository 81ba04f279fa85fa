import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { samples } from '#app/emails/samples.ts'
import { recordRejection } from '#mail/bounces/rejections.store.server.ts'
import {
  claimMails,
  countUndeliveredMails,
  markMailFailed,
  queueMails,
} from '#mail/mails.store.server.ts'
import { suppressedAmong } from '#mail/suppressions.store.server.ts'
import { mails } from '#mail/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import type { ListPage } from '#platform/list/list-query.rules.ts'
import { emptyOutbox } from '#tests/harness/outbox.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { tasks } from '../today/tables.ts'
import { undeliveredEmailList } from './undelivered-email-list.store.server.ts'
import { deleteOldEmails, leaveEmail, resendEmail } from './undelivered-emails.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())
beforeEach(() => emptyOutbox(testShop.db))

const staff = {
  id: randomUUID(),
  email: 'staff@kohue.example',
  role: 'staff' as const,
  duties: ['owner' as const],
}
const member = { id: randomUUID(), email: 'ana@customer.example', role: 'member' as const }

const ended = { ok: true, done: { isEnded: true } }
const notFailed = { done: { isEnded: false }, said: { tone: 'info' } }

async function aFailedEmail() {
  const recipient = `${randomUUID()}@customer.example`
  await queueMails(testShop.db, [{ kind: 'register', recipient, props: samples.register }])
  return refused()
}

/** Claims what is due and records a permanent refusal. */
async function refused() {
  const [mail] = await claimMails(testShop.db, { limit: 1, perMinute: 0 })
  await markMailFailed(testShop.db, mail!, {
    error: '550 No such person',
    delaySeconds: null,
    doubtful: false,
  })
  return mail!
}

async function listed(params = '') {
  const viewed = await testShop.shop.viewList(
    staff,
    undeliveredEmailList,
    new URLSearchParams(params),
  )
  if (!viewed.ok) throw new Error(viewed.reason)
  return (viewed.view.page as ListPage<ListRow<typeof undeliveredEmailList>>).rows
}

const stateOf = async (id: string) =>
  (await testShop.db.select().from(mails).where(eq(mails.id, id)))[0]

describe('undelivered emails', () => {
  test('are shown to staff, newest first, and to no one else', async () => {
    const first = await aFailedEmail()
    const second = await aFailedEmail()
    expect(await countUndeliveredMails(testShop.db)).toEqual({ failed: 2, retrying: 0, queued: 0 })
    const seen = await listed()
    expect(seen.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(seen[0]).toMatchObject({
      kind: 'register',
      recipient: second.recipient,
      attempts: 1,
      lastError: '550 No such person',
      nextTryAt: null,
    })
    const forbidden = { ok: false, reason: 'not-staff' }
    expect(
      await testShop.shop.viewList(member, undeliveredEmailList, new URLSearchParams()),
    ).toEqual(forbidden)
  })

  test('are sent again by staff with all their tries, once, and the audit log records who asked', async () => {
    const { id } = await aFailedEmail()
    expect(await resendEmail(testShop.services, member, { id })).toMatchObject({ status: 403 })
    expect(await resendEmail(testShop.services, staff, { id })).toMatchObject(ended)
    expect(await resendEmail(testShop.services, staff, { id })).toMatchObject(notFailed)
    expect(await stateOf(id)).toMatchObject({ state: 'queued', attempts: 0, doubts: 0 })
    const entries = await testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ actorEmail: staff.email, action: 'resend-mail' })
  })

  test('are left unsent by staff, once: the task ends, the rejection still counts', async () => {
    const { id, recipient } = await aFailedEmail()
    const taskOf = async () =>
      (await testShop.db.select().from(tasks).where(eq(tasks.subject, id))).map(
        ({ state }) => state,
      )
    expect(await taskOf()).toEqual(['open'])
    expect(await leaveEmail(testShop.services, member, { id })).toMatchObject({ status: 403 })
    expect(await leaveEmail(testShop.services, staff, { id: 'x' })).toMatchObject(notFailed)
    expect(await leaveEmail(testShop.services, staff, { id })).toMatchObject(ended)
    expect(await leaveEmail(testShop.services, staff, { id })).toMatchObject(notFailed)
    expect(await resendEmail(testShop.services, staff, { id })).toMatchObject(notFailed)
    expect(await taskOf()).toEqual(['done'])
    expect(await listed(`q=${recipient}`)).toEqual([])
    expect(await stateOf(id)).toMatchObject({ state: 'suppressed' })
    const entries = await testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(entries).toMatchObject([{ actorEmail: staff.email, action: 'mail-left' }])

    const hash = testShop.services.hashes.ofEmail(recipient)
    await recordRejection(testShop.db, recipient, hash)
    expect(await suppressedAmong(testShop.db, [hash], ['rejected'])).toEqual(new Set())
    await testShop.db.insert(mails).values({
      ...{ kind: 'join', recipient, props: {}, state: 'failed', lastError: '550 No such person' },
    })
    await recordRejection(testShop.db, recipient, hash)
    expect(await suppressedAmong(testShop.db, [hash], ['rejected'])).toEqual(new Set([hash]))
  })

  test('are shown with their last error while they are retried; those in time are not', async () => {
    const recipient = `${randomUUID()}@customer.example`
    await queueMails(testShop.db, [{ kind: 'register', recipient, props: samples.register }])
    const [mail] = await claimMails(testShop.db, { limit: 1, perMinute: 0 })
    const error = '451 Come back later'
    await markMailFailed(testShop.db, mail!, { error, delaySeconds: 60, doubtful: false })
    await queueMails(testShop.db, [{ kind: 'register', recipient, props: samples.register }])

    expect(await countUndeliveredMails(testShop.db)).toEqual({ failed: 0, retrying: 1, queued: 2 })
    const seen = await listed()
    expect(seen).toMatchObject([{ id: mail!.id, attempts: 1, lastError: error }])
    expect(seen[0]!.nextTryAt!.getTime()).toBeGreaterThan(Date.now())
    expect(await resendEmail(testShop.services, staff, { id: mail!.id })).toMatchObject(notFailed)
  })

  test('of an earlier release, which calls them dead, are shown and sent again', async () => {
    const { id } = await aFailedEmail()
    await testShop.db.update(mails).set({ state: 'dead' }).where(eq(mails.id, id))
    expect(await listed()).toMatchObject([{ id, nextTryAt: null }])
    expect(await resendEmail(testShop.services, staff, { id })).toMatchObject(ended)
  })

  test('that were rejected, at once or after they were sent, are listed with their filter', async () => {
    const first = await aFailedEmail()
    const [later] = await testShop.db
      .insert(mails)
      .values({
        ...{ kind: 'join', recipient: `${randomUUID()}@list.example`, props: {} },
        ...{ state: 'sent', sentAt: new Date(), lastError: '550 bounced with 5.1.1' },
      })
      .returning()
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
    expect(ids(await listed('state=rejected'))).toEqual([later!.id, first.id])
    expect(await listed('kind=join')).toMatchObject([{ isBounced: true, nextTryAt: null }])
    // It left: nothing is to be sent again.
    expect(await resendEmail(testShop.services, staff, { id: later!.id })).toMatchObject(notFailed)
    expect(ids(await listed('state=failed'))).toEqual([first.id])
  })

  test('are searched by recipient and error, filtered, and go out as a file', async () => {
    const first = await aFailedEmail()
    await aFailedEmail()
    expect(await listed(`q=550+${first.recipient.slice(0, 8)}`)).toMatchObject([{ id: first.id }])
    expect(await listed('q=100%25')).toEqual([])
    expect(await listed('state=failed&kind=register')).toHaveLength(2)
    expect(await listed('state=retrying')).toEqual([])
    expect(await listed('kind=join')).toEqual([])
    const lines: unknown[] = []
    const params = new URLSearchParams({ q: first.recipient })
    await testShop.shop.exportList(staff, undeliveredEmailList, params, async (some) => {
      lines.push(...some)
    })
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(first.recipient)
  })

  test('are paged by a cursor, also those of one moment', async () => {
    const props = JSON.stringify(samples.register)
    await testShop.db.execute(sql`insert into mails (kind, recipient, props, state)
      select 'register', n || '@cursor.example', ${props}::jsonb, 'failed' from generate_series(1, 30) n`)
    const page = await listed('size=25')
    const older = await listed(`size=25&before=${page.at(-1)!.number}`)
    expect([page.length, older.length]).toEqual([25, 5])
    expect(new Set([...page, ...older].map(({ id }) => id)).size).toBe(30)
  })

  test('say whether the audit log has an entry about them', async () => {
    const { id } = await aFailedEmail()
    expect(await listed()).toMatchObject([{ id, isInLog: false }])
    await resendEmail(testShop.services, staff, { id })
    await refused()
    const other = await aFailedEmail()
    expect(await listed()).toMatchObject([
      { id: other.id, isInLog: false },
      { id, isInLog: true },
    ])
  })

  test('an unknown id is not found among them', async () => {
    expect(await resendEmail(testShop.services, staff, { id: 'none' })).toMatchObject(notFailed)
  })

  test('all emails are deleted after ninety days', async () => {
    const { id } = await aFailedEmail()
    testShop.pass(89 * 24 * 60)
    await deleteOldEmails(testShop.services)
    expect(await stateOf(id)).toBeDefined()
    testShop.pass(2 * 24 * 60)
    await deleteOldEmails(testShop.services)
    expect(await stateOf(id)).toBeUndefined()
  })
})
