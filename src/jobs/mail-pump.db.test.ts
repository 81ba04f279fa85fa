import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import type { Database } from '#data/connection.server.ts'
import { claimMails, doubtfulText, queueMails, takeBackMails } from '#data/mails.ts'
import { mails } from '#data/schema/desk.ts'
import { maxMailTries } from '#domain/mail-retry.ts'
import type { OutgoingMail } from '#domain/mail.ts'
import { samples } from '#services/mail/samples.ts'
import type { Mailer } from '#services/mail/mail.ts'
import { smtpMailer } from '#services/mail/smtp-mailer.server.ts'
import type { MailServer, MailServerFaults } from '#tests/harness/mail-server.ts'
import { smtpError, startMailServer } from '#tests/harness/mail-server.ts'
import { emptyOutbox, openOutbox, outboxStates, passTheWait } from '#tests/harness/post-office.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

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

async function aServer(faults?: MailServerFaults, port?: number): Promise<MailServer> {
  const server = await startMailServer(faults, { port })
  closing.push(() => server.stop())
  return server
}

function aPump(url: string, settings?: Parameters<typeof openOutbox>[2]) {
  const mailer = smtpMailer({ url })
  const pump = openOutbox(db, mailer, settings)
  closing.push(
    () => mailer.close(),
    () => pump.stop(),
  )
  return pump
}

