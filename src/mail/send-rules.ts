import type { EmailAddress } from '#platform/text/email-address.rules.ts'

import type { MailKind } from './mail.rules.ts'
import { mailRule } from './mail.rules.ts'
import type { Email, EmailTransport, MailResult } from './transports/transport.ts'
import { mailResults } from './transports/transport.ts'

/** The hourly allowance per address of emails that a stranger can cause. */
export type EmailAllowance = {
  /** Whether one is left; takes none. */
  isLeft(address: EmailAddress): Promise<boolean>
  /** Takes one; false when none is left. */
  take(address: EmailAddress): Promise<boolean>
  /** Returns the one taken for an email that was not sent. */
  putBack(address: EmailAddress): Promise<void>
}

type SendRuleSettings = {
  /** Refuse forms that a headless browser sends: 451. Off unless configured. */
  blockHeadless: boolean
  /** Addresses (`a@b.example`) and whole domains (`b.example`) that get no email: 403. */
  blockList: readonly string[]
  /** Null where the number of emails per address is not limited: else 429. */
  allowance: EmailAllowance | null
}

export type SendRules = {
  /** Why an email of this kind may not go to this address now; null when it may. */
  whyNotSend(kind: MailKind, to: EmailAddress): Promise<MailResult | null>
  /** Why a form from this browser is refused; null when it is accepted. */
  whyNotTake(userAgent: string | null): MailResult | null
  /** Sends through `transport` unless a rule forbids it. */
  send(
    transport: EmailTransport,
    email: Email,
    signal?: AbortSignal,
  ): ReturnType<EmailTransport['send']>
}

const headless = /headless|phantomjs|electron|puppeteer|playwright/i

export function sendRules({ blockHeadless, blockList, allowance }: SendRuleSettings): SendRules {
  const blocked = new Set(blockList.map((entry) => entry.trim().toLowerCase()))
  const isBlocked = (to: EmailAddress) =>
    blocked.has(to) || blocked.has(to.slice(to.lastIndexOf('@') + 1))
  const allowanceFor = (kind: MailKind) =>
    mailRule(kind).limit === 'per-address' ? allowance : null

  return {
    async whyNotSend(kind, to) {
      if (isBlocked(to)) return mailResults.blocked
      const limit = allowanceFor(kind)
      return !limit || (await limit.isLeft(to)) ? null : mailResults.tooMany
    },
    whyNotTake: (userAgent) =>
      blockHeadless && (!userAgent || headless.test(userAgent)) ? mailResults.headless : null,
    async send(transport, email, signal) {
      if (isBlocked(email.to)) return { ...mailResults.blocked, outcome: 'refused' }
      const limit = allowanceFor(email.kind)
      if (limit && !(await limit.take(email.to))) {
        return { ...mailResults.tooMany, outcome: 'later' }
      }
      const result = await transport.send(email, signal)
      const isOut = result.outcome === 'sent' || result.outcome === 'unknown'
      if (limit && !isOut) await limit.putBack(email.to)
      return result
    },
  }
}

/** A transport that applies the rules. */
export const withRules = (transport: EmailTransport, rules: SendRules): EmailTransport => ({
  send: (email, signal) => rules.send(transport, email, signal),
  isReachable: () => transport.isReachable(),
  whatIsMissing: (kind) => transport.whatIsMissing(kind),
  close: () => transport.close(),
})
