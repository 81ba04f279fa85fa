import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { undeliveredEmailList } from '#admin/emails/undelivered-email-list.store.server.ts'
import { sendEmail } from '#app/jobs/send-email.ts'
import { campaigns } from '#campaigns/campaign/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import { testEmailSite } from '#tests/harness/outbox.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import {
  clearAttempts,
  countAttempt,
  deleteAttemptsBefore,
  uncountAttempt,
} from './attempts.store.server.ts'
import { isBouncedOf, recordRejection } from './bounces/rejections.store.server.ts'
import { notifyBusinessOfPress } from './business/notify-business.actions.server.ts'
import {
  isEmailAllowanceLeft,
  putBackEmailAllowance,
  takeEmailAllowance,
} from './email-allowance.store.server.ts'
import { mailFigures } from './figures.server.ts'
import type { Mail } from './mails.store.server.ts'
import {
  claimMails,
  countUndeliveredMails,
  deleteOldMails,
  forgetMailsTo,
  leaveMail,
  queueMail,
  queueMailOnce,
  recipientOf,
  requeueMail,
  requeueStaleMails,
  sentMailsAbout,
} from './mails.store.server.ts'
import { mailPersonalData } from './personal-data.server.ts'
import { endSuppressions, suppress, suppressedAmong } from './suppressions.store.server.ts'
import { attempts, mails } from './tables.ts'
import { mailTasks } from './tasks.server.ts'
import type { Email, MailOutcome } from './transports/transport.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
beforeEach(async () => {
  testShop = await openTestShop()
  scenario = openScenario(testShop.db)
})
afterEach(() => testShop.close())
const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)
const testId = '00000000-0000-4000-8000-000000000001'
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** An email whose content is deleted once it is sent. */
async function aMail(name: string, row: Partial<typeof mails.$inferInsert> = {}) {
  const email = `${name}@example.com`
  const [mail] = await testShop.db
    .insert(mails)
    .values({
      ...{ kind: 'register', recipient: email, props: { firstName: name, email } },
      ...row,
    })
    .returning()
  scenario.names[mail!.id] = name
  return mail!
}

test('what becomes of emails', async () => {
  const { db, services } = testShop
  const claimed = { state: 'sending', attempts: 7, claimedAt: new Date() } as const
  /** Hands a claimed email over with that result; the seventh attempt is followed by an hour. */
  const deliver = async (
    mail: Mail,
    [outcome, status]: [MailOutcome, number],
    isOutage = false,
  ) => {
    const sent: Email[] = []
    const log: unknown[] = []
    const line = (level: string) => (fields: object, message: string) =>
      void log.push(`${level} ${message} ${JSON.stringify(fields)}`)
    const transport = {
      send: async (email: Email) => {
        sent.push(email)
        return { status, text: 'said so', outcome }
      },
      isReachable: async () => true,
      whatIsMissing: () => null,
      close() {},
    }
    await sendEmail(
      {
        ...{ db, transport, site: testEmailSite, hashes: services.hashes, random: () => 0.5 },
        tokens: services.mail.tokens,
        circuit: { isOpen: () => false, isOutage: async () => isOutage } as never,
        from: { name: 'Kohue', address: 'shop@kohue.example' } as never,
        log: { info: line('info'), warn: line('warn'), error: line('error') },
      },
      mail,
      new AbortController().signal,
    )
    const handed = sent.map(({ to, subject, headers }) => ({
      ...{ to, subject },
      headers: JSON.stringify(headers).replace(/\.[\w-]{22}>/, '.*>'),
    }))
    return [...handed, ...log]
  }
  const result = async (
    name: string,
    outcome: [MailOutcome, number],
    row: Partial<typeof mails.$inferInsert> = {},
    isOutage = false,
  ) => {
    const mail = await aMail(name, { ...claimed, ...row })
    await step(`${name}: ${outcome.join(' ')}`, () => deliver(mail, outcome, isOutage))
  }
  await result('arrives', ['sent', 250])
  await result('erased', ['sent', 250], { forget: true })
  await result('waits', ['later', 451])
  await result('waits-erased', ['later', 451], { forget: true })
  await result('unreachable', ['unreachable', 0])
  await result('outage', ['unreachable', 0], {}, true)
  await result('doubtful', ['unknown', 0])
  await result('doubtful-again', ['unknown', 0], { doubts: 1 })
  await result('last', ['later', 451], { attempts: 12 })
  await result('refused', ['refused', 550])
  await result('blocked', ['refused', 403])
  await aMail('no-such', { state: 'failed', lastError: '550 no', createdAt: ago(29 * 1440) })
  await result('no-such', ['refused', 550])
  await result('erased-too', ['refused', 550], { forget: true })
  await aMail('old', { state: 'failed', lastError: '550 no', createdAt: ago(31 * 1440) })
  await result('old', ['refused', 550])
  await result('no kind', ['sent', 250], { kind: 'gone' })
  await result('no address', ['sent', 250], { recipient: 'nobody' })
  await result('unreadable', ['sent', 250], { props: {}, kind: 'operations-alert' })
  const stale = await aMail('stale', claimed)
  await db.update(mails).set({ attempts: 8 }).where(eq(mails.id, stale.id))
  await step('a claim that another process has taken over fails', () =>
    deliver(stale, ['refused', 403]),
  )
  await step('and succeeds', () => deliver(stale, ['sent', 250]))
  const consent = { consentSource: 'test', consentWording: 'yes' }
  for (const name of ['listed', 'left'])
    await db.insert(mailingListClients).values({
      ...{ email: `${name}@example.com`, fullName: name, firstName: name, ...consent },
      ...(name === 'left' && { unsubscribedAt: new Date() }),
    })
  const [campaign] = await db
    .insert(campaigns)
    .values({
      ...{ name: 'News', subject: 'News, {first name}', audience: {} as never },
      ...{ blocks: [{ kind: 'paragraph', text: 'Hello' }], state: 'sending', sendAt: new Date() },
    })
    .returning()
  scenario.names[campaign!.id] = 'news'
  const props = { campaignId: campaign!.id, facts: { 'first name': 'Lea' }, link: 'https://k' }
  for (const name of ['listed', 'left', 'unknown'])
    await result(name, ['sent', 250], { kind: 'campaign', props })
  await result('listed', ['sent', 250], {
    ...{ kind: 'campaign', props: { ...props, campaignId: randomUUID() } },
  })
  scenario.expectWritten('mail-delivery')
})

