import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, test } from 'vitest'

import { renderEmail } from '#app/emails/email-templates.ts'
import { samples } from '#app/emails/samples.ts'
import { emailAddress } from '#platform/text/email-address.rules.ts'
import { startMailServer } from '#tests/harness/mail-server.ts'
import { testEmailSite } from '#tests/harness/outbox.ts'

import { headerText } from '../header-text.rules.ts'
import { mailboxOf } from '../mailbox.ts'
import { smtpTransport } from './smtp-transport.adapter.server.ts'
import type { Email } from './transport.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of closing.toReversed()) await end()
  closing.length = 0
})

async function aTransport(settings: Partial<Parameters<typeof smtpTransport>[0]> = {}) {
  const server = await startMailServer()
  const transport = smtpTransport({ url: server.url, ...settings })
  closing.push(server.stop, () => transport.close())
  return { server, transport }
}

const emailOf = (more: Partial<Email> = {}): Email => ({
  ...renderEmail('wildcard', samples.wildcard, { site: testEmailSite, unsubscribeUrl: null }),
  from: mailboxOf('Kohue <shop@kohue.example>')!,
  to: emailAddress('cellar@kohue.example')!,
  messageId: headerText('<an-email@shop.kohue.example>'),
  date: new Date('2026-11-20T12:00:00Z'),
  ...more,
})

/** Header names of a received message. */
const headersOf = (raw: string) =>
  raw
    .split(/\r?\n\r?\n/, 1)[0]!
    .split(/\r?\n/)
    .filter((line) => /^\S/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())

const expected = [
  'from',
  'to',
  'reply-to',
  'subject',
  'message-id',
  'date',
  'auto-submitted',
  'mime-version',
  'content-type',
].toSorted()

