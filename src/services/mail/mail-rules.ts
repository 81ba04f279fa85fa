import type { EmailAddress } from '#domain/email-address.ts'
import type { MailKind } from '#domain/mail.ts'
import { mailRule } from '#domain/mail.ts'

import type { Letter, Mailer, MailResult } from './mail.ts'
import { mailResults } from './mail.ts'

export type MailRuleSettings = {
  /** Refuse forms that a headless browser sends: 451. Off unless configured. */
  blockHeadless: boolean
  /** Addresses (`a@b.example`) and whole domains (`b.example`) that get no mail: 403. */
  blockList: readonly string[]
  /** Letters a stranger can cause, per address and hour; 0 is no limit: 429. */
  perAddressHourly: number
  /** How many such letters an address got in the last hour. */
  countLastHour: (address: EmailAddress) => Promise<number>
}

export type MailRules = {
  /** Why a letter of this kind may not go to this address now; null when it may. */
  whyNotSend(kind: MailKind, to: EmailAddress): Promise<MailResult | null>
  /** Why a form from this browser is not taken; null when it is. */
  whyNotTake(userAgent: string | null): MailResult | null
}

const headless = /headless|phantomjs|electron|puppeteer|playwright/i

export function mailRulesOf(settings: MailRuleSettings): MailRules {
  const blocked = new Set(settings.blockList.map((entry) => entry.trim().toLowerCase()))
  return {
    async whyNotSend(kind, to) {
      const domain = to.slice(to.lastIndexOf('@') + 1)
      if (blocked.has(to) || blocked.has(domain)) return mailResults.blocked
      if (!mailRule(kind).limited || settings.perAddressHourly === 0) return null
      const count = await settings.countLastHour(to)
      return count < settings.perAddressHourly ? null : mailResults.tooMany
    },
    whyNotTake: (userAgent) =>
      settings.blockHeadless && (!userAgent || headless.test(userAgent))
        ? mailResults.headless
        : null,
  }
}

/** A way to send that keeps the rules: whatever is behind it, nothing goes out against them. */
export function withRules(mailer: Mailer, rules: MailRules): Mailer {
  return {
    async send(letter: Letter, signal?: AbortSignal) {
      const why = await rules.whyNotSend(letter.kind, letter.to)
      if (why) return { ...why, outcome: why.status === 429 ? 'later' : 'refused' }
      return mailer.send(letter, signal)
    },
    whyNotReady: (kind) => mailer.whyNotReady(kind),
    close: () => mailer.close(),
  }
}
