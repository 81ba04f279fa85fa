import { randomBytes } from 'node:crypto'

/** Turnstile's own test keys, by what they do. */
export const keys = {
  site: '1x00000000000000000000AA',
  secret: '1x0000000000000000000000000000000AA',
  refusingSecret: '2x0000000000000000000000000000000AA',
} as const

/** How long an answer is good for, as Turnstile's, in milliseconds. */
const goodFor = 300_000

const longestList = 10_000

/** The answers that were given in the browser and not asked about yet. */
const open = new Map<string, number>()

/** An answer for whoever said to be human. */
export function newToken(now = Date.now()): string {
  const oldest = open.size >= longestList ? open.keys().next().value : undefined
  if (oldest !== undefined) open.delete(oldest)
  const token = `0.${randomBytes(24).toString('base64url')}`
  open.set(token, now)
  return token
}

type Verdict = { success: boolean; 'error-codes': string[] }

const refused = (code: string): Verdict => ({ success: false, 'error-codes': [code] })

/** What the shop's server is told about an answer. Each is good for one question. */
export function verdictOn(secret: string, token: string, now = Date.now()): Verdict {
  if (!secret) return refused('missing-input-secret')
  if (secret === keys.refusingSecret) return refused('invalid-input-response')
  if (secret !== keys.secret) return refused('invalid-input-secret')
  if (!token) return refused('missing-input-response')
  const givenAt = open.get(token)
  open.delete(token)
  if (givenAt === undefined || now - givenAt > goodFor) return refused('timeout-or-duplicate')
  return { success: true, 'error-codes': [] }
}
