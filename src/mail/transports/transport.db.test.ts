import { afterEach, describe, expect, inject, test } from 'vitest'

import { renderEmail } from '#app/emails/email-templates.ts'
import { samples } from '#app/emails/samples.ts'
import type { EmailAddress } from '#platform/text/email-address.rules.ts'
import { emailAddress } from '#platform/text/email-address.rules.ts'
import type { EmailJsServer } from '#tests/harness/emailjs-server.ts'
import { startEmailJsServer } from '#tests/harness/emailjs-server.ts'
import { smtpError, startMailServer } from '#tests/harness/mail-server.ts'
import { testEmailSite } from '#tests/harness/outbox.ts'

import { headerText } from '../header-text.rules.ts'
import { mailboxOf } from '../mailbox.ts'
import { sendRules, withRules } from '../send-rules.ts'
import { emailJsTransport } from './emailjs-transport.adapter.server.ts'
import { smtpTransport } from './smtp-transport.adapter.server.ts'
import type { Email, EmailTransport } from './transport.ts'

type Failure = 'refused' | 'later' | 'hang-up' | 'down'

/** A transport, the emails that arrived, and a way to make it fail. */
type Opened = {
  transport: EmailTransport
  arrived(to: EmailAddress): Promise<{ subject: string; text: string }[]>
  fail(failure: Failure, to: EmailAddress): Promise<void>
}

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of closing.toReversed()) await end()
  closing.length = 0
})

async function overSmtp(): Promise<Opened> {
  let failure: Failure | null = null
  const server = await startMailServer({
    refuse: () =>
      failure === 'refused'
        ? smtpError(550, 'No such person')
        : failure === 'later'
          ? smtpError(451, 'Busy')
          : null,
    dropAfter: () => failure === 'hang-up',
  })
  const transport = smtpTransport({ url: server.url })
  closing.push(server.stop, () => transport.close())
  return {
    transport,
    arrived: async (to) =>
      server.emails
        .filter((email) => email.to?.[0]?.address === to)
        .map(({ subject, text }) => ({ subject: subject ?? '', text: text ?? '' })),
    async fail(next) {
      failure = next
      if (next === 'down') await server.stop()
    },
  }
}

