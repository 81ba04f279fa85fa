import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs and verifies the tokens in links of mailing-list emails. */
export type MailingListTokens = {
  /** For leaving the list: does not expire, and can be used again and again. */
  sign(id: string): string
  /** Whose link it is (of a list record, or of an account without one); null when it is forged. */
  read(token: string): string | null
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const unsubscribeShape = new RegExp(`^(${uuid})\\.([\\w-]{22})$`)

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
  }
}
