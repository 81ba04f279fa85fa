import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { tokenHashOf } from '#accounts/links/mailed-link.actions.server.ts'
import { secretOfEntryToken } from '#accounts/links/purchase-link.actions.server.ts'
import { leaveEmail, resendEmail } from '#admin/emails/undelivered-emails.actions.server.ts'
import { viewTasks } from '#admin/today/tasks.actions.server.ts'
import { seedOrder } from '#app/seed/factory.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { claimMails, markMailFailed, markMailSent, queueMails } from '#mail/mails.store.server.ts'
import { suppress } from '#mail/suppressions.store.server.ts'
import { mails } from '#mail/tables.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { auditLog } from '#platform/audit/tables.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { openCampaignShop } from '#tests/harness/campaign-shop.ts'
import { from } from '#tests/harness/identity.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { campaignEmails, campaigns } from './tables.ts'
import {
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendTestCampaign,
  stopCampaign,
  unscheduleCampaign,
} from './turn-campaign.actions.server.ts'
import {
  createCampaign,
  createCorrection,
  createReminder,
  discardCampaign,
  saveCampaign,
} from './write-campaign.actions.server.ts'

const {
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
} = await openCampaignShop()

const refused = (sentence: string) => ({ ok: false, status: 409, sentence })

