import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { maxMailTries } from '#mail/bounces/mail-retry.rules.ts'
import type { OutgoingMail } from '#mail/mail.rules.ts'
import {
  claimMails,
  doubtfulText,
  queueMails,
  requeueStaleMails,
} from '#mail/mails.store.server.ts'
import { mails } from '#mail/tables.ts'
import { smtpTransport } from '#mail/transports/smtp-transport.adapter.server.ts'
import type { EmailTransport } from '#mail/transports/transport.ts'
import type { Database } from '#platform/database/connection.server.ts'
import type { MailServer, MailServerFailures } from '#tests/harness/mail-server.ts'
import { smtpError, startMailServer } from '#tests/harness/mail-server.ts'
import { emptyOutbox, openOutbox, outboxStates, passTheWait } from '#tests/harness/outbox.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { samples } from '../emails/samples.ts'

vi.setConfig({ testTimeout: 120_000 })

let db: Database
let close: () => Promise<void>
const closing: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())
afterEach(async () => {
  for (const end of closing.toReversed()) await end()
  closing.length = 0
  await emptyOutbox(db)
})

async function aServer(failures?: MailServerFailures, port?: number): Promise<MailServer> {
  const server = await startMailServer(failures, { port })
  closing.push(() => server.stop())
  return server
}

function aDelivery(url: string, settings?: Parameters<typeof openOutbox>[2]) {
  const transport = smtpTransport({ url })
  const delivery = openOutbox(db, transport, settings)
  closing.push(
    () => transport.close(),
    () => delivery.stop(),
  )
  return delivery
}

const emailTo = (recipient: string): OutgoingMail => ({
  kind: 'register',
  recipient,
  props: samples.register,
})

const people = (count: number) =>
  Array.from({ length: count }, () => `${randomUUID()}@customer.example`)

/** A busy machine may take its time. */
const eventually = (holds: () => void | Promise<void>) =>
  vi.waitFor(holds, { timeout: 100_000, interval: 20 })

const allSettled = (expected: Record<string, number>) =>
  eventually(async () => expect(await outboxStates(db)).toEqual(expected))

const recipientsOf = ({ emails }: MailServer) => emails.map(({ to }) => to?.[0]?.address).toSorted()

const theMail = async () => (await db.select().from(mails))[0]!

