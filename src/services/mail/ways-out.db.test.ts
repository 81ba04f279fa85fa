import { afterEach, describe, expect, inject, test } from 'vitest'

import type { EmailAddress } from '#domain/email-address.ts'
import { emailAddress } from '#domain/email-address.ts'
import { headerText } from '#domain/header-text.ts'
import type { EmailJsServer } from '#tests/harness/emailjs-server.ts'
import { startEmailJsServer } from '#tests/harness/emailjs-server.ts'
import { smtpError, startMailServer } from '#tests/harness/mail-server.ts'
import { testHouse } from '#tests/harness/post-office.ts'

import { emailJsMailer } from './emailjs-mailer.server.ts'
import type { Letter, Mailer } from './mail.ts'
import { mailRulesOf, withRules } from './mail-rules.ts'
import { mailboxOf } from './mailbox.ts'
import { samples } from './samples.ts'
import { smtpMailer } from './smtp-mailer.server.ts'
import { writeLetter } from './write-letter.ts'

type Fault = 'refused' | 'later' | 'hang-up' | 'down'

/** A way out with what is behind it: what arrived there, and how to make it fail. */
type Way = {
  mailer: Mailer
  arrived(to: EmailAddress): Promise<{ subject: string; text: string }[]>
  fail(fault: Fault, to: EmailAddress): Promise<void>
}

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of closing.toReversed()) await end()
  closing.length = 0
})

async function overSmtp(): Promise<Way> {
  let fault: Fault | null = null
  const server = await startMailServer({
    refuse: () =>
      fault === 'refused'
        ? smtpError(550, 'No such person')
        : fault === 'later'
          ? smtpError(451, 'Busy')
          : null,
    dropAfter: () => fault === 'hang-up',
  })
  const mailer = smtpMailer({ url: server.url })
  closing.push(server.stop, () => mailer.close())
  return {
    mailer,
    arrived: async (to) =>
      server.letters
        .filter((letter) => letter.to?.[0]?.address === to)
        .map(({ subject, text }) => ({ subject: subject ?? '', text: text ?? '' })),
    async fail(next) {
      fault = next
      if (next === 'down') await server.stop()
    },
  }
}