const letterTo = (recipient: string): OutgoingMail => ({
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

const recipientsOf = ({ letters }: MailServer) =>
  letters.map(({ to }) => to?.[0]?.address).toSorted()

const theMail = async () => (await db.select().from(mails))[0]!

describe('the outbox', () => {
  test('sends a letter with its own Message-ID and forgets what it said', async () => {
    const server = await aServer()
    const props = samples['password-recovery']
    await queueMails(db, [{ kind: 'password-recovery', recipient: 'Ana@Customer.example', props }])
    const pump = aPump(server.url)
    await allSettled({ sent: 1 })

    const mail = await theMail()
    expect(server.letters[0]).toMatchObject({
      messageId: `<${mail.id}@shop.kohue.example>`,
      to: [{ address: 'ana@customer.example' }],
      from: { name: 'Kohue', address: 'shop@kohue.example' },
    })
    expect(server.letters[0]!.text).toContain(props.link)
    expect(mail.props).toEqual({})
    expect(JSON.stringify(pump.log)).not.toMatch(/customer\.example|Ana|recover\//)
  })

  test('holds nothing of a transaction that is undone', async () => {
    await db
      .transaction(async (tx) => {
        await queueMails(tx, [letterTo('ana@customer.example')])
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await outboxStates(db)).toEqual({})
  })

  test('sends a thousand letters queued at once, each of them once, from two processes', async () => {
    const server = await aServer()
    const recipients = people(1_000)
    await queueMails(db, recipients.map(letterTo))
    aPump(server.url)
    aPump(server.url)
    await allSettled({ sent: 1_000 })
    expect(recipientsOf(server)).toEqual(recipients.toSorted())
  })

  test('waits while the server is down, and sends when it is back', async () => {
    const down = await aServer()
    await down.stop()
    const recipients = people(20)
    await queueMails(db, recipients.map(letterTo))
    aPump(down.url)
    await eventually(async () => {
      const tried = await db
        .select()
        .from(mails)
        .where(sql`attempts > 0 and state = 'queued'`)
      expect(tried).toHaveLength(20)
      for (const mail of tried) {
        expect(mail.lastError).toBe('0 Network Error')
        expect(mail.nextTryAt.getTime()).toBeGreaterThan(mail.claimedAt!.getTime() + 3_000)
      }
    })
    const back = await aServer({}, Number(new URL(down.url).port))
    await passTheWait(db)
    await allSettled({ sent: 20 })
    expect(recipientsOf(back)).toEqual(recipients.toSorted())
  })

  test('sends what a slow server takes in its time, once', async () => {
    const gates: (() => void)[] = []
    const server = await aServer({ waitFor: () => new Promise((open) => gates.push(open)) })
    await queueMails(db, people(3).map(letterTo))
    aPump(server.url)
    await eventually(() => expect(gates).toHaveLength(3))
    expect(await outboxStates(db)).toEqual({ sending: 3 })
    for (const open of gates) open()
    await allSettled({ sent: 3 })
    expect(server.letters).toHaveLength(3)
  })

  test('gives up at once on an address that is refused, and sends the others', async () => {
    const refused = 'nobody@customer.example'
    const server = await aServer({
      refuse: (address) => (address === refused ? smtpError(550, `${address} unknown`) : null),
    })
    const recipients = people(5)
    await queueMails(db, [refused, ...recipients].map(letterTo))
    const pump = aPump(server.url)
    await allSettled({ sent: 5, dead: 1 })
    expect(recipientsOf(server)).toEqual(recipients.toSorted())
    const [dead] = await db.select().from(mails).where(eq(mails.state, 'dead'))
    expect(dead).toMatchObject({ recipient: refused, attempts: 1 })
    expect(dead!.lastError).toContain('550')
    expect(JSON.stringify(pump.log)).not.toContain(refused)
  })

  test('tries again an address that is refused for now, until the tries are used up', async () => {
    const server = await aServer({ refuse: () => smtpError(451, 'Come back later') })
    await queueMails(db, [letterTo('ana@customer.example')])
    aPump(server.url)
    for (let tries = 1; tries < maxMailTries; tries++) {
      await eventually(async () =>
        expect(await theMail()).toMatchObject({ state: 'queued', attempts: tries }),
      )
      await passTheWait(db)
    }
    await allSettled({ dead: 1 })
    expect(await theMail()).toMatchObject({ attempts: maxMailTries, doubts: 0 })
  })

  test('repeats once, marked and with the same id, what was taken before the line broke', async () => {
    let drops = 1
    const server = await aServer({ dropAfter: () => drops-- > 0 })
    await queueMails(db, [letterTo('ana@customer.example')])
    aPump(server.url)
    await eventually(async () =>
      expect(await theMail()).toMatchObject({ state: 'queued', doubts: 1 }),
    )
    await passTheWait(db)
    await allSettled({ sent: 1 })
    const [first, repeat] = server.letters
    expect(server.letters).toHaveLength(2)
    expect(repeat!.messageId).toBe(first!.messageId)
    expect(repeat!.date).toBe(first!.date)
    const repeated = server.raw.map((raw) => /^X-Kohue-Repeat: 1\r?$/m.test(raw))
    expect(repeated).toEqual([false, true])
  })

  test('never repeats a second time: staff decide', async () => {
    const server = await aServer({ dropAfter: () => true })
    await queueMails(db, [letterTo('ana@customer.example')])
    aPump(server.url)
    await eventually(async () => expect((await theMail()).doubts).toBe(1))
    await passTheWait(db)
    await allSettled({ dead: 1 })
    expect(server.letters).toHaveLength(2)
    expect(await theMail()).toMatchObject({ doubts: 2, lastError: doubtfulText })
  })

  test('takes back what a fallen process held, and repeats it marked', async () => {
    await queueMails(db, [letterTo('ana@customer.example')])
    expect(await claimMails(db, { limit: 1, perMinute: 0 })).toHaveLength(1)
    expect(await takeBackMails(db, 120)).toBe(0)
    expect(await takeBackMails(db, 0)).toBe(1)
    const server = await aServer()
    aPump(server.url)
    await allSettled({ sent: 1 })
    expect(server.raw[0]).toMatch(/^X-Kohue-Repeat: 1\r?$/m)
  })

  test('finishes what is on its way before it stops', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const server = await aServer({
      waitFor() {
        asked.resolve()
        return answer.promise
      },
    })
    await queueMails(db, [letterTo('ana@customer.example')])
    const pump = aPump(server.url)
    await asked.promise
    const stopped = pump.stop()
    answer.resolve()
    await stopped
    expect(await outboxStates(db)).toEqual({ sent: 1 })
  })
})

test('stops in time, however long all of its letters take', async () => {
  let asked = 0
  const mailer: Mailer = {
    send: (_letter, signal) =>
      new Promise((done) => {
        asked++
        const answer = { status: 0, text: '', outcome: 'unknown' } as const
        signal?.addEventListener('abort', () => done(answer))
      }),
    whyNotReady: () => null,
    close() {},
  }
  await queueMails(db, people(4).map(letterTo))
  const pump = openOutbox(db, mailer, { patienceSeconds: 3_600, stopPatienceMs: 100 })
  await eventually(() => expect(asked).toBe(4))
  await pump.stop()
  expect(await outboxStates(db)).toEqual({ queued: 4 })
})

describe('pace', () => {
  test('all processes together take no more in a minute than is allowed', async () => {
    await queueMails(db, people(30).map(letterTo))
    const takers = Array.from({ length: 8 }, () => claimMails(db, { limit: 4, perMinute: 10 }))
    const taken = (await Promise.all(takers)).flat()
    expect(taken).toHaveLength(10)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(10)
    expect(await claimMails(db, { limit: 4, perMinute: 10 })).toEqual([])
    await db.update(mails).set({ claimedAt: sql`claimed_at - interval '61 seconds'` })
    expect(await claimMails(db, { limit: 4, perMinute: 10 })).toHaveLength(4)
  })

  test('whoever waits for a letter goes first', async () => {
    await queueMails(db, people(5).map(letterTo))
    const props = samples['password-recovery']
    await queueMails(db, [{ kind: 'password-recovery', recipient: 'a@customer.example', props }])
    const [first] = await claimMails(db, { limit: 1, perMinute: 10 })
    expect(first!.kind).toBe('password-recovery')
  })
})