async function overTheInbox(): Promise<Opened> {
  const { url, smtpUrl } = inject('payments')
  const transport = smtpTransport({ url: `${smtpUrl}?tls=off` })
  const switchboard = (body: object) =>
    fetch(`${url}/_faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  closing.push(
    () => transport.close(),
    async () => void (await fetch(`${url}/_faults`, { method: 'DELETE' })),
  )
  const smtpFault = {
    refused: 'refuse-recipient',
    later: 'reject-temporarily',
    'hang-up': 'drop-after-data',
    down: 'refuse-connection',
  } as const
  return {
    transport,
    async arrived(to) {
      const result = await fetch(`${url}/mail/messages?to=${to}`)
      return ((await result.json()) as { messages: { subject: string; text: string }[] }).messages
    },
    async fail(failure, recipient) {
      const about = failure === 'down' ? { times: 2 } : { times: 1, recipient }
      await switchboard({ smtp: smtpFault[failure], ...about })
    },
  }
}

const ids = { serviceId: 'service_kohue', templateId: 'template_kohue', initId: 'public_kohue' }
const allIds = { join: ids, created: ids, clicker: ids, 'multi-email': ids }

async function overEmailJs(): Promise<Opened & { server: EmailJsServer }> {
  const server = await startEmailJsServer()
  closing.push(server.stop)
  return {
    server,
    transport: emailJsTransport({ ids: allIds, privateKey: 'private_kohue' }),
    arrived: async (to) =>
      server.calls
        .filter(({ template_params: params }) => params['to_email'] === to)
        .map(({ template_params: params }) => ({
          subject: params['subject']!,
          text: params['plain_text']!,
        })),
    async fail(failure) {
      if (failure === 'down') return server.stop()
      if (failure === 'hang-up') return server.respondWith('hang-up')
      const refused = { status: 422, text: 'The recipients address is corrupted' }
      server.respondWith(failure === 'refused' ? refused : { status: 503, text: 'Busy' })
    },
  }
}

let count = 0
const someone = (): EmailAddress => emailAddress(`ways-${process.pid}-${++count}@customer.example`)!

const emailTo = (to: EmailAddress, more: Partial<Email> = {}): Email => ({
  ...renderEmail('register', samples.register, { site: testEmailSite, unsubscribeUrl: null }),
  from: mailboxOf('Kohue <shop@kohue.example>')!,
  to,
  messageId: headerText('<a-email@shop.kohue.example>'),
  date: new Date('2026-11-20T12:00:00Z'),
  ...more,
})

describe.each([
  ['SMTP', overSmtp],
  ['the fake inbox', overTheInbox],
  ['EmailJS', overEmailJs],
])('%s', (_name, open) => {
  test('accepts an email, and it arrives with its text', async () => {
    const { transport, arrived } = await open()
    const email = emailTo(someone())
    expect(await transport.send(email)).toEqual({ status: 200, text: 'OK', outcome: 'sent' })
    const [there] = await arrived(email.to)
    expect(there!.subject).toBe(email.subject)
    expect(there!.text.replaceAll('\r\n', '\n').trim()).toBe(email.text.trim())
  })

  test('reports a refused address', async () => {
    const { transport, arrived, fail } = await open()
    const email = emailTo(someone())
    await fail('refused', email.to)
    const result = await transport.send(email)
    expect(result).toMatchObject({ outcome: 'refused', text: expect.any(String) })
    expect(result.status).toBeGreaterThanOrEqual(400)
    expect(await arrived(email.to)).toEqual([])
  })

  test('reports that an email may be retried', async () => {
    const { transport, arrived, fail } = await open()
    const email = emailTo(someone())
    await fail('later', email.to)
    expect(await transport.send(email)).toMatchObject({ outcome: 'later' })
    expect(await arrived(email.to)).toEqual([])
  })

  test('does not know whether an email arrived when the connection breaks after it', async () => {
    const { transport, fail } = await open()
    const email = emailTo(someone())
    await fail('hang-up', email.to)
    expect(await transport.send(email)).toEqual({
      status: 0,
      text: 'Network Error',
      outcome: 'unknown',
    })
  })

  test('knows that nothing was sent while the other side is unreachable, and that it is', async () => {
    const { transport, fail } = await open()
    const email = emailTo(someone())
    expect(await transport.isReachable()).toBe(true)
    await fail('down', email.to)
    expect(await transport.send(email)).toMatchObject({ outcome: 'unreachable' })
    expect(await transport.isReachable()).toBe(false)
  })

  test('keeps the send rules: 403 for the block list, 429 for too many to one address', async () => {
    const { transport, arrived } = await open()
    const [blocked, tired] = [someone(), someone()]
    const rules = sendRules({
      blockHeadless: false,
      blockList: [blocked, 'blocked.example'],
      allowance: {
        isLeft: async (address) => address !== tired,
        take: async (address) => address !== tired,
        putBack: async () => {},
      },
    })
    const ruled = withRules(transport, rules)
    const forbidden = { status: 403, text: 'Forbidden', outcome: 'refused' }
    expect(await ruled.send(emailTo(blocked))).toEqual(forbidden)
    expect(await ruled.send(emailTo(emailAddress('a@blocked.example')!))).toEqual(forbidden)
    const tooMany = { status: 429, text: 'Too Many Requests', outcome: 'later' }
    expect(await ruled.send(emailTo(tired))).toEqual(tooMany)
    expect(await ruled.send(emailTo(tired, { kind: 'order-confirmation' }))).toMatchObject({
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
    const transport = emailJsTransport({
      ids: {
        join: of('join'),
        created: of('created'),
        clicker: of('clicker'),
        'multi-email': of('multi'),
      },
      privateKey: 'private_kohue',
    })
    const frame = { site: testEmailSite, unsubscribeUrl: null }
    for (const kind of [
      'join',
      'register',
      'interested',
      'wildcard',
      'password-changed',
    ] as const) {
      await transport.send(emailTo(someone(), renderEmail(kind, samples[kind], frame)))
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
        subject: 'Hizo clic en Wine Club Membership: Ana Ruiz',
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
  ])('reports what is missing without %s, and the email may be retried', async (missing, text) => {
    await overEmailJs()
    const transport = emailJsTransport({
      ids: { ...allIds, created: { ...ids, [missing]: undefined } },
    })
    expect(await transport.send(emailTo(someone()))).toEqual({
      status: 400,
      text,
      outcome: 'later',
    })
    expect(transport.whatIsMissing('register')).toEqual({ status: 400, text })
    expect(transport.whatIsMissing('join')).toBeNull()
  })

  test('passes on the response of the service', async () => {
    const { server, transport } = await overEmailJs()
    server.respondWith({ status: 429, text: 'Too Many Requests' })
    expect(await transport.send(emailTo(someone()))).toEqual({
      status: 429,
      text: 'Too Many Requests',
      outcome: 'later',
    })
  })

  test('an HTML page with 200 is not the service’s OK: the result is unknown', async () => {
    const { server, transport } = await overEmailJs()
    for (const text of ['<h1>Log in to the network</h1>', '', '{}']) {
      server.respondWith({ status: 200, text })
      expect(await transport.send(emailTo(someone()))).toEqual({
        status: 0,
        text: 'Network Error',
        outcome: 'unknown',
      })
    }
  })

  test('a silent service times out: the result is unknown', async () => {
    const { server } = await overEmailJs()
    server.respondWith('silent')
    const transport = emailJsTransport({ ids: allIds, patienceMs: 200 })
    expect(await transport.send(emailTo(someone()))).toMatchObject({ outcome: 'unknown' })
  })

  test('an HTML page with 502 is a failure, and may be retried', async () => {
    const { server, transport } = await overEmailJs()
    server.respondWith({ status: 502, text: '<h1>Bad gateway</h1>' })
    expect(await transport.send(emailTo(someone()))).toMatchObject({ outcome: 'later' })
  })

  test('stops waiting when the signal aborts', async () => {
    const { transport } = await overEmailJs()
    const result = await transport.send(emailTo(someone()), AbortSignal.abort())
    expect(result).toMatchObject({ status: 0, text: 'Network Error', outcome: 'unknown' })
  })
})
