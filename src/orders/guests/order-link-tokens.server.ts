import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs and verifies the tokens in links to one order, for guests. */
export type OrderLinkTokens = {
  sign(orderId: string): string
  /** The order's id, or null when the signature is wrong. */
  read(token: string): string | null
}

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{22})$/

/** HMAC-SHA-256, shortened to 128 bits; the purpose is part of what is signed. */
export function orderLinkTokens(secret: string): OrderLinkTokens {
  const signature = (orderId: string) =>
    createHmac('sha256', secret)
      .update(`order:${orderId}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  return {
    sign: (orderId) => `${orderId}.${signature(orderId)}`,
    read(token) {
      const [, orderId, given] = shape.exec(token) ?? []
      if (!orderId || !given) return null
      // Compared as text: decoding would ignore the spare bits of the last character.
      return timingSafeEqual(Buffer.from(given), Buffer.from(signature(orderId))) ? orderId : null
    },
  }
}
