import https from 'node:https'

import { EmailJSResponseStatus, send } from '@emailjs/nodejs'

import type { MailKind } from '../mail.rules.ts'
import type { Email, EmailTransport, MailResult, SendResult } from './transport.ts'
import { mailResults, reachableWithinMs } from './transport.ts'

/** The four messages that the service has identifiers for (specification, section 3). */
const emailJsMessages = ['join', 'created', 'clicker', 'multi-email'] as const
export type EmailJsMessage = (typeof emailJsMessages)[number]

/** `initId` is the account's public key. */
type EmailJsIds = {
  serviceId?: string | undefined
  templateId?: string | undefined
  initId?: string | undefined
}

type EmailJsSettings = {
  ids: Readonly<Record<EmailJsMessage, EmailJsIds>>
  privateKey?: string | undefined
  patienceMs?: number
}

/** Emails with a template of their own at EmailJS; every other one uses `multi-email`. */
const messageOf = (kind: MailKind): EmailJsMessage =>
  kind === 'join'
    ? 'join'
    : kind === 'register'
      ? 'created'
      : kind === 'interested'
        ? 'clicker'
        : 'multi-email'

/** Sends over the EmailJS HTTP service, whose templates get section 7's fields and our HTML. */
export function emailJsTransport({ ids, privateKey, patienceMs }: EmailJsSettings): EmailTransport {
  const whatIsMissing = (kind: MailKind): MailResult | null => {
    const { serviceId, templateId, initId } = ids[messageOf(kind)]
    if (!initId) return mailResults.noPublicKey
    if (!serviceId) return mailResults.noService
    return templateId ? null : mailResults.noTemplate
  }

  return {
    whatIsMissing,
    async send(email, signal) {
      const missing = whatIsMissing(email.kind)
      if (missing) return { ...missing, outcome: 'later' }
      const { serviceId = '', templateId = '', initId = '' } = ids[messageOf(email.kind)]
      const patience = AbortSignal.timeout(patienceMs ?? 30_000)
      const options = { publicKey: initId, ...(privateKey && { privateKey }) }
      try {
        const { text } = await Promise.race([
          send(serviceId, templateId, paramsOf(email), options),
          aborted(signal ? AbortSignal.any([signal, patience]) : patience),
        ])
        // The service's 200 says OK; a proxy or captive portal returns a page.
        if (text.trim() !== 'OK') return { ...mailResults.unreachable, outcome: 'unknown' }
        return { ...mailResults.sent, outcome: 'sent' }
      } catch (error) {
        return resultOf(error)
      }
    },
    isReachable,
    close: () => {},
  }
}

const paramsOf = (email: Email): Record<string, unknown> => ({
  ...email.fields,
  to_email: email.to,
  from_name: email.from.name,
  reply_to: email.replyTo ?? email.from.address,
  subject: email.subject,
  html: withoutPictures(email.html),
  plain_text: email.text,
  message_id: email.messageId,
  unsubscribe: email.headers?.['List-Unsubscribe']?.slice(1, -1) ?? '',
})

/** The service's API sends no attachments: alternative texts replace the pictures. */
const withoutPictures = (html: string) =>
  html.replace(/<img src="cid:[^"]*" alt="([^"]*)"[^>]*>/g, '$1')

/** Any response of the service's host counts; nothing is sent. */
const isReachable = (): Promise<boolean> =>
  new Promise((resolve) => {
    const request = https.request(
      { host: 'api.emailjs.com', method: 'HEAD', path: '/', timeout: reachableWithinMs },
      (response) => {
        response.resume()
        resolve(true)
      },
    )
    request.on('timeout', () => request.destroy(new Error('timeout')))
    request.on('error', () => resolve(false))
    request.end()
  })

/** The library takes no AbortSignal: the wait ends, the request does not. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = () => reject(new Error('aborted'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

/** Network errors that occur before anything is sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

function resultOf(error: unknown): SendResult {
  // The library throws a string where its configuration is wrong.
  if (typeof error === 'string') return { status: 400, text: error, outcome: 'later' }
  if (error instanceof EmailJSResponseStatus) {
    const { status, text } = error
    const again = status === 0 || status === 429 || status >= 500
    return { status, text, outcome: again ? 'later' : 'refused' }
  }
  const certain = beforeSending.has((error as NodeJS.ErrnoException).code ?? '')
  return { ...mailResults.unreachable, outcome: certain ? 'unreachable' : 'unknown' }
}
