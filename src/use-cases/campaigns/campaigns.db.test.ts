import { createHmac, randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { claimMails, markMailSent, queueMails } from '#data/emails/mails.ts'
import { campaignEmails, campaigns } from '#data/schema/campaigns.ts'
import { mails } from '#data/schema/operations.ts'
import { mailingListClients, users } from '#data/schema/people.ts'
import { everybody } from '#domain/campaigns/audience.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { aBounce } from '#tests/harness/bounce.ts'
import { from } from '#tests/harness/identity.ts'
import { openOutbox } from '#tests/harness/outbox.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, testBounceSecret } from '#tests/harness/test-shop.ts'

import { secretOfEntryToken } from '#use-cases/sign-in/purchase-link.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
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
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await close()
  }
})

const writer = {
  id: randomUUID(),
  email: 'writer@kohue.example',
  role: 'staff',
  duties: ['emails'],
} as const

const headers = from

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
  const id = randomUUID()
  expect(
    await testShop.shop.createCampaign(writer, { key: id, name: 'Spring', of: null }),
  ).toMatchObject({ ok: true })
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

async function scheduled(id: string) {
  const { version } = (await testShop.shop.viewCampaign(writer, id))!.campaign
  return testShop.shop.scheduleCampaign(writer, id, { version, sendAt: new Date() })
}

async function sent(id: string) {
  expect(await scheduled(id)).toEqual({ ok: true })
  await testShop.shop.sendCampaign(id)
}

const rowsOf = (id: string) =>
  testShop.db.select().from(campaignEmails).where(eq(campaignEmails.campaignId, id))

type Sent = { to: string; subject: string; html: string }

