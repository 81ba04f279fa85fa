import { EmailJSResponseStatus, send } from '@emailjs/nodejs'

import type { MailKind } from '#domain/mail.ts'

import type { Letter, MailAnswer, Mailer, MailResult } from './mail.ts'
import { mailResults } from './mail.ts'

/** The four messages that the service has identifiers for (specification, section 3). */
export const emailJsMessages = ['join', 'created', 'clicker', 'multi-email'] as const
export type EmailJsMessage = (typeof emailJsMessages)[number]

/** `initId` is the account's public key. One that is missing is the service's to complain of. */
export type EmailJsIds = {
  serviceId?: string | undefined
  templateId?: string | undefined
  initId?: string | undefined
}

export type EmailJsSettings = {
  ids: Readonly<Record<EmailJsMessage, EmailJsIds>>
  privateKey?: string | undefined
  patienceMs?: number
}

/** Letters that have a template of their own there; every other one fills in `multi-email`. */
const messageOf = (kind: MailKind): EmailJsMessage =>
  kind === 'join'
    ? 'join'
    : kind === 'register'
      ? 'created'
      : kind === 'interested'
        ? 'clicker'
        : 'multi-email'

/** Sends over the EmailJS HTTP service, whose templates get section 7's fields and our letter. */
export function emailJsMailer({ ids, privateKey, patienceMs }: EmailJsSettings): Mailer {
  const whyNotReady = (kind: MailKind): MailResult | null => {
    const { serviceId, templateId, initId } = ids[messageOf(kind)]
    if (!initId) return mailResults.noPublicKey
    if (!serviceId) return mailResults.noService
    return templateId ? null : mailResults.noTemplate
  }

  return {
    whyNotReady,
    async send(letter, signal) {
      const missing = whyNotReady(letter.kind)
      if (missing) return { ...missing, outcome: 'later' }
      const { serviceId = '', templateId = '', initId = '' } = ids[messageOf(letter.kind)]
      const patience = AbortSignal.timeout(patienceMs ?? 30_000)
      const options = { publicKey: initId, ...(privateKey && { privateKey }) }
      try {
        await Promise.race([
          send(serviceId, templateId, paramsOf(letter), options),
          aborted(signal ? AbortSignal.any([signal, patience]) : patience),
        ])
        return { ...mailResults.sent, outcome: 'sent' }
      } catch (error) {
        return answerOf(error)
      }
    },
    close: () => {},
  }
}

const paramsOf = (letter: Letter): Record<string, unknown> => ({
  ...letter.fields,
  to_email: letter.to,
  from_name: letter.from.name,
  reply_to: letter.replyTo ?? letter.from.address,
  subject: letter.subject,
  html: letter.html,
  plain_text: letter.text,
  message_id: letter.messageId,
  unsubscribe: letter.headers?.['List-Unsubscribe']?.slice(1, -1) ?? '',
})

/** The library can't be told to stop waiting; we can. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = () => reject(new Error('aborted'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

/** Faults of the network that come before anything is sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

function answerOf(error: unknown): MailAnswer {
  // The library throws plain text where its configuration is wrong.
  if (typeof error === 'string') return { status: 400, text: error, outcome: 'later' }
  if (error instanceof EmailJSResponseStatus) {
    const { status, text } = error
    const again = status === 0 || status === 429 || status >= 500
    return { status, text, outcome: again ? 'later' : 'refused' }
  }
  const certain = beforeSending.has((error as NodeJS.ErrnoException).code ?? '')
  return { ...mailResults.unreachable, outcome: certain ? 'later' : 'unknown' }
}
