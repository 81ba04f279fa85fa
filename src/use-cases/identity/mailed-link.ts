import { createHash, randomBytes } from 'node:crypto'

/** A secret for a link in a letter: 256 bits. Only its hash is kept. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: tokenHashOf(token) }
}

export const tokenHashOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

export const minutesFrom = (now: Date, minutes: number): Date =>
  new Date(now.getTime() + minutes * 60_000)

/** How long links in letters are good for, in minutes. */
export const linkMinutes = { recovery: 60, address: 24 * 60 } as const
