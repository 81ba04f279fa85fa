import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs and verifies the tokens in links to one order, for guests. */
export type OrderLinkTokens = {
  /** `from`: the day from which the link counts, in UTC; without, the order itself says. */
  sign(orderId: string, from?: Date): string
  /** The order's id and the day, or null when the signature is wrong. */
  read(token: string): { orderId: string; from: Date | null } | null
}

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(\d{5}))?\.([\w-]{22})$/

const dayMs = 24 * 60 * 60_000

/** HMAC-SHA-256, shortened to 128 bits; the purpose is part of what is signed. */
export function orderLinkTokens(secret: string): OrderLinkTokens {
  const signature = (signed: string) =>
    createHmac('sha256', secret)
      .update(`order:${signed}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  return {
    sign(orderId, from) {
      const signed = from ? `${orderId}.${Math.floor(from.getTime() / dayMs)}` : orderId
      return `${signed}.${signature(signed)}`
    },
    read(token) {
      const [, orderId, day, given] = shape.exec(token) ?? []
      if (!orderId || !given) return null
      const signed = day ? `${orderId}.${day}` : orderId
      // Compared as text: decoding would ignore the spare bits of the last character.
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(signature(signed)))) return null
      return { orderId, from: day ? new Date(Number(day) * dayMs) : null }
    },
  }
}
