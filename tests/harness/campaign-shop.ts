import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

import { everybody } from '#campaigns/campaign/audience.rules.ts'
import { campaignEmails, campaigns } from '#campaigns/campaign/tables.ts'
import { scheduleCampaign } from '#campaigns/campaign/turn-campaign.actions.server.ts'
import { viewCampaign } from '#campaigns/campaign/view-campaign.actions.server.ts'
import { createCampaign } from '#campaigns/campaign/write-campaign.actions.server.ts'
import { mails } from '#mail/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'

import { openOutbox } from './outbox.ts'
import { openTestShop } from './test-shop.ts'

type Sent = { to: string; subject: string; html: string }

/**
 * A shop without people before each test, and what tests of campaigns do and read in it. For the top
 * of a test file, after whose tests it is closed.
 */
export async function openCampaignShop() {
  const testShop = await openTestShop()
  afterAll(() => testShop.close())

  const closing: (() => Promise<void>)[] = []
  beforeEach(async () => {
    await testShop.db.delete(campaigns)
    await testShop.db.delete(mails)
    await testShop.db.delete(users)
    await testShop.db.delete(mailingListClients)
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) {
      await close()
    }
  })

  const writer = {
    id: randomUUID(),
    email: 'writer@kohue.example',
    role: 'staff',
    duties: ['emails'],
  } as const

  async function aSubscriber(email = `${randomUUID()}@list.example`) {
    const source = { page: '/ex-join', address: '203.0.113.9', isSentTooFast: false }
    await testShop.shop.joinMailingList({ fullname: 'Berta Luz Gil', email }, source)
    await testShop.db.delete(mails).where(eq(mails.recipient, email))
    const [row] = await testShop.db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.email, email))
    return { email, id: row!.id }
  }

  async function aCampaign(change: Partial<typeof campaigns.$inferInsert> = {}) {
    const form = { key: randomUUID() }
    const made = await createCampaign(testShop.services, writer, { name: 'Spring' }, form)
    if (!made.ok) throw new Error(made.sentence)
    const { id } = made.done
    await testShop.db
      .update(campaigns)
      .set({
        subject: 'The 2023s, {first name}',
        blocks: [
          { kind: 'paragraph', text: 'Kept for you: {allocation}, {landed total}.' },
          { kind: 'button', text: 'Go', target: 'allocation' },
        ],
        audience: everybody,
        ...change,
      })
      .where(eq(campaigns.id, id))
    return id
  }

  const viewed = (id: string) => viewCampaign(testShop.services, id)

  /** Schedules it for an hour as its form has it. */
  async function scheduled(id: string, at = new Date()) {
    const { version } = (await viewed(id))!.campaign
    const sendAt = hourOf(at, testShop.services.settings.timeZone)
    return scheduleCampaign(testShop.services, writer, { id, version, sendAt })
  }

  async function sent(id: string) {
    expect(await scheduled(id)).toMatchObject({ ok: true })
    await testShop.shop.sendCampaign(id)
  }

  const rowsOf = (id: string) =>
    testShop.db.select().from(campaignEmails).where(eq(campaignEmails.campaignId, id))

  /** Delivers the outbox; `reject` says which addresses the receiving server rejects. */
  function delivering(reject: (to: string) => boolean | Promise<boolean> = () => false): Sent[] {
    const emails: Sent[] = []
    const delivery = openOutbox(testShop.db, {
      async send({ to, subject, html }) {
        if (await reject(to))
          return { status: 550, text: '550 no such mailbox', outcome: 'refused' }
        emails.push({ to, subject, html })
        return { status: 200, text: 'OK', outcome: 'sent' }
      },
      isReachable: async () => true,
      whatIsMissing: () => null,
      close() {},
    })
    closing.push(() => delivery.stop())
    return emails
  }

  const settled = (id: string) =>
    expect
      .poll(async () => (await rowsOf(id)).filter(({ outcome }) => outcome === 'queued').length, {
        timeout: 20_000,
      })
      .toBe(0)

  return {
    testShop,
    writer,
    aSubscriber,
    aCampaign,
    viewed,
    scheduled,
    sent,
    rowsOf,
    delivering,
    settled,
  }
}
