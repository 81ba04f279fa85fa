import nodemailer from 'nodemailer'

import type { Mailer } from './mail.ts'

/** Sends over SMTP with a few kept connections. TLS as the URL says (`smtps:`, or STARTTLS). */
export function smtpMailer(smtpUrl: string): Mailer {
  const url = new URL(smtpUrl)
  const transport = nodemailer.createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    requireTLS: url.protocol !== 'smtps:' && url.searchParams.get('tls') !== 'off',
    ignoreTLS: url.searchParams.get('tls') === 'off',
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    async send(letter) {
      await transport.sendMail(letter)
    },
    close: () => transport.close(),
  }
}
