import { Transform } from 'node:stream'

import type { Transporter } from 'nodemailer'

import type { Letter, MailAnswer, Mailer } from './mail.ts'
import { mailResults } from './mail.ts'

export type Dkim = { domain: string; selector: string; privateKey: string }

export type SmtpSettings = {
  /** `smtps:` is TLS from the start; `smtp:` must upgrade to it unless the address says `?tls=off`. */
  url: string
  dkim?: Dkim | undefined
  connections?: number
  /** Silence of the other side that ends a connection, in milliseconds. */
  patienceMs?: number
}

/** RFC 8058 wants both List-Unsubscribe headers signed; the library signs one by itself. */
const signedHeaders =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post'

/** Sends over SMTP with a few kept connections. */
export function smtpMailer(settings: SmtpSettings): Mailer {
  let opened: Promise<OpenTransport> | undefined

  return {
    async send(letter, signal) {
      const mime = mimeOf(letter)
      const { transport, handedOver } = await (opened ??= openTransport(settings))
      try {
        await transport.sendMail({ ...mime, ...(signal && { signal }) })
        return { ...mailResults.sent, outcome: 'sent' }
      } catch (error) {
        return answerOf(error as SmtpError, handedOver.has(mime.headers))
      }
    },
    whyNotReady: () => null,
    close: () => void opened?.then(({ transport }) => transport.close()),
  }
}

type OpenTransport = { transport: Transporter; handedOver: WeakSet<object> }

async function openTransport({ url: smtpUrl, dkim, ...limits }: SmtpSettings) {
  // A tenth of a second to load, which a shop that opens has better use for.
  const { default: nodemailer } = await import('nodemailer')
  const url = new URL(smtpUrl)
  const fromTheStart = url.protocol === 'smtps:'
  const withoutTls = url.searchParams.get('tls') === 'off'
  const patience = limits.patienceMs ?? 20_000
  const transport = nodemailer.createTransport({
    host: url.hostname,
    port: Number(url.port || (fromTheStart ? 465 : 587)),
    secure: fromTheStart,
    requireTLS: !fromTheStart && !withoutTls,
    ignoreTLS: withoutTls,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: signedHeaders,
      },
    }),
    pool: true,
    maxConnections: limits.connections ?? 4,
    // Trying again is the outbox's business: it counts.
    maxRequeues: 0,
    connectionTimeout: Math.min(10_000, patience),
    greetingTimeout: Math.min(10_000, patience),
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { transport, handedOver: watchHandover(transport) }
}

/** Letters whose last byte has gone out: if the line breaks now, they may have arrived. */
function watchHandover(transport: Transporter): WeakSet<object> {
  const handedOver = new WeakSet<object>()
  transport.use('stream', (mail, done) => {
    const { headers } = mail.data
    mail.message.transform(
      () =>
        new Transform({
          transform: (chunk, _encoding, next) => next(null, chunk),
          flush: (next) => {
            if (headers) handedOver.add(headers)
            next()
          },
        }),
    )
    done()
  })
  return handedOver
}

/** A letter as the library wants it: addresses as parts, never as text to be parsed. */
const mimeOf = (letter: Letter) => ({
  from: letter.from,
  to: { name: '', address: letter.to },
  ...(letter.replyTo && { replyTo: { name: '', address: letter.replyTo } }),
  subject: letter.subject,
  text: letter.text,
  html: letter.html,
  messageId: letter.messageId,
  date: letter.date,
  headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers } as Record<string, string>,
  xMailer: false as const,
})

type SmtpError = Error & { responseCode?: number; response?: string; command?: string }

/** Commands whose refusal is about this letter, not about the connection or the account. */
const aboutTheLetter = new Set(['RCPT TO', 'DATA'])

function answerOf(error: SmtpError, handedOver: boolean): MailAnswer {
  const { responseCode: status, response, command } = error
  if (status === undefined) {
    return { ...mailResults.unreachable, outcome: handedOver ? 'unknown' : 'later' }
  }
  const refused = status >= 500 && aboutTheLetter.has(command ?? '')
  return { status, text: response ?? error.message, outcome: refused ? 'refused' : 'later' }
}