async function overTheInbox(): Promise<Way> {
  const { url, smtpUrl } = inject('payments')
  const mailer = smtpMailer({ url: `${smtpUrl}?tls=off` })
  const switchboard = (body: object) =>
    fetch(`${url}/_faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  closing.push(
    () => mailer.close(),
    async () => void (await fetch(`${url}/_faults`, { method: 'DELETE' })),
  )
  const smtpFault = {
    refused: 'refuse-recipient',
    later: 'reject-temporarily',
    'hang-up': 'drop-after-data',
    down: 'refuse-connection',
  } as const
  return {
    mailer,
    async arrived(to) {
      const answer = await fetch(`${url}/mail/messages?to=${to}`)
      return ((await answer.json()) as { messages: { subject: string; text: string }[] }).messages
    },
    async fail(fault, recipient) {
      const about = fault === 'down' ? {} : { recipient }
      await switchboard({ smtp: smtpFault[fault], times: 1, ...about })
    },
  }
}

const ids = { serviceId: 'service_kohue', templateId: 'template_kohue', initId: 'public_kohue' }
const allIds = { join: ids, created: ids, clicker: ids, 'multi-email': ids }

async function overEmailJs(): Promise<Way & { server: EmailJsServer }> {
  const server = await startEmailJsServer()
  closing.push(server.stop)
  return {
    server,
    mailer: emailJsMailer({ ids: allIds, privateKey: 'private_kohue' }),
    arrived: async (to) =>
      server.calls
        .filter(({ template_params: params }) => params['to_email'] === to)
        .map(({ template_params: params }) => ({
          subject: params['subject']!,
          text: params['plain_text']!,
        })),
    async fail(fault) {
      if (fault === 'down') return server.stop()
      if (fault === 'hang-up') return server.answerWith('hang-up')
      const refused = { status: 422, text: 'The recipients address is corrupted' }
      server.answerWith(fault === 'refused' ? refused : { status: 503, text: 'Busy' })
    },
  }
}

let count = 0
const someone = (): EmailAddress => emailAddress(`ways-${process.pid}-${++count}@customer.example`)!

const letterTo = (to: EmailAddress, more: Partial<Letter> = {}): Letter => ({
  ...writeLetter('register', samples.register, { house: testHouse, unsubscribeUrl: null }),
  from: mailboxOf('Kohue <shop@kohue.example>')!,
  to,
  messageId: headerText('<a-letter@shop.kohue.example>'),
  date: new Date('2026-11-20T12:00:00Z'),
  ...more,
})

describe.each([
  ['SMTP', overSmtp],
  ['the inbox stand-in', overTheInbox],
  ['EmailJS', overEmailJs],
])('%s', (_name, open) => {
  test('takes a letter and it arrives with its words', async () => {
    const { mailer, arrived } = await open()
    const letter = letterTo(someone())
    expect(await mailer.send(letter)).toEqual({ status: 200, text: 'OK', outcome: 'sent' })
    const [there] = await arrived(letter.to)
    expect(there!.subject).toBe(letter.subject)
    expect(there!.text.replaceAll('\r\n', '\n').trim()).toBe(letter.text.trim())
  })

  test('says that an address is refused', async () => {
    const { mailer, arrived, fail } = await open()
    const letter = letterTo(someone())
    await fail('refused', letter.to)
    const answer = await mailer.send(letter)
    expect(answer).toMatchObject({ outcome: 'refused', text: expect.any(String) })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await arrived(letter.to)).toEqual([])
  })

  test('says that it may be taken later, and then takes it', async () => {
    const { mailer, arrived, fail } = await open()
    const letter = letterTo(someone())
    await fail('later', letter.to)
    expect(await mailer.send(letter)).toMatchObject({ outcome: 'later' })
    expect(await arrived(letter.to)).toEqual([])
  })

  test('does not know what became of a letter when the line ends in silence', async () => {
    const { mailer, fail } = await open()
    const letter = letterTo(someone())
    await fail('hang-up', letter.to)
    expect(await mailer.send(letter)).toEqual({
      status: 0,
      text: 'Network Error',
      outcome: 'unknown',
    })
  })

  test('knows that nothing was sent while the other side is away', async () => {
    const { mailer, fail } = await open()
    const letter = letterTo(someone())
    await fail('down', letter.to)
    const answer = await mailer.send(letter)
    expect(answer.outcome).toBe('later')
  })

  test('keeps the house rules: 403 for the block list, 429 for too many to one address', async () => {
    const { mailer, arrived } = await open()
    const [blocked, tired] = [someone(), someone()]
    const rules = mailRulesOf({
      blockHeadless: false,
      blockList: [blocked, 'blocked.example'],
      perAddressHourly: 3,
      countLastHour: async (address) => (address === tired ? 3 : 2),
    })
    const ruled = withRules(mailer, rules)
    const forbidden = { status: 403, text: 'Forbidden', outcome: 'refused' }
    expect(await ruled.send(letterTo(blocked))).toEqual(forbidden)
    expect(await ruled.send(letterTo(emailAddress('a@blocked.example')!))).toEqual(forbidden)
    const tooMany = { status: 429, text: 'Too Many Requests', outcome: 'later' }
    expect(await ruled.send(letterTo(tired))).toEqual(tooMany)
    expect(await ruled.send(letterTo(tired, { kind: 'order-confirmation' }))).toMatchObject({
      outcome: 'sent',
    })
    expect(await arrived(blocked)).toEqual([])
    expect(await arrived(tired)).toHaveLength(1)
  })
})

describe('EmailJS', () => {
  test('gets the identifiers of the message and the fields of section 7', async () => {
    const { server } = await overEmailJs()
    const of = (name: string) => ({
      serviceId: `service_${name}`,
      templateId: `template_${name}`,
      initId: `init_${name}`,
    })
    const mailer = emailJsMailer({
      ids: {
        join: of('join'),
        created: of('created'),
        clicker: of('clicker'),
        'multi-email': of('multi'),
      },
      privateKey: 'private_kohue',
    })
    const frame = { house: testHouse, unsubscribeUrl: null }
    for (const kind of [
      'join',
      'register',
      'interested',
      'wildcard',
      'password-changed',
    ] as const) {
      await mailer.send(letterTo(someone(), writeLetter(kind, samples[kind], frame)))
    }
    expect(server.calls.map((call) => [call.service_id, call.template_id, call.user_id])).toEqual(
      ['join', 'created', 'clicker', 'multi', 'multi'].map((name) => [
        `service_${name}`,
        `template_${name}`,
        `init_${name}`,
      ]),
    )
    expect(server.calls[3]).toMatchObject({
      accessToken: 'private_kohue',
      template_params: {
        firstname: 'Ana',
        lastname: 'Ruiz',
        client_email: 'ana@customer.example',
        subject: 'Clic en Wine Club Membership',
        text: samples.wildcard.text,
      },
    })
  })

  test.each([
    ['initId', 'The public key is required. Visit https://dashboard.emailjs.com/admin/account'],
    ['serviceId', 'The service ID is required. Visit https://dashboard.emailjs.com/admin'],
    [
      'templateId',
      'The template ID is required. Visit https://dashboard.emailjs.com/admin/templates',
    ],
  ])('says what is missing without %s, and keeps the letter', async (missing, text) => {
    await overEmailJs()
    const mailer = emailJsMailer({ ids: { ...allIds, created: { ...ids, [missing]: undefined } } })
    expect(await mailer.send(letterTo(someone()))).toEqual({ status: 400, text, outcome: 'later' })
    expect(mailer.whyNotReady('register')).toEqual({ status: 400, text })
    expect(mailer.whyNotReady('join')).toBeNull()
  })

  test('passes on what the service answers', async () => {
    const { server, mailer } = await overEmailJs()
    server.answerWith({ status: 429, text: 'Too Many Requests' })
    expect(await mailer.send(letterTo(someone()))).toEqual({
      status: 429,
      text: 'Too Many Requests',
      outcome: 'later',
    })
  })

  test('gives up waiting when it is told to', async () => {
    const { mailer } = await overEmailJs()
    const answer = await mailer.send(letterTo(someone()), AbortSignal.abort())
    expect(answer).toMatchObject({ status: 0, text: 'Network Error', outcome: 'unknown' })
  })
})