test('what is done with the outbox and its counters', async () => {
  const { db, services } = testShop
  const claim = (limit: number) => async () =>
    (await claimMails(db, { limit, perMinute: 0 })).map(({ recipient }) => recipient).toSorted()
  const { tokens } = services.mail
  await step('a link is read for its purpose alone', async () => [
    tokens.read(tokens.sign(testId)) === testId,
    tokens.readData(tokens.signData(testId)) === testId,
    tokens.read(tokens.signData(testId)),
    tokens.readData(tokens.sign(testId)),
  ])
  await step('nothing to claim', claim(9))
  await step('queue to two', () =>
    queueMail(db, 'operations-alert', ['ana@example.com', 'bea@example.com'], {
      ...{ event: 'raised', cause: 'jobs-failed', sinceAt: new Date().toISOString() },
    }),
  )
  const id = randomUUID()
  scenario.names[id] = 'once'
  const once = () =>
    db.transaction((tx) =>
      queueMailOnce(tx, id, {
        ...{ kind: 'register', recipient: 'once@example.com' },
        props: { firstName: 'Ana', email: 'once@example.com' },
      }),
    )
  await step('queue once', once)
  await step('and again', once)
  await step('its recipient, and that of another', async () => [
    await recipientOf(db, id),
    await recipientOf(db, randomUUID()),
  ])
  await db.delete(mails)
  await aMail('second', { urgency: 1, nextTryAt: ago(9) })
  await aMail('first', { urgency: 0 })
  await aMail('third', { urgency: 1, nextTryAt: ago(3) })
  await aMail('later', { urgency: 0, nextTryAt: ago(-60) })
  await aMail('news', { kind: 'campaign', urgency: 0, nextTryAt: ago(9) })
  await step('claim one', claim(1))
  await step('claim two', claim(2))
  await step('claim the rest', claim(9))
  await db.delete(mails)

  await aMail('crashed', { state: 'sending', claimedAt: ago(121 / 60) })
  await aMail('crashed-twice', { state: 'sending', doubts: 1, claimedAt: ago(121 / 60) })
  await aMail('under-way', { state: 'sending', claimedAt: ago(115 / 60) })
  await aMail('waiting')
  await step('two minutes after a crash', () => requeueStaleMails(db, 120))
  const failed = await aMail('failed', { attempts: 12, doubts: 2, lastError: 'x' })
  await db.update(mails).set({ state: 'failed' }).where(eq(mails.id, failed.id))
  const dead = await aMail('dead', { attempts: 12, lastError: '550 no mailbox' })
  await db.update(mails).set({ state: 'dead' }).where(eq(mails.id, dead.id))
  const sent = await aMail('sent', { state: 'sent', sentAt: ago(5), props: { number: 7 } })
  const bounced = await aMail('bounced', { state: 'sent', sentAt: ago(9), props: { number: 7 } })
  await aMail('sent', { state: 'sent', sentAt: ago(7), kind: 'order-paid', props: { number: 7 } })
  await aMail('sent', { state: 'sent', sentAt: ago(7), props: { number: 8 } })
  await aMail('sent', { state: 'failed', props: { number: 7 }, lastError: '421 busy' })
  await aMail('retried', { lastError: '451 later', nextTryAt: ago(-60) })
  await aMail('paused', { lastError: '451 later', nextTryAt: sql`'infinity'` as never })
  await aMail('overdue', { nextTryAt: ago(30) })
  await aMail('overdue-news', { kind: 'campaign', nextTryAt: ago(90) })
  await step('what was sent about an order', () => sentMailsAbout(db, { number: 7 }))
  const bounce =
    (recipient: string, mail = bounced) =>
    () =>
      isBouncedOf(db, mail.id, recipient, '5.1.1')
  await step('a bounce of another recipient', bounce('sent@example.com'))
  await step('a bounce', bounce('bounced@example.com'))
  await step('again', bounce('bounced@example.com'))
  await step('a bounce of what was not sent', bounce('failed@example.com', failed))
  await step('it is counted', () => recordRejection(db, 'bounced@example.com', 'hash-bounced'))
  await aMail('bounced', { state: 'suppressed', lastError: '550 no' })
  await step('the second is', () => recordRejection(db, 'bounced@example.com', 'hash-bounced'))
  await step('the list', () => viewsOf(db, undeliveredEmailList, { named: 'To' }))
  await step('the figures', async () => {
    const figures = (await mailFigures.read(db)) as { overdue: number }
    const overdue = Math.round(figures.overdue / 60)
    return [{ ...figures, overdue }, await countUndeliveredMails(db)]
  })
  const task = mailTasks['email-failed']
  await step('the tasks', async () =>
    (await db.execute<{ subject: string }>(task.causes())).rows.toSorted((a, b) =>
      scenario.names[a.subject]! < scenario.names[b.subject]! ? -1 : 1,
    ),
  )
  await step('what one is about', async () => {
    const { rows } = await db.execute(task.about({ subjects: [dead.id], numbers: [] }))
    return rows
  })
  await step('send what failed again', () => requeueMail(db, failed.id))
  await step('send what was sent again', () => requeueMail(db, sent.id))
  const leave = (mail: Mail) => () => db.transaction((tx) => leaveMail(tx, mail.id))
  await step('leave what was sent', leave(sent))
  await step('leave what failed', leave(dead))
  await step('an export', () =>
    mailPersonalData.exportAddress!['emailsSent']!(db, 'sent@example.com'),
  )
  await step('forget who waits', () =>
    db.transaction((tx) => forgetMailsTo(tx, 'waiting@example.com')),
  )
  await step('forget to whom was sent', () =>
    db.transaction((tx) => forgetMailsTo(tx, 'sent@example.com')),
  )
  await db
    .update(mails)
    .set({ createdAt: ago(60) })
    .where(eq(mails.id, dead.id))
  await step('delete what is older than half an hour', () => deleteOldMails(db, ago(30)))

  await step('suppress', () => suppress(db, 'hash-ana', ['rejected', 'complaint']))
  await step('suppress again', () => suppress(db, 'hash-ana', ['rejected']))
  await suppress(db, 'hash-bea', ['complaint'])
  await step('who is suppressed', async () => [
    ...(await suppressedAmong(db, ['hash-ana', 'hash-bea', 'hash-eva'], ['rejected'])),
  ])
  await step('end it', () => endSuppressions(db, 'hash-ana'))

  const press = { ...{ id: 'ana', email: 'ana@example.com' }, firstName: 'Ana', lastName: 'Ruiz' }
  for (let count = 2; count <= 10; count++) await countAttempt(db, 'business:ana', 1440, 10)
  const tell = () =>
    db.transaction((tx) =>
      notifyBusinessOfPress(tx, services.settings, press, { subject: 'Hola', text: 'Dijo' }),
    )
  await step('the tenth that a person causes in a day', tell)
  await step('the eleventh', tell)
  const count = (key: string) => () => countAttempt(db, key, 60, 2)
  await step('count an attempt', count('one'))
  await step('count another', count('other'))
  await step('a second', count('one'))
  await step('a third', count('one'))
  await step('a success', () => uncountAttempt(db, 'one', ['other']))
  await step('another', () => uncountAttempt(db, 'one', ['other']))
  await db
    .update(attempts)
    .set({ count: 5, since: ago(59) })
    .where(eq(attempts.key, 'one'))
  await step('within the hour', count('one'))
  await db
    .update(attempts)
    .set({ since: ago(61) })
    .where(eq(attempts.key, 'one'))
  await step('after the hour', count('one'))
  await step('clear it', () => clearAttempts(db, 'one'))
  await db.insert(attempts).values([
    { key: 'blocked', count: 1, since: ago(120), blocked: true },
    { key: 'old', count: 1, since: ago(120) },
    { key: 'young', count: 1, since: ago(50) },
  ])
  await step('tidy up', () => deleteAttemptsBefore(db, ago(60)))
  await takeEmailAllowance(db, 'bea@example.com', 1)
  await step('take an email of an hour’s', () => takeEmailAllowance(db, 'ana@example.com', 1))
  const left = () => isEmailAllowanceLeft(db, 'ana@example.com', 1)
  await step('is one left', async () => [await left()])
  await step('a second of one', () => takeEmailAllowance(db, 'ana@example.com', 1))
  await step('put one back', () => putBackEmailAllowance(db, 'ana@example.com'))
  await step('is one left then', async () => [await left()])
  await db.update(attempts).set({ since: ago(61) })
  await step('and an hour later', async () => [await left()])
  expect(await isEmailAllowanceLeft(db, 'new@example.com', 1)).toBe(true)
  scenario.expectWritten('mail-outbox')
})
