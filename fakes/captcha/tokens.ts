import { randomBytes } from 'node:crypto'

/** Turnstile's own test keys, by what they do. */
export const keys = {
  site: '1x00000000000000000000AA',
  secret: '1x0000000000000000000000000000000AA',
  refusingSecret: '2x0000000000000000000000000000000AA',
} as const

/** Lifetime of a token in milliseconds, as Turnstile's. */
const goodFor = 300_000

const longestList = 10_000

/** Issued tokens that have not been verified yet. */
const open = new Map<string, number>()

/** Issues a token for a ticked checkbox. */
export function newToken(now = Date.now()): string {
  const oldest = open.size >= longestList ? open.keys().next().value : undefined
  if (oldest !== undefined) open.delete(oldest)
  const token = `0.${randomBytes(24).toString('base64url')}`
  open.set(token, now)
  return token
}

type Verdict = { success: boolean; 'error-codes': string[] }

const refused = (code: string): Verdict => ({ success: false, 'error-codes': [code] })

/** Verifies a token for the shop's server. Each token can be verified once. */
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
