import { setTimeout as pause } from 'node:timers/promises'

import type { Transporter } from 'nodemailer'

import type { Email, EmailTransport, SendResult } from './transport.ts'
import { mailResults, reachableWithinMs } from './transport.ts'

type Dkim = { domain: string; selector: string; privateKey: string }

type SmtpSettings = {
  /** `smtps:` is TLS from the start; `smtp:` must upgrade to it unless the address says `?tls=off`. */
  url: string
  dkim?: Dkim | undefined
  connections?: number
  /** Idle time after which a connection is closed, in milliseconds. */
  patienceMs?: number
}

/** RFC 8058 requires both List-Unsubscribe headers to be signed; the library signs one by default. */
const signedHeaders =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post'

/** Sends over SMTP with a pool of a few connections. */
export function smtpTransport(settings: SmtpSettings): EmailTransport {
  let opened: Promise<OpenPool> | undefined
  const open = () => (opened ??= openPool(settings))

  return {
    async send(email, signal) {
      const mime = mimeOf(email)
      const { pool, handedOver } = await open()
      try {
        await pool.sendMail({ ...mime, ...(signal && { signal }) })
        return { ...mailResults.sent, outcome: 'sent' }
      } catch (error) {
        return resultOf(error as SmtpError, handedOver.has(mime.headers))
      }
    },
    async isReachable() {
      const { pool } = await open()
      const late = pause(reachableWithinMs, false, { ref: false })
      return Promise.race([pool.verify().catch(() => false), late])
    },
    whatIsMissing: () => null,
    close: () => void opened?.then(({ pool }) => pool.close()),
  }
}

type OpenPool = { pool: Transporter; handedOver: WeakSet<object> }

async function openPool({ url: smtpUrl, dkim, ...limits }: SmtpSettings): Promise<OpenPool> {
  // Takes 0.1 s to load: with the first email, not at boot.
  const { default: nodemailer } = await import('nodemailer')
  const url = new URL(smtpUrl)
  const fromTheStart = url.protocol === 'smtps:'
  const withoutTls = url.searchParams.get('tls') === 'off'
  const patience = limits.patienceMs ?? 20_000
  const pool = nodemailer.createTransport({
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
    // The outbox retries and counts; the library's own retries would not be counted.
    maxRequeues: 0,
    connectionTimeout: Math.min(10_000, patience),
    greetingTimeout: Math.min(10_000, patience),
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { pool, handedOver: watchHandover(pool) }
}

/**
 * Emails that were read to their last byte: if the connection breaks now, they may have arrived. The library
 * composes an email before it connects; only the end of the stream shows that the server accepted DATA.
 */
function watchHandover(pool: Transporter): WeakSet<object> {
  const handedOver = new WeakSet<object>()
  pool.use('stream', ({ data: { headers }, message }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const stream = open(options)
      if (headers) stream.once('end', () => handedOver.add(headers))
      return stream
    }
    done()
  })
  return handedOver
}

/** An email as the library takes it: addresses as parts, never as text to be parsed. */
const mimeOf = (email: Email) => ({
  from: email.from,
  to: { name: '', address: email.to },
  ...(email.replyTo && { replyTo: { name: '', address: email.replyTo } }),
  subject: email.subject,
  text: email.text,
  html: email.html,
  attachments: email.images.map((image) => ({
    ...image,
    contentType: image.filename.endsWith('.jpg') ? 'image/jpeg' : 'image/png',
    contentDisposition: 'inline' as const,
  })),
  messageId: email.messageId,
  date: email.date,
  headers: { 'Auto-Submitted': 'auto-generated', ...email.headers } as Record<string, string>,
  xMailer: false as const,
})

type SmtpError = Error & { responseCode?: number; response?: string; command?: string }

/** Commands whose refusal is about this email, not about the connection or the account. */
const aboutTheEmail = new Set(['RCPT TO', 'DATA'])

function resultOf(error: SmtpError, handedOver: boolean): SendResult {
  const { responseCode: status, response, command = '' } = error
  if (status === undefined) {
    return handedOver
      ? { ...mailResults.unreachable, outcome: 'unknown' }
      : { ...mailResults.unreachable, outcome: 'unreachable', why: whyUnreachable(error) }
  }
  // Without the status with which a response begins: the result has it already.
  const text = (response ?? error.message).replace(/^\d{3}[ -]/, '')
  if (aboutTheEmail.has(command))
    return { status, text, outcome: status >= 500 ? 'refused' : 'later' }
  if (command === 'MAIL FROM') return { status, text, outcome: 'later' }
  return { status, text, outcome: 'unreachable', why: whyUnreachable(error) }
}

/** What an operator has to look at, by what Node and the library call it. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'there is no mail server of that name'],
  [/ECONNREFUSED/, 'the mail server takes no connection at this port'],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no way to the mail server'],
  [/ETIMEDOUT|Greeting never received/, 'the mail server does not answer in time'],
  [/EAUTH/, 'the mail server refuses the user name or the password'],
  [/certificate|CERT_|altname/i, 'the certificate of the mail server is not valid for this name'],
  [
    /wrong version number|packet length|WRONG_VERSION/i,
    'the mail server does not speak TLS from the start: smtp:// begins without',
  ],
  [/ETLS|STARTTLS/, 'the mail server does not offer STARTTLS: smtps:// is TLS from the start'],
]

function whyUnreachable(error: SmtpError & { code?: string }): string {
  const facts = `${error.code} ${error.command} ${error.message}`
  const cause = causes.find(([pattern]) => pattern.test(facts))?.[1]
  return `SMTP_URL: ${cause ?? 'the connection to the mail server ended'}`
}