test('a name has one line and at most eighty letters', async () => {
  const sentence = 'Please give it a name on one line, at most 80 characters.'
  for (const name of ['Spring\nFall', 'Spring\u2028Fall', 'a'.repeat(81), ' ']) {
    const made = createCampaign(testShop.services, writer, { name })
    expect(await made).toMatchObject({ ok: false, status: 400, errors: { name: sentence } })
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
    await aMember(db, { byEmail: true, emailVerified: false })
    const rejecting = await aSubscriber()
    await suppress(db, testShop.services.hashes.ofEmail(rejecting.email), ['rejected'])
    // On the list and with an account: one person.
    const both = await aMember(db, { byEmail: true })
    await aSubscriber(both.email)
    const id = await aCampaign({ releaseId: release.release.id })
    const { audience } = (await viewed(id))!
    expect(audience).toEqual({
      getIt: 3,
      leftOut: expect.arrayContaining([
        { reason: 'never-agreed', count: 1 },
        { reason: 'left', count: 1 },
        { reason: 'rejected', count: 1 },
      ]),
    })
    await sent(id)
    const emails = delivering()
    await settled(id)
    expect(emails.map(({ to }) => to).toSorted()).toEqual(
      [buyer.email, joined.email, both.email].toSorted(),
    )
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(6)
    expect(rows.filter(({ outcome }) => outcome === 'sent')).toHaveLength(3)
    expect(rows.find(({ email }) => email === quiet.email)).toMatchObject({
      outcome: 'suppressed',
      reason: 'never-agreed',
    })
    const own = emails.find(({ to }) => to === buyer.email)!
    // Who is on the list reads that, also with an account.
    const inList = 'because you joined our mailing list.'
    const why = Object.fromEntries(
      emails.map(({ to, html }) => [to, /because you [^.]*\./.exec(html)![0]]),
    )
    expect(why).toEqual({
      [buyer.email]: 'because you chose emails in your account.',
      [both.email]: inList,
      [joined.email]: inList,
    })
    expect(own.subject).toBe('The 2023s, Ana')
    expect(own.html).toContain('Kept for you: 2 cases, $1,015.25.')
    // Nothing is kept for them: the sentence is left out.
    expect(emails.find(({ to }) => to === joined.email)!.html).not.toContain('Kept for you')
    for (const { html, subject } of emails) {
      expect(html.replaceAll(/<style>.*?<\/style>/g, '') + subject).not.toMatch(/[{}]/)
    }
    await shop.processCampaigns()
    expect((await viewed(id))!.campaign.state).toBe('sent')
    // Nothing of the link stays in the outbox.
    const kept = await db.select().from(mails).where(eq(mails.kind, 'campaign'))
    expect(JSON.stringify(kept)).not.toContain('/enter/')

    const links = emails.map(({ html }) => /\/enter\/([\w-]{43})/.exec(html)![1]!)
    expect(new Set(links).size).toBe(emails.length)
    const token = /\/enter\/([\w-]{43})/.exec(own.html)![1]!
    const held = { secret: secretOfEntryToken(token), browser: 'b'.repeat(43) }
    expect((await shop.enterByLink(held, null, from())).ok).toBe(true)
    expect((await viewed(id))!.figures).toMatchObject({ entered: 1, orders: 0 })

    // Who got it at two addresses, as of accounts that were merged, still has one order.
    await db.execute(sql`
      insert into campaign_emails (campaign_id, email, user_id, outcome, settled_at)
      select campaign_id, 'other ' || email, user_id, outcome, settled_at from campaign_emails
      where campaign_id = ${id} and email = ${buyer.email}`)
    const order = await seedOrder(db, { ...buyer, firstName: 'Ana', lastName: 'Ruiz' }, 0)
    await db.update(orders).set({ createdAt: new Date() }).where(eq(orders.id, order))
    await db
      .update(orderLines)
      .set({ productId: release.wine, releaseId: release.release.id })
      .where(eq(orderLines.orderId, order))
    expect((await viewed(id))!.figures).toMatchObject({ orders: 1, cases: 1, cents: 51_763 })
  })

  test('put into the outbox twice, also by two jobs at once, gives nobody two', async () => {
    await Promise.all(Array.from({ length: 12 }, () => aSubscriber()))
    const id = await aCampaign()
    expect(await scheduled(id)).toMatchObject({ ok: true })
    await Promise.all([1, 2, 3].map(() => testShop.shop.sendCampaign(id)))
    await testShop.shop.processCampaigns()
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

  test('does not reach ten who leave while it is sent, each after their click', async () => {
    const { db, services, shop } = testShop
    const people = await Promise.all(Array.from({ length: 40 }, () => aSubscriber()))
    const id = await aCampaign()
    await sent(id)
    let leaving: Promise<string[]> | null = null
    const leave = async (): Promise<string[]> => {
      // Whom no process has taken up yet.
      const waiting = await db
        .select({ email: mails.recipient })
        .from(mails)
        .where(and(eq(mails.kind, 'campaign'), eq(mails.state, 'queued')))
        .orderBy(mails.recipient)
        .limit(10)
      const leavers = people.filter(({ email }) => waiting.some((one) => one.email === email))
      await Promise.all(
        leavers.map((one) =>
          shop.unsubscribe(services.mail.tokens.sign(one.id), { source: 'one-click' }),
        ),
      )
      return leavers.map(({ email }) => email)
    }
    const emails = delivering(async () => {
      leaving ??= leave()
      await leaving
      return false
    })
    await settled(id)
    const leavers = (await leaving!) as string[]
    expect(leavers).toHaveLength(10)
    const reached = new Set(emails.map(({ to }) => to))
    expect(leavers.filter((email) => reached.has(email))).toEqual([])
    expect(people.filter(({ email }) => reached.has(email))).toHaveLength(30)
    const rows = await rowsOf(id)
    expect(
      rows.filter(({ outcome, reason }) => outcome === 'suppressed' && reason === 'left'),
    ).toHaveLength(10)
  })

  test('is paused and stopped at once: what has not left stays', async () => {
    await aSubscriber()
    await aSubscriber()
    const { services } = testShop
    const id = await aCampaign()
    await sent(id)
    const version = async () => (await viewed(id))!.campaign.version
    const seen = async () => ({ id, version: await version() })
    expect(await pauseCampaign(services, writer, await seen())).toMatchObject({ ok: true })
    expect(await claimMails(testShop.db, { limit: 9, perMinute: 0 })).toEqual([])
    expect(await resumeCampaign(services, writer, await seen())).toMatchObject({ ok: true })
    await testShop.shop.sendCampaign(id)
    const [first] = await claimMails(testShop.db, { limit: 1, perMinute: 0 })
    expect(await stopCampaign(services, writer, await seen())).toMatchObject({ ok: true })
    await markMailSent(testShop.db, first!)
    expect(await claimMails(testShop.db, { limit: 9, perMinute: 0 })).toEqual([])
    const rows = await rowsOf(id)
    expect(rows.map(({ outcome, reason }) => [outcome, reason]).toSorted()).toEqual([
      ['sent', null],
      ['suppressed', 'stopped'],
    ])
    expect(await stopCampaign(services, writer, await seen())).toMatchObject(
      refused('It changed in the meantime. Please check again.'),
    )
  })

  /** Its only email is tried while staff take a step, and fails for now after it. */
  async function failsDuring(id: string, step: typeof pauseCampaign) {
    await sent(id)
    const [mail] = await claimMails(testShop.db, { limit: 1, perMinute: 0 })
    const { version } = (await viewed(id))!.campaign
    expect(await step(testShop.services, writer, { id, version })).toMatchObject({ ok: true })
    const failed = { error: '451 Try later', delaySeconds: 0, doubtful: false }
    await markMailFailed(testShop.db, mail!, failed)
  }

  test('stopped while an email is tried that fails for now, does not send it later', async () => {
    await aSubscriber()
    const id = await aCampaign()
    await failsDuring(id, stopCampaign)
    const emails = delivering()
    await settled(id)
    expect(emails).toEqual([])
    expect(await rowsOf(id)).toMatchObject([{ outcome: 'suppressed', reason: 'stopped' }])
  })

  test('stopped after an email failed for good, is not sent again by hand either', async () => {
    const { services, db } = testShop
    const staff = { ...writer, duties: ['owner'] } as const
    await aSubscriber()
    const id = await aCampaign()
    await sent(id)
    const [mail] = await claimMails(db, { limit: 1, perMinute: 0 })
    const { version } = (await viewed(id))!.campaign
    expect(await stopCampaign(services, writer, { id, version })).toMatchObject({ ok: true })
    const failed = { error: '550 No such person', delaySeconds: null, doubtful: false }
    await markMailFailed(db, mail!, failed)
    expect(await resendEmail(services, staff, { id: mail!.id })).toMatchObject(
      refused('Its campaign was stopped, so it is not sent any more. Please leave it unsent.'),
    )
    expect(await leaveEmail(services, staff, { id: mail!.id })).toMatchObject({ ok: true })
    const late = 'This email was already sent again or left unsent.'
    expect(await resendEmail(services, staff, { id: mail!.id })).toMatchObject({
      said: { tone: 'info', sentence: late },
    })
  })

  test('paused while an email is tried that fails for now, sends it once it is resumed', async () => {
    await aSubscriber()
    const id = await aCampaign()
    await failsDuring(id, pauseCampaign)
    const emails = delivering()
    const underway = sql`kind = 'campaign'`
    await expect.poll(() => testShop.db.$count(mails, underway)).toBe(0)
    expect(emails).toEqual([])
    const { version } = (await viewed(id))!.campaign
    const resumed = await resumeCampaign(testShop.services, writer, { id, version })
    expect(resumed).toMatchObject({ ok: true })
    await testShop.shop.sendCampaign(id)
    await settled(id)
    expect(emails).toHaveLength(1)
  })

  test('resumed after a pause, says what is left by then, with links of that day', async () => {
    const { db, services, shop } = testShop
    const release = await aRelease(db, { closesAt: new Date(Date.now() + 40 * 86_400_000) })
    const buyer = await aMember(db, { byEmail: true })
    const allocation = await allocate(db, release, buyer, 2)
    const id = await aCampaign({ releaseId: release.release.id })
    await sent(id)
    const seen = async () => ({ id, version: (await viewed(id))!.campaign.version })
    expect(await pauseCampaign(services, writer, await seen())).toMatchObject({ ok: true })
    // Ten days go by.
    await db.execute(sql`update entry_links set expires_at = expires_at - interval '10 days'`)
    await db.update(allocations).set({ bought: 1 }).where(eq(allocations.id, allocation))
    expect(await resumeCampaign(services, writer, await seen())).toMatchObject({ ok: true })
    await shop.sendCampaign(id)
    const emails = delivering()
    await settled(id)
    expect(emails.map(({ html }) => /Kept for you: [^,]*/.exec(html)![0])).toEqual([
      'Kept for you: 1 case',
    ])
    const token = /\/enter\/([\w-]{43})/.exec(emails[0]!.html)![1]!
    const { rows } = await db.execute<{ days: number }>(sql`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days from entry_links
      where token_hash = ${tokenHashOf(secretOfEntryToken(token))}`)
    expect(rows).toEqual([{ days: 21 }])
  })

  test('that failed for good and is sent again during a pause, leaves once it is resumed', async () => {
    const { db, services } = testShop
    const staff = { ...writer, duties: ['owner'] } as const
    await aSubscriber()
    const id = await aCampaign()
    await sent(id)
    const [mail] = await claimMails(db, { limit: 1, perMinute: 0 })
    const failed = { error: '550 No such person', delaySeconds: null, doubtful: false }
    await markMailFailed(db, mail!, failed)
    const seen = async () => ({ id, version: (await viewed(id))!.campaign.version })
    expect(await pauseCampaign(services, writer, await seen())).toMatchObject({ ok: true })
    expect(await resendEmail(services, staff, { id: mail!.id })).toMatchObject({ ok: true })
    const emails = delivering()
    const due = sql`kind = 'campaign' and (state = 'sending' or next_try_at < 'infinity')`
    await expect.poll(() => db.$count(mails, due)).toBe(0)
    expect(emails).toEqual([])
    expect(await resumeCampaign(services, writer, await seen())).toMatchObject({ ok: true })
    await testShop.shop.sendCampaign(id)
    await expect.poll(() => emails.length).toBe(1)
    await expect.poll(async () => (await rowsOf(id))[0]!.outcome).toBe('sent')
  })

  test('keeps no address that was erased, also where it is stopped', async () => {
    const { db, services, shop } = testShop
    const [erased] = [await aSubscriber(), await aSubscriber()]
    const kept = () => db.$count(mails, sql`kind = 'campaign' and recipient = ${erased!.email}`)
    const id = await aCampaign()
    await sent(id)
    await shop.eraseSubscriber(erased!.id)
    expect(await kept()).toBe(1)
    const { version } = (await viewed(id))!.campaign
    expect(await stopCampaign(services, writer, { id, version })).toMatchObject({ ok: true })
    expect(await kept()).toBe(0)
    expect((await rowsOf(id)).map(({ outcome }) => outcome)).toEqual(['suppressed', 'suppressed'])
  })

  test('goes on without who was deleted before their email was queued', async () => {
    const { db, services, shop } = testShop
    const stays = await aSubscriber()
    const goes = await aSubscriber()
    const id = await aCampaign()
    await sent(id)
    // As one that was paused before its first batch was queued.
    await db.delete(mails)
    await db.update(campaignEmails).set({ mailId: null })
    await db.update(campaigns).set({ state: 'paused' })
    await shop.eraseSubscriber(goes.id)
    const { version } = (await viewed(id))!.campaign
    expect(await resumeCampaign(services, writer, { id, version })).toMatchObject({ ok: true })
    await shop.sendCampaign(id)
    const queued = await db.select().from(mails).where(eq(mails.kind, 'campaign'))
    expect(queued.map(({ recipient }) => recipient)).toEqual([stays.email])
    const [gone] = (await rowsOf(id)).filter(({ email }) => email !== stays.email)
    expect(gone).toMatchObject({ outcome: 'suppressed', reason: 'gone', mailId: null })
    expect(gone!.settledAt).not.toBeNull()
  })

  test('is the fourth of a release, or the second of a day: left out with its reason', async () => {
    const { db } = testShop
    const { release } = await aRelease(db)
    await aSubscriber()
    for (const days of [4, 3, 2]) {
      const id = await aCampaign({ releaseId: release.id })
      await sent(id)
      await db.execute(sql`update campaign_emails set outcome = 'sent',
        settled_at = now() - make_interval(days => ${days}) where campaign_id = ${id}`)
    }
    const fourth = await aCampaign({ releaseId: release.id })
    expect(await scheduled(fourth)).toMatchObject(
      refused('Nobody would get it, so nothing was scheduled.'),
    )
    const other = await aCampaign()
    await sent(other)
    const soon = await aCampaign()
    expect((await viewed(soon))!.audience).toEqual({
      getIt: 0,
      leftOut: [{ reason: 'too-often', count: 1 }],
    })
    await db.execute(sql`update campaign_emails set outcome = 'sent', settled_at = now()
      where campaign_id = ${other}`)
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    expect(await scheduled(soon, inHours(19))).toMatchObject(
      refused('Nobody would get it, so nothing was scheduled.'),
    )
    expect(await scheduled(soon, inHours(21))).toMatchObject({ ok: true })
    expect((await viewed(soon))!.audience).toEqual({ getIt: 1, leftOut: [] })
  })

  test('that begins in the same minute as another leaves nobody with both', async () => {
    await Promise.all([aSubscriber(), aSubscriber()])
    const both = [await aCampaign(), await aCampaign()]
    for (const id of both) expect(await scheduled(id)).toMatchObject({ ok: true })
    await Promise.all(both.map((id) => testShop.shop.sendCampaign(id)))
    const rows = (await Promise.all(both.map(rowsOf))).flat()
    expect(rows.map(({ outcome, reason }) => [outcome, reason]).toSorted()).toEqual([
      ['queued', null],
      ['queued', null],
      ['suppressed', 'too-often'],
      ['suppressed', 'too-often'],
    ])
  })

  test('is corrected at once to those who got it, and to nobody else; the day after it may be any', async () => {
    const { email } = await aSubscriber()
    const first = await aCampaign()
    const later = await aCampaign()
    await sent(first)
    // Before emails are delivered: the one that welcomes them to the list would be among them.
    await aSubscriber()
    const emails = delivering()
    await settled(first)
    // As written before there were corrections.
    await testShop.db.execute(
      sql`update campaigns set audience = audience - 'got' where id = ${later}`,
    )
    const correct = async (of: string, name: string) => {
      const made = await createCorrection(testShop.services, writer, { id: of, name })
      if (!made.ok) throw new Error(made.sentence)
      return made.done.id
    }
    const id = await correct(first, 'Again')
    expect(await viewed(id)).toMatchObject({
      corrected: 'Spring',
      audience: { getIt: 1, leftOut: [] },
    })
    const tomorrow = new Date(Date.now() + 24 * 3_600_000)
    expect((await viewed(later))!.audience).toMatchObject({ getIt: 1 })
    expect(await scheduled(later, tomorrow)).toMatchObject({ ok: true })
    expect((await viewed(later))!.audience).toEqual({ getIt: 2, leftOut: [] })
    await sent(id)
    await settled(id)
    expect(emails.map(({ to }) => to)).toEqual([email, email])
    const third = await correct(id, 'Third')
    expect((await viewed(third))!.audience).toEqual({
      getIt: 0,
      leftOut: [{ reason: 'too-often', count: 1 }],
    })
  })

  test('is followed by a reminder to those who have not ordered and have wine left, once', async () => {
    const id = await aCampaign({ releaseId: null })
    const key = randomUUID()
    const remind = () =>
      createReminder(testShop.services, writer, { id, name: 'Still time' }, { key })
    const [made, again] = await Promise.all([remind(), remind()])
    if (!made.ok) throw new Error(made.sentence)
    expect(again).toEqual(made)
    const [first, reminder] = await Promise.all([viewed(id), viewed(made.done.id)])
    expect(reminder!.campaign).toMatchObject({
      version: 1,
      state: 'draft',
      subject: first!.campaign.subject,
      blocks: first!.campaign.blocks,
      audience: { ...first!.campaign.audience, ordered: 'no', hasAllocationLeft: true },
    })
  })

  test('is discarded as long as it is the draft that staff saw, and only then', async () => {
    await aSubscriber()
    const id = await aCampaign()
    const { version } = (await viewed(id))!.campaign
    const discard = (seen: number, viewer: Parameters<typeof discardCampaign>[1] = writer) =>
      discardCampaign(testShop.services, viewer, { id, version: seen })
    expect(await discard(version - 1)).toMatchObject(
      refused('It was just saved elsewhere. Nothing was changed; please check again.'),
    )
    const customer = { ...writer, role: 'member' as const, duties: [] }
    expect(await discard(version, customer)).toMatchObject({ ok: false, status: 403 })
    const sendAt = new Date(Date.now() + 3_600_000)
    expect(await scheduled(id, sendAt)).toMatchObject({ ok: true })
    expect(await discard(version + 1)).toMatchObject(
      refused('It is scheduled or has been sent, so it can’t be changed.'),
    )
    const back = { id, version: version + 1 }
    expect(await unscheduleCampaign(testShop.services, writer, back)).toMatchObject({ ok: true })
    const both = await Promise.all([discard(version + 2), discard(version + 2)])
    // Discarded by the first, whichever that is: the second is told the same.
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    const entries = await testShop.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(entries.filter(({ action }) => action === 'campaign-discarded')).toHaveLength(1)
    expect(await viewed(id)).toBeNull()
  })

  test('stops leaving once its release has closed, unless its links lead elsewhere', async () => {
    const { db } = testShop
    const { release } = await aRelease(db)
    const { email } = await aSubscriber()
    const about = { releaseId: release.id }
    const invitation = await aCampaign(about)
    await sent(invitation)
    await db.execute(sql`update releases set state = 'ended' where id = ${release.id}`)
    const emails = delivering()
    await settled(invitation)
    expect(emails).toEqual([])
    expect(await rowsOf(invitation)).toMatchObject([{ outcome: 'suppressed', reason: 'over' }])
    const news = await aCampaign({ ...about, blocks: [{ kind: 'paragraph', text: 'Thank you.' }] })
    await sent(news)
    await settled(news)
    expect(emails.map(({ to }) => to)).toEqual([email])
  })

  test('of a release that has closed while it was paused is not resumed either', async () => {
    const { db, services } = testShop
    const { release } = await aRelease(db)
    await aSubscriber()
    const id = await aCampaign({ releaseId: release.id })
    await sent(id)
    const seen = async () => ({ id, version: (await viewed(id))!.campaign.version })
    expect(await pauseCampaign(services, writer, await seen())).toMatchObject({ ok: true })
    await db.execute(sql`update releases set state = 'ended' where id = ${release.id}`)
    expect(await resumeCampaign(services, writer, await seen())).toMatchObject(
      refused('That release has closed or is gone.'),
    )
    expect(await claimMails(db, { limit: 9, perMinute: 0 })).toEqual([])
    expect(await stopCampaign(services, writer, await seen())).toMatchObject({ ok: true })
  })

  test('of a release that has closed since it was scheduled does not begin, and staff are told', async () => {
    const { db, shop } = testShop
    const { release } = await aRelease(db)
    await aSubscriber()
    const id = await aCampaign({ releaseId: release.id })
    expect(await scheduled(id)).toMatchObject({ ok: true })
    await db.execute(sql`update releases set state = 'ended' where id = ${release.id}`)
    await db.execute(
      sql`update campaigns set send_at = now() - interval '16 minutes' where id = ${id}`,
    )
    await shop.sendCampaign(id)
    expect((await viewed(id))!.campaign.state).toBe('scheduled')
    expect(await claimMails(db, { limit: 9, perMinute: 0 })).toEqual([])
    const isOpen = async () => {
      await shop.openTimedTasks()
      const { tasks } = await viewTasks(testShop.services, writer)
      return tasks.some(({ kind, subject }) => kind === 'campaign-not-begun' && subject === id)
    }
    expect(await isOpen()).toBe(true)
    const { version } = (await viewed(id))!.campaign
    const stopped = await stopCampaign(testShop.services, writer, { id, version })
    expect(stopped).toMatchObject({ ok: true })
    expect(await isOpen()).toBe(false)
  })

  test('of a release that is a draft waits for it, also where staff resume it', async () => {
    const { db, services, shop } = testShop
    const { release } = await aRelease(db, { state: 'draft' })
    await aSubscriber()
    const id = await aCampaign({ releaseId: release.id })
    // The check of the release asks for it before the release is scheduled.
    expect(await scheduled(id)).toMatchObject({ ok: true })
    expect((await viewed(id))!.checks.links).toBe('draft')
    await shop.sendCampaign(id)
    expect((await viewed(id))!.campaign.state).toBe('scheduled')
    const turn = (state: 'scheduled' | 'draft') =>
      db.execute(sql`update releases set state = ${state} where id = ${release.id}`)
    await turn('scheduled')
    await shop.sendCampaign(id)
    const seen = async () => ({ id, version: (await viewed(id))!.campaign.version })
    expect(await pauseCampaign(services, writer, await seen())).toMatchObject({ ok: true })
    await turn('draft')
    expect(await resumeCampaign(services, writer, await seen())).toMatchObject(
      refused('That release is a draft. Schedule it first.'),
    )
    await turn('scheduled')
    expect(await resumeCampaign(services, writer, await seen())).toMatchObject({ ok: true })
  })

  test('is neither scheduled nor sent while its links would end before the release opens', async () => {
    const { db, shop } = testShop
    const { release } = await aRelease(db)
    await aSubscriber()
    const id = await aCampaign({ releaseId: release.id })
    const opensIn = (days: number) =>
      db.execute(sql`update releases set opens_at = now() + make_interval(days => ${days}),
        closes_at = now() + make_interval(days => ${days + 10}) where id = ${release.id}`)
    await opensIn(25)
    const tooEarly =
      'Its links expire after 21 days, before the release opens. Please send it later.'
    expect(await scheduled(id)).toMatchObject(refused(tooEarly))
    await opensIn(1)
    expect(await scheduled(id)).toMatchObject({ ok: true })
    await opensIn(25)
    await shop.sendCampaign(id)
    expect((await viewed(id))!.campaign.state).toBe('scheduled')
    await opensIn(1)
    await shop.sendCampaign(id)
    expect((await viewed(id))!.campaign.state).toBe('sending')
  })

  test('of a release that has closed is not scheduled: its links would open nothing', async () => {
    const { db } = testShop
    const { release } = await aRelease(db)
    await aSubscriber()
    const id = await aCampaign({ releaseId: release.id })
    expect((await viewed(id))!.checks.links).toBe('open')
    await db.execute(sql`update releases set state = 'ended' where id = ${release.id}`)
    expect((await viewed(id))!.checks.links).toBe('over')
    expect(await scheduled(id)).toMatchObject(refused('That release has closed or is gone.'))
  })

  test('is not scheduled with words that cannot leave, for the past, or without a postal address', async () => {
    await aSubscriber()
    const { services } = testShop
    const broken = await aCampaign({ subject: 'Hello {firstname}' })
    expect(await scheduled(broken)).toMatchObject(
      refused('The content is not complete. Please check the marked fields.'),
    )
    const id = await aCampaign()
    expect(await scheduled(id, new Date(Date.now() - 3_600_000))).toMatchObject({
      ...{ status: 400, errors: { sendAt: 'That time has passed.' } },
    })
    const noHour = { id, version: 1, sendAt: '2026-02-30T10:00' }
    expect(await scheduleCampaign(services, writer, noHour)).toMatchObject({
      ...{ status: 400, errors: { sendAt: 'Please enter a valid date and time.' } },
    })
    const skipped = { id, version: 1, sendAt: '2027-03-14T02:30' }
    expect(await scheduleCampaign(services, writer, skipped)).toMatchObject({
      status: 400,
      errors: { sendAt: 'The clocks skip this hour that night: please choose another.' },
    })
    const { site } = services.mail
    const address = site.postalAddress
    site.postalAddress = null
    expect(await scheduled(id)).toMatchObject(refused('Please set POSTAL_ADDRESS first.'))
    site.postalAddress = address
  })

  test('is saved as it was read, with the change of its blocks that was pressed, or not at all', async () => {
    const { services, db } = testShop
    const id = await aCampaign()
    const typed = {
      ...{ id, version: '1', name: ' Spring ', subject: 'A', intent: 'add', newBlock: 'heading' },
      ...{ 'blocks.0.kind': 'paragraph', 'blocks.0.text': 'Hello' },
    }
    expect(await saveCampaign(services, writer, typed)).toMatchObject({
      ok: true,
      said: { to: `/admin/campaigns/${id}#block-2` },
    })
    const { version, name, subject, blocks } = (await viewed(id))!.campaign
    expect({ version, name, subject, blocks }).toEqual({
      ...{ version: 2, name: 'Spring', subject: 'A' },
      blocks: [
        { kind: 'paragraph', text: 'Hello' },
        { kind: 'heading', text: '' },
      ],
    })
    // Its first answer was lost, and it is sent again.
    expect(await saveCampaign(services, writer, typed)).toMatchObject({
      ok: true,
      said: { to: `/admin/campaigns/${id}#block-2` },
    })
    expect((await viewed(id))!.campaign).toMatchObject({ version: 2, subject: 'A' })
    expect(await saveCampaign(services, writer, { ...typed, subject: 'B' })).toMatchObject({
      ...{ ok: false, status: 409 },
      sentence:
        'It was just saved elsewhere. What you typed is still here; saving it replaces that.',
      shown: { typed: { name: ' Spring ', version: 1 } },
    })
    const injected = { ...typed, version: '2', subject: 'a\nBcc: b@c.example' }
    expect(await saveCampaign(services, writer, injected)).toMatchObject({
      ...{ ok: false, status: 400, shown: { errors: { subject: { error: 'line-break' } } } },
    })
    const nameless = { ...typed, version: '2', name: ' ' }
    expect(await saveCampaign(services, writer, nameless)).toMatchObject({
      ...{ ok: false, status: 400 },
      shown: { nameError: 'Please give it a name on one line, at most 80 characters.' },
    })
    const log = await db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(log.filter(({ action }) => action === 'campaign-updated')).toHaveLength(1)
  })

  test('is nobody’s but whose duty it is', async () => {
    const id = await aCampaign()
    const { services } = testShop
    const other = { ...writer, duties: ['support'] } as const
    const refusal = { ok: false, status: 403 }
    expect(await sendTestCampaign(services, other, { id })).toMatchObject(refusal)
    const seen = { id, version: 1, sendAt: '2030-01-01T10:00' }
    expect(await scheduleCampaign(services, other, seen)).toMatchObject(refusal)
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
