import { randomUUID } from 'node:crypto'

export const requestFaults = [
  'delay',
  'delay-after',
  'error-before',
  'error-after',
  'drop-before',
  'drop-after',
  'rate-limit',
] as const
export const webhookFaults = [
  'deliver',
  'withhold',
  'double',
  'reorder',
  'late',
  'stale',
  'forged',
] as const
export const smtpFaults = [
  'refuse-connection',
  'reject',
  'reject-temporarily',
  'refuse-recipient',
  'drop-after-data',
  'delay',
] as const

export type RequestFault = (typeof requestFaults)[number]
export type WebhookFault = (typeof webhookFaults)[number]
type SmtpFault = (typeof smtpFaults)[number]

/** `times` is how often it still applies; null is until reset. */
type Rule = { id: string; times: number | null; ms: number }
type RequestRule = Rule & { match: string; fault: RequestFault }
type WebhookRule = Rule & { webhooks: WebhookFault; types: string[] | null }
type SmtpRule = Rule & { smtp: SmtpFault; recipient: string | null }
export type FaultRule = RequestRule | WebhookRule | SmtpRule

/** The active fault switches, in memory: a restart clears them. */
export class FaultRules {
  #rules: FaultRule[] = []

  get all(): readonly FaultRule[] {
    return this.#rules
  }

  reset(): void {
    this.#rules = []
  }

  remove(id: string): void {
    this.#rules = this.#rules.filter((rule) => rule.id !== id)
  }

  /** Adds a switch as described in the README, or returns why it is invalid. */
  add(wanted: unknown): { ok: true; rule: FaultRule } | { ok: false; reason: string } {
    const read = readRule(wanted)
    if (!read.ok) return read
    if ('webhooks' in read.rule) this.#rules = this.#rules.filter((rule) => !('webhooks' in rule))
    if (!('webhooks' in read.rule && read.rule.webhooks === 'deliver')) this.#rules.push(read.rule)
    return read
  }

  forRequest(method: string, path: string): RequestRule | null {
    if (this.#rules.length === 0) return null
    const call = `${method} ${path}`
    return this.#take((rule) => 'match' in rule && matches(rule.match, call)) as RequestRule | null
  }

  forWebhook(type: string): WebhookRule | null {
    if (this.#rules.length === 0) return null
    return this.#take(
      (rule) => 'webhooks' in rule && (rule.types === null || rule.types.includes(type)),
    ) as WebhookRule | null
  }

  forSmtp(faults: readonly SmtpFault[], recipient?: string): SmtpRule | null {
    if (this.#rules.length === 0) return null
    return this.#take(
      (rule) =>
        'smtp' in rule &&
        faults.includes(rule.smtp) &&
        (rule.recipient === null ||
          (recipient !== undefined && rule.recipient === recipient.toLowerCase())),
    ) as SmtpRule | null
  }

  #take(applies: (rule: FaultRule) => boolean): FaultRule | null {
    const rule = this.#rules.find(applies)
    if (!rule) return null
    if (rule.times !== null) {
      rule.times -= 1
      if (rule.times <= 0) this.remove(rule.id)
    }
    return rule
  }
}

/** `*` stands for anything; without a method every method matches. */
function matches(pattern: string, call: string): boolean {
  const whole = /^(\*|[A-Z]+) /.test(pattern) ? pattern : `* ${pattern}`
  if (!whole.includes('*')) return whole === call
  const escaped = whole.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${escaped.join('.*')}$`).test(call)
}

type Read = { ok: true; rule: FaultRule } | { ok: false; reason: string }

function readRule(wanted: unknown): Read {
  if (typeof wanted !== 'object' || wanted === null)
    return { ok: false, reason: 'Send one JSON object.' }
  const fields = wanted as Record<string, unknown>
  const times = readCount(fields.times, null)
  const ms = readCount(fields.ms, 0)
  if (times === undefined || times === 0)
    return { ok: false, reason: 'times must be a whole number above 0.' }
  if (ms === undefined || ms === null) return { ok: false, reason: 'ms must be a whole number.' }
  const rule: Rule = { id: randomUUID(), times, ms }
  if (fields.webhooks !== undefined) {
    const webhooks = webhookFaults.find((fault) => fault === fields.webhooks)
    if (!webhooks)
      return { ok: false, reason: `webhooks must be one of ${webhookFaults.join(', ')}.` }
    const types = Array.isArray(fields.types) ? fields.types.map(String) : null
    return { ok: true, rule: { ...rule, webhooks, types } }
  }
  if (fields.smtp !== undefined) {
    const smtp = smtpFaults.find((fault) => fault === fields.smtp)
    if (!smtp) return { ok: false, reason: `smtp must be one of ${smtpFaults.join(', ')}.` }
    const recipient =
      typeof fields.recipient === 'string' && fields.recipient
        ? fields.recipient.toLowerCase()
        : null
    return { ok: true, rule: { ...rule, smtp, recipient } }
  }
  const fault = requestFaults.find((name) => name === fields.fault)
  if (!fault) return { ok: false, reason: `fault must be one of ${requestFaults.join(', ')}.` }
  const match = typeof fields.match === 'string' && fields.match.trim() ? fields.match.trim() : '*'
  return { ok: true, rule: { ...rule, times: rule.times ?? 1, match, fault } }
}

function readCount<T>(value: unknown, otherwise: T): number | T | undefined {
  if (value === undefined || value === null || value === '') return otherwise
  const count = Number(value)
  return Number.isInteger(count) && count >= 0 ? count : undefined
}

/** The webhook and dispute operations of the fault injection page. */
export type FaultSwitches = {
  faults: FaultRules
  withheld: () => { id: string; type: string }[]
  recent: () => { id: string; type: string; created: number; pending: number }[]
  release: (drop: boolean) => number
  resend: (id: string) => boolean
  /** Closes a dispute; false when there is no such open dispute. */
  closeDispute: (id: string, status: 'won' | 'lost') => boolean
  /** Charges a fee without a payment, in cents; returns its id. */
  chargeFee: (amount: number) => string | null
}