/** Delivers the outbox; `reject` says which addresses the receiving server rejects. */
function delivering(reject: (to: string) => boolean = () => false): Sent[] {
  const emails: Sent[] = []
  const delivery = openOutbox(testShop.db, {
    async send({ to, subject, html }) {
      if (reject(to)) return { status: 550, text: '550 no such mailbox', outcome: 'refused' }
      emails.push({ to, subject, html })
      return { status: 200, text: 'OK', outcome: 'sent' }
    },
    isReachable: async () => true,
    whyNotReady: () => null,
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

test('a name has one line and at most eighty letters', async () => {
  const { shop } = testShop
  const refusal = { ok: false, reason: 'no-name' }
  for (const name of ['Spring\nFall', 'Spring\u2028Fall', 'a'.repeat(81), ' ']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await shop.createCampaign(writer, { key: randomUUID(), name, of: null })).toEqual(
      refusal,
    )
  }
})

describe('a campaign', () => {
  test('reaches everybody who may be written to, once, and says why for the others', async () => {
    const { db, shop } = testShop
    const release = await aRelease(db)
    const buyer = await aMember(db, { byEmail: true })
    await allocate(db, release, buyer, 2)
    const quiet = await aMember(db, { byEmail: false })
    const joined = await aSubscriber()
    const left = await aSubscriber()
    await shop.unsubscribe(testShop.services.mail.tokens.sign(left.id), { source: 'link' } as never)
    // On the list and with an account: one person.
    const both = await aMember(db, { byEmail: true })
    await aSubscriber(both.email)
    const id = await aCampaign({ releaseId: release.release.id })
    const { audience } = (await shop.viewCampaign(writer, id))!
    expect(audience).toEqual({
      getIt: 3,
      leftOut: expect.arrayContaining([
        { reason: 'never-agreed', count: 1 },
        { reason: 'left', count: 1 },
      ]),
    })
    await sent(id)
    const emails = delivering()
    await settled(id)
    expect(emails.map(({ to }) => to).toSorted()).toEqual(
      [buyer.email, joined.email, both.email].toSorted(),
    )
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(5)
    expect(rows.filter(({ outcome }) => outcome === 'sent')).toHaveLength(3)
    expect(rows.find(({ email }) => email === quiet.email)).toMatchObject({
      outcome: 'suppressed',
      reason: 'never-agreed',
    })
    const own = emails.find(({ to }) => to === buyer.email)!
    expect(own.html).toContain('because you chose emails in your account')
    expect(own.subject).toBe('The 2023s, Ana')
    expect(own.html).toContain('Kept for you: 2 cases, $1,015.25.')
    expect(emails.find(({ to }) => to === joined.email)!.html).toContain('your allocation')
    for (const { html, subject } of emails) {
      expect(html.replaceAll(/<style>.*?<\/style>/g, '') + subject).not.toMatch(/[{}]/)
    }
    await shop.workOffCampaigns()
    expect((await shop.viewCampaign(writer, id))!.campaign.state).toBe('sent')
    // Nothing of the link stays in the outbox.
    const kept = await db.select().from(mails).where(eq(mails.kind, 'campaign'))
    expect(JSON.stringify(kept)).not.toContain('/enter/')

    const token = /\/enter\/([\w-]{43})/.exec(own.html)![1]!
    const held = { secret: secretOfEntryToken(token), browser: 'b'.repeat(43) }
    expect((await shop.enterByLink(held, null, headers())).ok).toBe(true)
    expect((await shop.viewCampaign(writer, id))!.figures).toMatchObject({ entered: 1, orders: 0 })
  })

  test('put into the outbox twice, also by two jobs at once, gives nobody two', async () => {
    await Promise.all(Array.from({ length: 12 }, () => aSubscriber()))
    const id = await aCampaign()
    expect(await scheduled(id)).toEqual({ ok: true })
    await Promise.all([1, 2, 3].map(() => testShop.shop.sendCampaign(id)))
    await testShop.shop.workOffCampaigns()
    const queued = await testShop.db.select().from(mails).where(eq(mails.kind, 'campaign'))
    expect(queued).toHaveLength(12)
    expect(new Set(queued.map(({ recipient }) => recipient)).size).toBe(12)
  })

  test('does not reach who leaves or is deleted after it was queued', async () => {
    const stays = await aSubscriber()
    const leaves = await aSubscriber()
    const goes = await aSubscriber()
    const id = await aCampaign()
    await sent(id)
    await testShop.shop.unsubscribe(testShop.services.mail.tokens.sign(leaves.id), {
      source: 'one-click',
    } as never)
    await testShop.shop.eraseSubscriber(goes.id)
    const emails = delivering()
    await settled(id)
    expect(
      emails.filter(({ subject }) => subject.startsWith('The 2023s')).map(({ to }) => to),
    ).toEqual([stays.email])
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(3)
    expect(rows.find(({ email }) => email === leaves.email)).toMatchObject({
      outcome: 'suppressed',
      reason: 'left',
    })
    expect(rows.map(({ email }) => email)).not.toContain(goes.email)
  })

  test('is paused and stopped at once: what has not left stays', async () => {
    await aSubscriber()
    await aSubscriber()
    const { shop } = testShop
    const id = await aCampaign()
    await sent(id)
    const version = async () => (await shop.viewCampaign(writer, id))!.campaign.version
    expect(await shop.pauseCampaign(writer, id, { version: await version() })).toEqual({ ok: true })
    expect(await claimMails(testShop.db, { limit: 9, perMinute: 0 })).toEqual([])
    expect(await shop.resumeCampaign(writer, id, { version: await version() })).toEqual({
      ok: true,
    })
    const [first] = await claimMails(testShop.db, { limit: 1, perMinute: 0 })
    expect(await shop.stopCampaign(writer, id, { version: await version() })).toEqual({ ok: true })
    await markMailSent(testShop.db, first!)
    expect(await claimMails(testShop.db, { limit: 9, perMinute: 0 })).toEqual([])
    const rows = await rowsOf(id)
    expect(rows.map(({ outcome, reason }) => [outcome, reason]).toSorted()).toEqual([
      ['sent', null],
      ['suppressed', 'stopped'],
    ])
    expect(await shop.stopCampaign(writer, id, { version: 0 })).toMatchObject({
      reason: 'wrong-state',
    })
  })

  test('is the fourth of a release, or the second of a day: left out with its reason', async () => {
    const { db } = testShop
    const { release } = await aRelease(db)
    await aSubscriber()
    for (const days of [4, 3, 2]) {
      // oxlint-disable no-await-in-loop -- one after the other
      const id = await aCampaign({ releaseId: release.id })
      await sent(id)
      await db.execute(sql`update campaign_emails set outcome = 'sent',
        settled_at = now() - make_interval(days => ${days}) where campaign_id = ${id}`)
      // oxlint-enable no-await-in-loop
    }
    const fourth = await aCampaign({ releaseId: release.id })
    expect(await scheduled(fourth)).toEqual({ ok: false, reason: 'nobody' })
    const other = await aCampaign()
    await sent(other)
    const soon = await aCampaign()
    expect((await testShop.shop.viewCampaign(writer, soon))!.audience).toEqual({
      getIt: 0,
      leftOut: [{ reason: 'too-often', count: 1 }],
    })
  })

  test('is not scheduled with words that cannot leave, for the past, or without a postal address', async () => {
    await aSubscriber()
    const { shop, services } = testShop
    const broken = await aCampaign({ subject: 'Hello {firstname}' })
    expect(await scheduled(broken)).toEqual({ ok: false, reason: 'words' })
    const id = await aCampaign()
    const past = { version: 1, sendAt: new Date(Date.now() - 3_600_000) }
    expect(await shop.scheduleCampaign(writer, id, past)).toEqual({ ok: false, reason: 'past' })
    const { site } = services.mail
    const address = site.postalAddress
    site.postalAddress = null
    expect(await scheduled(id)).toEqual({ ok: false, reason: 'no-postal-address' })
    site.postalAddress = address
    const words = {
      ...(await shop.viewCampaign(writer, id))!.campaign,
      subject: 'a\nBcc: b@c.example',
    }
    expect(await shop.saveCampaign(writer, id, words)).toMatchObject({ reason: 'invalid' })
  })

  test('is nobody’s but whose duty it is', async () => {
    const id = await aCampaign()
    const { shop } = testShop
    const other = { ...writer, duties: ['support'] } as const
    expect(await shop.viewCampaign(other, id)).toBeNull()
    expect(await shop.previewCampaign(other, id, { isKnown: true })).toBeNull()
    expect(await shop.sendTestCampaign(other, id)).toBe(false)
    expect(
      await shop.scheduleCampaign(other, id, { version: 1, sendAt: new Date() }),
    ).toMatchObject({
      reason: 'not-staff',
    })
  })
})

describe('the pace', () => {
  test('leaves room in every second: a receipt never waits for a campaign', async () => {
    await Promise.all(Array.from({ length: 30 }, () => aSubscriber()))
    const id = await aCampaign()
    await sent(id)
    const { db } = testShop
    const claimed = []
    for (let round = 0; round < 10; round++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      claimed.push(...(await claimMails(db, { limit: 4, perMinute: 600 })))
    }
    expect(claimed.length).toBeLessThanOrEqual(12)
    await queueMails(db, [
      { kind: 'password-changed', recipient: 'ana@customer.example', props: { firstName: 'Ana' } },
    ])
    const [next] = await claimMails(db, { limit: 4, perMinute: 600 })
    expect(next!.kind).toBe('password-changed')
  })
})

describe('an address that the receiving server rejects', () => {
  test('later, by two signed notifications, gets no more campaigns; a forged one changes nothing', async () => {
    const { db, shop } = testShop
    const { email } = await aSubscriber()
    const post = (text: string, secret = testBounceSecret, at = Date.now()) => {
      const body = Buffer.from(text)
      const seconds = Math.floor(at / 1000)
      const hash = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
      return shop.receiveBounce(body, `t=${seconds},v1=${hash}`)
    }
    const verdicts: string[] = []
    for (const round of [1, 2]) {
      // oxlint-disable no-await-in-loop -- one after the other
      const id = await aCampaign()
      await sent(id)
      delivering()
      await settled(id)
      const [row] = await rowsOf(id)
      const bounce = aBounce(`${row!.mailId}@shop.kohue.example`, email)
      verdicts.push(await post(bounce, 'another secret of somebody, long enough'))
      verdicts.push(await post(bounce, testBounceSecret, Date.now() - 3_600_000))
      expect((await rowsOf(id))[0]!.outcome).toBe('sent')
      // Another's address in it, and the same one twice.
      await post(aBounce(`${row!.mailId}@shop.kohue.example`, 'other@list.example'))
      expect((await rowsOf(id))[0]!.outcome).toBe('sent')
      verdicts.push(await post(bounce), await post(bounce))
      expect((await rowsOf(id))[0]!.outcome).toBe('rejected')
      await db.update(campaignEmails).set({ settledAt: new Date(0) })
      const next = await aCampaign()
      const reached = round === 1 ? 1 : 0
      expect((await shop.viewCampaign(writer, next))!.audience!.getIt).toBe(reached)
      // oxlint-enable no-await-in-loop
    }
    expect(verdicts).toEqual([
      ...['forged', 'forged', 'taken', 'taken'],
      ...['forged', 'forged', 'taken', 'taken'],
    ])
    expect(await post('Subject: away')).toBe('unreadable')
  })

  test('twice in thirty days gets no more campaigns', async () => {
    const { db } = testShop
    const { email } = await aSubscriber()
    const good = await aSubscriber()
    const first = await aCampaign()
    await sent(first)
    delivering((to) => to === email)
    await settled(first)
    expect((await rowsOf(first)).map(({ outcome }) => outcome).toSorted()).toEqual([
      'rejected',
      'sent',
    ])
    await db.update(campaignEmails).set({ settledAt: new Date(0) })
    const second = await aCampaign()
    await sent(second)
    await settled(second)
    await db.update(campaignEmails).set({ settledAt: new Date(0) })
    const third = await aCampaign()
    expect((await testShop.shop.viewCampaign(writer, third))!.audience).toEqual({
      getIt: 1,
      leftOut: [{ reason: 'rejected', count: 1 }],
    })
    expect(good.email).not.toBe(email)
  })
})

describe('a preview as somebody', () => {
  test('greets them, says their hour, and whether they get it and why not; and writes nothing', async () => {
    const { shop, db } = testShop
    const ana = await aMember(db, { byEmail: true, lastName: 'Zeballos' })
    const bea = await aMember(db, { byEmail: false, firstName: 'Bea', lastName: 'Zeballos' })
    const { email: listed } = await aSubscriber('berta@list.example')
    const { release, ...rest } = await aRelease(db)
    await allocate(db, { release, ...rest }, ana, 2)
    const id = await aCampaign({
      releaseId: release.id,
      audience: { ...everybody, withSubscribers: false },
    })
    const found = await shop.findCampaignRecipients(writer, 'zebállos')
    expect(found.map(({ email }) => email)).toEqual([ana.email, bea.email].toSorted())
    expect(await shop.findCampaignRecipients(writer, '  ')).toEqual([])
    const [berta] = await shop.findCampaignRecipients(writer, 'berta@list')
    expect(berta!.email).toBe(listed)

    const verdictOn = async (personId: string) =>
      (await shop.viewCampaignRecipient(writer, id, personId))?.verdict
    const [choice] = (await shop.viewCampaign(writer, id))!.releases
    const [wave] = choice!.waves
    expect(await shop.viewCampaignRecipient(writer, id, ana.id)).toMatchObject({
      name: 'Ana Zeballos',
      wave: { name: wave!.name, opensAt: new Date(wave!.opensAt).toISOString() },
      verdict: { kind: 'gets-it' },
    })
    expect(await verdictOn(bea.id)).toEqual({ kind: 'left-out', reason: 'never-agreed' })
    expect(await verdictOn(berta!.id)).toEqual({ kind: 'not-in-audience' })
    expect(await verdictOn(randomUUID())).toBeUndefined()
    expect(await verdictOn("x' or true")).toBeUndefined()

    const seen = await shop.previewCampaign(writer, id, { personId: ana.id })
    expect(seen!.subject).toBe('The 2023s, Ana')
    expect(seen!.text).toContain('Kept for you: 2 cases')
    // Each reads why they get it, as in the email itself.
    expect(seen!.text).toContain('because you chose emails in your account')
    const asBerta = await shop.previewCampaign(writer, id, { personId: berta!.id })
    expect(asBerta!.text).toContain('because you joined our mailing list')
    expect(asBerta!.text).toContain('What we keep about you')
    await aSubscriber(ana.email)
    const asBoth = await shop.previewCampaign(writer, id, { personId: ana.id })
    expect(asBoth!.text).toContain('because you joined our mailing list')
    expect(asBoth!.text).not.toContain('What we keep about you')
    expect(await db.$count(mails)).toBe(0)
    expect(await rowsOf(id)).toEqual([])

    await sent(id)
    expect(await verdictOn(bea.id)).toEqual({
      kind: 'settled',
      outcome: 'suppressed',
      reason: 'never-agreed',
    })
    const other = { ...writer, duties: ['shipping'] as const }
    expect(await shop.findCampaignRecipients(other, 'zeballos')).toEqual([])
    expect(await shop.viewCampaignRecipient(other, id, ana.id)).toBeNull()
  })
})
