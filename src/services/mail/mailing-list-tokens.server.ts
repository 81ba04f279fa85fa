import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs and verifies the tokens in links of mailing-list emails. */
export type MailingListTokens = {
  /** For leaving the list: does not expire, and can be used again and again. */
  sign(subscriberId: string): string
  /** Whose link it is, or null when the signature is wrong. */
  read(token: string): string | null
  /** For coming back: only undoes the unsubscription of that moment, and expires. */
  signRejoin(rejoin: Rejoin): string
  readRejoin(token: string): Rejoin | null
}

export type Rejoin = { subscriberId: string; unsubscribedAt: Date; expiresAt: Date }

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const unsubscribeShape = new RegExp(`^(${uuid})\\.([\\w-]{22})$`)
const rejoinShape = new RegExp(`^(${uuid})\\.(\\d{1,15})\\.(\\d{1,15})\\.([\\w-]{22})$`)

/** HMAC-SHA-256, shortened to 128 bits; the purpose is part of what is signed. */
export function mailingListTokens(secret: string): MailingListTokens {
  const signature = (text: string) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, 16)
  const isSigned = (text: string, given: string) =>
    timingSafeEqual(Buffer.from(given, 'base64url'), signature(text))
  return {
    sign: (id) => `${id}.${signature(`unsubscribe:${id}`).toString('base64url')}`,
    read(token) {
      const [, id, given] = unsubscribeShape.exec(token) ?? []
      return id && given && isSigned(`unsubscribe:${id}`, given) ? id : null
    },
    signRejoin({ subscriberId, unsubscribedAt, expiresAt }) {
      const text = `${subscriberId}.${unsubscribedAt.getTime()}.${expiresAt.getTime()}`
      return `${text}.${signature(`rejoin:${text}`).toString('base64url')}`
    },
    readRejoin(token) {
      const [, subscriberId, left, expires, given] = rejoinShape.exec(token) ?? []
      if (!subscriberId || !given) return null
      if (!isSigned(`rejoin:${subscriberId}.${left}.${expires}`, given)) return null
      return {
        subscriberId,
        unsubscribedAt: new Date(Number(left)),
        expiresAt: new Date(Number(expires)),
      }
    },
  }
}