describe('header injection', () => {
  const breaks = fc.constantFrom('\r\n', '\n', '\r', '\u2028', '\u0085', '\0', '\t', ' \r\n ')
  const hostile = fc
    .tuple(fc.string({ unit: 'binary' }), breaks, fc.constantFrom('Bcc: x@evil.example', ''))
    .map(([text, line, header]) => `${text}${line}${header}${line}${line}<b>body</b>`)

  test('nothing a person writes becomes a header, a recipient or a part of the message', async () => {
    const { server, transport } = await aTransport()
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (name, subject) => {
        const props = { ...samples.wildcard, firstName: name, subject, text: name }
        const written = renderEmail('wildcard', props, {
          site: testEmailSite,
          unsubscribeUrl: null,
        })
        expect((await transport.send(emailOf(written))).outcome).toBe('sent')
        const raw = server.raw.at(-1)!
        expect(headersOf(raw).toSorted()).toEqual(expected)
        const parsed = await PostalMime.parse(raw)
        expect(parsed.to).toEqual([{ name: '', address: 'cellar@kohue.example' }])
        expect(parsed.bcc ?? []).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('no address with a line break, a name or a second address in it is an address', () => {
    for (const text of [
      'ana@customer.example\r\nBcc: x@evil.example',
      'ana@customer.example, x@evil.example',
      'Ana <ana@customer.example>',
      '"x@evil.example" <ana@customer.example>',
      'ana@customer.example>',
    ]) {
      expect(emailAddress(text)).toBeNull()
    }
  })

  test('a sender that is not one is refused', () => {
    expect(mailboxOf('Kohue <shop@kohue.example>')).toEqual({
      name: 'Kohue',
      address: 'shop@kohue.example',
    })
    expect(mailboxOf('shop@kohue.example')).toEqual({ name: '', address: 'shop@kohue.example' })
    expect(mailboxOf('Kohue <shop@kohue.example>\r\nBcc: <x@evil.example>')).toBeNull()
    expect(mailboxOf('Kohue')).toBeNull()
  })
})

describe('SMTP', () => {
  test('sends nothing without TLS unless configured to', async () => {
    const { server } = await aTransport()
    const transport = smtpTransport({ url: server.url.replace('?tls=off', '') })
    closing.push(() => transport.close())
    expect(await transport.send(emailOf())).toMatchObject({ outcome: 'unreachable' })
    expect(server.emails).toEqual([])
  })

  test('signs emails, both headers of unsubscribing included', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const dkim = { domain: 'kohue.example', selector: 'shop', privateKey }
    const { server, transport } = await aTransport({ dkim })
    await transport.send(
      emailOf({
        headers: {
          'List-Unsubscribe': headerText('<https://shop.kohue.example/unsubscribe/a-token>'),
          'List-Unsubscribe-Post': headerText('List-Unsubscribe=One-Click'),
        },
      }),
    )
    const signature = /^DKIM-Signature: (.*(?:\r?\n\s.*)*)/m.exec(server.raw[0]!)![1]!
    const tags = signature.replace(/\s+/g, '')
    expect(tags).toContain('d=kohue.example;')
    expect(tags).toContain('s=shop;')
    const signed = /;h=([^;]+)/i.exec(tags)![1]!.toLowerCase().split(':')
    expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']))
  })

  test('stops when the signal aborts, before or after the handover', async () => {
    const received = Promise.withResolvers<void>()
    const server = await startMailServer({
      waitFor() {
        received.resolve()
        return new Promise(() => {})
      },
    })
    const transport = smtpTransport({ url: server.url })
    closing.push(server.stop, () => transport.close())
    const giveUp = new AbortController()
    const sending = transport.send(emailOf(), giveUp.signal)
    await received.promise
    giveUp.abort()
    expect(await sending).toEqual({ status: 0, text: 'Network Error', outcome: 'unknown' })
    expect(await transport.send(emailOf(), AbortSignal.abort())).toMatchObject({
      outcome: 'unreachable',
    })
  })
})

describe('a mail server that cannot be used', () => {
  const whyNot = async (url: string) => {
    const transport = smtpTransport({ url, patienceMs: 400 })
    closing.push(() => transport.close())
    const result = await transport.send(emailOf())
    expect(result.outcome).toBe('unreachable')
    return result.why
  }
  const aServer = async (options: Parameters<typeof startMailServer>[1] = {}) => {
    const server = await startMailServer({}, options)
    closing.push(server.stop)
    return new URL(server.url).port
  }

  test('is said to offer no STARTTLS', async () => {
    expect(await whyNot(`smtp://127.0.0.1:${await aServer()}`)).toBe(
      'SMTP_URL: the mail server does not offer STARTTLS: smtps:// is TLS from the start',
    )
  })

  test('is said to speak no TLS from the start', async () => {
    expect(await whyNot(`smtps://127.0.0.1:${await aServer()}`)).toBe(
      'SMTP_URL: the mail server does not speak TLS from the start: smtp:// begins without',
    )
  })

  test('is said to have a certificate that is not valid', async () => {
    const port = await aServer({ disabledCommands: ['AUTH'] })
    expect(await whyNot(`smtp://localhost:${port}`)).toBe(
      'SMTP_URL: the certificate of the mail server is not valid for this name',
    )
  })

  test('is said to refuse the password', async () => {
    const port = await aServer({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
    })
    expect(await whyNot(`smtp://shop:wrong@127.0.0.1:${port}?tls=off`)).toBe(
      'SMTP_URL: the mail server refuses the user name or the password',
    )
  })

  test('is said to be at another name or port', async () => {
    expect(await whyNot('smtp://mail.kohue.invalid')).toBe(
      'SMTP_URL: there is no mail server of that name',
    )
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    await new Promise((done) => gone.close(done))
    expect(await whyNot(`smtp://127.0.0.1:${port}`)).toBe(
      'SMTP_URL: the mail server takes no connection at this port',
    )
  })

  test('is said not to answer', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    closing.push(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    expect(await whyNot(`smtp://127.0.0.1:${port}?tls=off`)).toBe(
      'SMTP_URL: the mail server does not answer in time',
    )
  })
})

/** An SMTP server with scripted responses to each line of the client. */
async function startScriptedServer(respondTo: (line: string) => string | 'hang-up' | null) {
  const server = createServer((socket) => {
    let rest = ''
    const respond = (line: string) => {
      const response = respondTo(line)
      if (response === 'hang-up') socket.destroy()
      else if (response) socket.write(`${response}\r\n`)
    }
    socket.on('error', () => {})
    respond('CONNECT')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) respond(line)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const transport = smtpTransport({ url: `smtp://127.0.0.1:${port}?tls=off`, patienceMs: 400 })
  closing.push(
    () => void server.close(),
    () => transport.close(),
  )
  return transport
}

const goodResponses: Record<string, string> = {
  CONNECT: '220 ready',
  EHLO: '250 hello',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 queued',
}
const commandOf = (line: string) =>
  line === '.' ? line : (/^(CONNECT|EHLO|MAIL|RCPT|DATA)(?=[ :]|$)/.exec(line)?.[1] ?? null)

describe('a failing mail server', () => {
  const at = (where: string, response: string | null) =>
    startScriptedServer((line) => {
      const command = commandOf(line)
      return command === where ? response : command && goodResponses[command]!
    })

  test('accepts the email when nothing fails', async () => {
    const transport = await at('none', null)
    expect(await transport.send(emailOf())).toMatchObject({ outcome: 'sent' })
  })

  const troubles = [
    ['is silent', null],
    ['hangs up', 'hang-up'],
    ['speaks HTTP', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>Maintenance</h1>'],
  ] as const

  test.each(troubles)('%s before the email: it was not sent', async (_how, response) => {
    for (const where of ['CONNECT', 'MAIL', 'RCPT', 'DATA']) {
      const result = await (await at(where, response)).send(emailOf())
      expect(result, where).toMatchObject({ status: 0, outcome: 'unreachable' })
    }
  })

  test.each(troubles)(
    '%s in place of its last response: the result is unknown',
    async (_how, response) => {
      const result = await (await at('.', response)).send(emailOf())
      expect(result).toEqual({ status: 0, text: 'Network Error', outcome: 'unknown' })
    },
  )

  test('is busy or refuses in its last response: it was not sent', async () => {
    const send = async (last: string) => (await at('.', last)).send(emailOf())
    expect(await send('451 busy')).toMatchObject({ status: 451, outcome: 'later' })
    expect(await send('554 spam')).toMatchObject({ status: 554, outcome: 'refused' })
  })
})
