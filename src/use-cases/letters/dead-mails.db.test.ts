import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { claimMails, markMailFailed, queueMails } from '#data/mails.ts'
import { auditLog, mails } from '#data/schema/desk.ts'
import { samples } from '#services/mail/samples.ts'
import { emptyOutbox } from '#tests/harness/post-office.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

let house: TestShop
beforeAll(async () => {
  house = await openTestShop()
})
afterAll(() => house.close())
beforeEach(() => emptyOutbox(house.db))

const staff = { id: randomUUID(), email: 'staff@kohue.example', role: 'staff' as const }
const member = { id: randomUUID(), email: 'ana@customer.example', role: 'member' as const }

async function aDeadMail() {
  const recipient = `${randomUUID()}@customer.example`
  await queueMails(house.db, [{ kind: 'register', recipient, props: samples.register }])
  return refused()
}

/** Whatever is due is refused for good. */
async function refused() {
  const [mail] = await claimMails(house.db, { limit: 1, perMinute: 0 })
  await markMailFailed(house.db, mail!, {
    error: '550 No such person',
    delaySeconds: null,
    doubtful: false,
  })
  return mail!
}

const stateOf = async (id: string) =>
  (await house.db.select().from(mails).where(eq(mails.id, id)))[0]

describe('dead letters', () => {
  test('are shown to staff, newest first, and to nobody else', async () => {
    const first = await aDeadMail()
    const second = await aDeadMail()
    const seen = await house.shop.listDeadMails(staff)
    expect(seen).toMatchObject({ ok: true, hasMore: false })
    expect(seen.ok && seen.mails.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(seen.ok && seen.mails[0]).toMatchObject({
      kind: 'register',
      recipient: second.recipient,
      attempts: 1,
      lastError: '550 No such person',
    })
    expect(await house.shop.listDeadMails(member)).toEqual({ ok: false })
  })

  test('are sent again by staff with all their tries, once, and it is noted who asked', async () => {
    const { id } = await aDeadMail()
    expect(await house.shop.resendMail(member, id)).toEqual({ ok: false, reason: 'not-staff' })
    expect(await house.shop.resendMail(staff, id)).toEqual({ ok: true })
    expect(await house.shop.resendMail(staff, id)).toEqual({ ok: false, reason: 'not-dead' })
    expect(await stateOf(id)).toMatchObject({ state: 'queued', attempts: 0, doubts: 0 })
    const notes = await house.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatchObject({ actorEmail: staff.email, action: 'resend-mail' })
  })

  test('say whether the log tells of them', async () => {
    const { id } = await aDeadMail()
    const listed = async () => {
      const seen = await house.shop.listDeadMails(staff)
      return seen.ok && seen.mails.map((mail) => [mail.id, mail.isInLog])
    }
    expect(await listed()).toEqual([[id, false]])
    await house.shop.resendMail(staff, id)
    await refused()
    expect(await listed()).toEqual([[id, true]])
  })

  test('an id that is none is not dead', async () => {
    expect(await house.shop.resendMail(staff, 'none')).toEqual({ ok: false, reason: 'not-dead' })
  })

  test('all letters are forgotten after ninety days', async () => {
    const { id } = await aDeadMail()
    house.pass(89 * 24 * 60)
    await house.shop.forgetLetters()
    expect(await stateOf(id)).toBeDefined()
    house.pass(2 * 24 * 60)
    await house.shop.forgetLetters()
    expect(await stateOf(id)).toBeUndefined()
  })
})
