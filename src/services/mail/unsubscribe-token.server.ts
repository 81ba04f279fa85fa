import { createHmac, timingSafeEqual } from 'node:crypto'

/** Makes and reads the word in the link that takes somebody off the mailing list. */
export type UnsubscribeTokens = {
  sign(clientId: string): string
  /** Whose link it is, or null when it isn't one of ours. */
  read(token: string): string | null
}

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{22})$/

/**
 * Tokens without end, as the mail that carries them: the client's id, which tells nobody anything,
 * and a signature. They do one thing only and can be used again and again.
 */
export function unsubscribeTokens(secret: string): UnsubscribeTokens {
  const signature = (clientId: string) =>
    createHmac('sha256', secret).update(`unsubscribe:${clientId}`).digest().subarray(0, 16)
  return {
    sign: (clientId) => `${clientId}.${signature(clientId).toString('base64url')}`,
    read(token) {
      const [, clientId, given] = shape.exec(token) ?? []
      if (!clientId || !given) return null
      return timingSafeEqual(Buffer.from(given, 'base64url'), signature(clientId)) ? clientId : null
    },
  }
}