describe('the outbox', () => {
  test('sends an email with its own Message-ID and deletes its content', async () => {
    const server = await aServer()
    const props = samples['password-recovery']
    await queueMails(db, [{ kind: 'password-recovery', recipient: 'Ana@Customer.example', props }])
    const delivery = aDelivery(server.url)
    await allSettled({ sent: 1 })

    const mail = await theMail()
    expect(server.emails[0]).toMatchObject({
      messageId: `<${mail.id}@shop.kohue.example>`,
      to: [{ address: 'ana@customer.example' }],
      from: { name: 'Kohue', address: 'shop@kohue.example' },
    })
    expect(server.emails[0]!.text).toContain(props.link)
    expect(mail.props).toEqual({})
    expect(JSON.stringify(delivery.log)).not.toMatch(/customer\.example|Ana|recover\//)
  })

  test('holds nothing of a transaction that is rolled back', async () => {
    await db
      .transaction(async (tx) => {
        await queueMails(tx, [emailTo('ana@customer.example')])
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await outboxStates(db)).toEqual({})
  })

  test('sends a thousand emails queued at once, each of them once, from two processes', async () => {
    const server = await aServer()
    const recipients = people(1_000)
    await queueMails(db, recipients.map(emailTo))
    aDelivery(server.url)
    aDelivery(server.url)
    await allSettled({ sent: 1_000 })
    expect(recipientsOf(server)).toEqual(recipients.toSorted())
  })

  test('pauses while the server is down, and sends soon after its return', async () => {
    const down = await aServer()
    await down.stop()
    const recipients = people(20)
    await queueMails(db, recipients.map(emailTo))
    const delivery = aDelivery(down.url, { probeMs: 20 })
    const messages = () => delivery.log.map(({ message }) => message)
    await eventually(() =>
      expect(messages()).toContain('mail transport unreachable, deliveries paused'),
    )
    await eventually(async () => expect(await outboxStates(db)).toEqual({ queued: 20 }))
    const waiting = await db.select().from(mails)
    const tried = waiting.filter(({ lastError }) => lastError !== null)
    // What was being sent when the connection failed; nothing else is claimed in an outage.
    expect(tried.length).toBeGreaterThan(0)
    expect(tried.length).toBeLessThanOrEqual(4)
    for (const { attempts, lastError } of tried) {
      expect({ attempts, lastError }).toEqual({ attempts: 0, lastError: '0 Network Error' })
    }

    // No waiting time is skipped here: everything is due the moment the server is back.
    const back = await aServer({}, Number(new URL(down.url).port))
    await allSettled({ sent: 20 })
    expect(recipientsOf(back)).toEqual(recipients.toSorted())
    expect(messages()).toContain('mail transport reachable again, deliveries resumed')
  })

  test('backs off for a connection that fails while the server is reachable', async () => {
    const transport: EmailTransport = {
      send: async () => ({ status: 0, text: 'Network Error', outcome: 'unreachable' }),
      isReachable: async () => true,
      whatIsMissing: () => null,
      close() {},
    }
    await queueMails(db, [emailTo('ana@customer.example')])
    const delivery = openOutbox(db, transport)
    closing.push(() => delivery.stop())
    await eventually(async () =>
      expect(await theMail()).toMatchObject({ state: 'queued', attempts: 1 }),
    )
    const { nextTryAt, claimedAt } = await theMail()
    expect(nextTryAt.getTime()).toBeGreaterThan(claimedAt!.getTime() + 3_000)
  })

  test('sends once what a slow server accepts late', async () => {
    const gates: (() => void)[] = []
    const server = await aServer({ waitFor: () => new Promise((open) => gates.push(open)) })
    await queueMails(db, people(3).map(emailTo))
    aDelivery(server.url)
    await eventually(() => expect(gates).toHaveLength(3))
    expect(await outboxStates(db)).toEqual({ sending: 3 })
    for (const open of gates) open()
    await allSettled({ sent: 3 })
    expect(server.emails).toHaveLength(3)
  })

  test('fails an email whose address is refused at once, and sends the others', async () => {
    const refused = 'nobody@customer.example'
    const server = await aServer({
      refuse: (address) => (address === refused ? smtpError(550, `${address} unknown`) : null),
    })
    const recipients = people(5)
    await queueMails(db, [refused, ...recipients].map(emailTo))
    const delivery = aDelivery(server.url)
    await allSettled({ sent: 5, failed: 1 })
    expect(recipientsOf(server)).toEqual(recipients.toSorted())
    const [failed] = await db.select().from(mails).where(eq(mails.state, 'failed'))
    expect(failed).toMatchObject({ recipient: refused, attempts: 1 })
    expect(failed!.lastError).toBe(`550 ${refused} unknown`)
    expect(JSON.stringify(delivery.log)).not.toContain(refused)
  })

  test('retries a temporary refusal until the attempts are used up', async () => {
    const server = await aServer({ refuse: () => smtpError(451, 'Come back later') })
    await queueMails(db, [emailTo('ana@customer.example')])
    aDelivery(server.url)
    for (let tries = 1; tries < maxMailTries; tries++) {
      await eventually(async () =>
        expect(await theMail()).toMatchObject({ state: 'queued', attempts: tries }),
      )
      await passTheWait(db)
    }
    await allSettled({ failed: 1 })
    expect(await theMail()).toMatchObject({ attempts: maxMailTries, doubts: 0 })
  })

  test('repeats once, marked and with the same id, what was accepted before the connection broke', async () => {
    let drops = 1
    const server = await aServer({ dropAfter: () => drops-- > 0 })
    await queueMails(db, [emailTo('ana@customer.example')])
    aDelivery(server.url)
    await eventually(async () =>
      expect(await theMail()).toMatchObject({ state: 'queued', doubts: 1 }),
    )
    await passTheWait(db)
    await allSettled({ sent: 1 })
    const [first, repeat] = server.emails
    expect(server.emails).toHaveLength(2)
    expect(repeat!.messageId).toBe(first!.messageId)
    expect(repeat!.date).toBe(first!.date)
    const repeated = server.raw.map((raw) => /^X-Kohue-Repeat: 1\r?$/m.test(raw))
    expect(repeated).toEqual([false, true])
  })

  test('never repeats a second time: staff decide', async () => {
    const server = await aServer({ dropAfter: () => true })
    await queueMails(db, [emailTo('ana@customer.example')])
    aDelivery(server.url)
    await eventually(async () => expect((await theMail()).doubts).toBe(1))
    await passTheWait(db)
    await allSettled({ failed: 1 })
    expect(server.emails).toHaveLength(2)
    expect(await theMail()).toMatchObject({ doubts: 2, lastError: doubtfulText })
  })

  test('requeues what a crashed process had claimed, and repeats it marked', async () => {
    await queueMails(db, [emailTo('ana@customer.example')])
    expect(await claimMails(db, { limit: 1, perMinute: 0 })).toHaveLength(1)
    expect(await requeueStaleMails(db, 120)).toBe(0)
    expect(await requeueStaleMails(db, 0)).toBe(1)
    const server = await aServer()
    aDelivery(server.url)
    await allSettled({ sent: 1 })
    expect(server.raw[0]).toMatch(/^X-Kohue-Repeat: 1\r?$/m)
  })

  test('takes over what another process claimed two minutes ago, which may be sending it until then', async () => {
    const claimedAgo = { 'busy@customer.example': 115, 'gone@customer.example': 125 }
    await queueMails(db, Object.keys(claimedAgo).map(emailTo))
    expect(await claimMails(db, { limit: 2, perMinute: 0 })).toHaveLength(2)
    for (const [recipient, seconds] of Object.entries(claimedAgo)) {
      const claimedAt = sql`now() - make_interval(secs => ${seconds})`
      await db.update(mails).set({ claimedAt }).where(eq(mails.recipient, recipient))
    }
    const server = await aServer()
    aDelivery(server.url)
    await allSettled({ sending: 1, sent: 1 })
    expect(recipientsOf(server)).toEqual(['gone@customer.example'])
  })

  test('finishes what is being sent before it stops', async () => {
    const received = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const server = await aServer({
      waitFor() {
        received.resolve()
        return release.promise
      },
    })
    await queueMails(db, [emailTo('ana@customer.example')])
    const delivery = aDelivery(server.url)
    await received.promise
    const stopped = delivery.stop()
    release.resolve()
    await stopped
    expect(await outboxStates(db)).toEqual({ sent: 1 })
  })
})

test('sends four at once, and one more as one of them is sent', async () => {
  const underway: (() => void)[] = []
  let most = 0
  const transport: EmailTransport = {
    isReachable: async () => true,
    send: () =>
      new Promise((done) => {
        underway.push(() => done({ status: 250, text: '', outcome: 'sent' }))
        most = Math.max(most, underway.length)
      }),
    whatIsMissing: () => null,
    close() {},
  }
  await queueMails(db, people(12).map(emailTo))
  const delivery = openOutbox(db, transport)
  closing.push(() => delivery.stop())
  for (let sent = 0; sent < 12; sent++) {
    await eventually(() => expect(underway.length).toBeGreaterThanOrEqual(Math.min(4, 12 - sent)))
    underway.shift()!()
  }
  await allSettled({ sent: 12 })
  expect(most).toBe(4)
})

test('stops in time, however long the emails take', async () => {
  let received = 0
  const transport: EmailTransport = {
    isReachable: async () => true,
    send: (_email, signal) =>
      new Promise((done) => {
        received++
        const result = { status: 0, text: '', outcome: 'unknown' } as const
        signal?.addEventListener('abort', () => done(result))
      }),
    whatIsMissing: () => null,
    close() {},
  }
  await queueMails(db, people(4).map(emailTo))
  const delivery = openOutbox(db, transport, { patienceSeconds: 3_600, stopPatienceMs: 100 })
  await eventually(() => expect(received).toBe(4))
  await delivery.stop()
  expect(await outboxStates(db)).toEqual({ queued: 4 })
})

describe('the rate limit', () => {
  test('all processes together claim no more in a minute than is allowed', async () => {
    await queueMails(db, people(30).map(emailTo))
    const takers = Array.from({ length: 8 }, () => claimMails(db, { limit: 4, perMinute: 10 }))
    const taken = (await Promise.all(takers)).flat()
    expect(taken).toHaveLength(10)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(10)
    expect(await claimMails(db, { limit: 4, perMinute: 10 })).toEqual([])
    await db.update(mails).set({ claimedAt: sql`claimed_at - interval '61 seconds'` })
    expect(await claimMails(db, { limit: 4, perMinute: 10 })).toHaveLength(4)
  })

  test('an email that a person waits for is claimed first', async () => {
    await queueMails(db, people(5).map(emailTo))
    const props = samples['password-recovery']
    await queueMails(db, [{ kind: 'password-recovery', recipient: 'a@customer.example', props }])
    const [first] = await claimMails(db, { limit: 1, perMinute: 10 })
    expect(first!.kind).toBe('password-recovery')
  })

  const insert = (kind: 'campaign' | 'login-link', count: number, more: object) =>
    db.insert(mails).values(
      people(count).map((one) => ({
        kind,
        recipient: emailTo(one).recipient,
        props: {},
        ...more,
      })),
    )
  /** Within the last minute, but not within the last second. */
  const claimed = (kind: 'campaign' | 'login-link', count: number) =>
    insert(kind, count, { state: 'sent', claimedAt: sql`now() - interval '30 seconds'` })
  const queuedCampaign = (count: number) => insert('campaign', count, { urgency: 2 })
  const kinds = async (limit: number) =>
    (await claimMails(db, { limit, perMinute: 60 })).map(({ kind }) => kind)

  test('a campaign alone takes the whole minute, a share each second', async () => {
    await claimed('campaign', 59)
    await queuedCampaign(3)
    expect(await kinds(4)).toEqual(['campaign'])
    expect(await kinds(4)).toEqual([])
  })

  test('a campaign leaves a quarter of what other emails took, for those that follow', async () => {
    await claimed('login-link', 40)
    await claimed('campaign', 10)
    await queuedCampaign(3)
    expect(await kinds(4)).toEqual([])
    await queueMails(db, people(10).map(emailTo))
    expect(await kinds(20)).toHaveLength(10)
  })
})
