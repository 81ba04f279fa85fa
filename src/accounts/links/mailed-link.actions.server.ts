import { createHash, randomBytes } from 'node:crypto'

/** A link's token of 256 random bits, and the hash of it that is stored. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: tokenHashOf(token) }
}

export const tokenHashOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

export const minutesFrom = (now: Date, minutes: number): Date =>
  new Date(now.getTime() + minutes * 60_000)
