import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs and verifies the tokens in links of mailing-list emails. */
export type MailingListTokens = {
  /** For leaving the list: does not expire, and can be used again and again. */
  sign(id: string): string
  /** The id of the list record, or of an account without one; null when the token is forged. */
  read(token: string): string | null
  /** For requesting the data of a subscriber; not valid for leaving. */
  signData(subscriberId: string): string
  readData(token: string): string | null
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const tokenShape = new RegExp(`^(${uuid})\\.([\\w-]{22})$`)

/** HMAC-SHA-256, shortened to 128 bits; the purpose is part of what is signed. */
export function mailingListTokens(secret: string): MailingListTokens {
  const signature = (text: string) =>
    createHmac('sha256', secret).update(text).digest().subarray(0, 16).toString('base64url')
  const isSigned = (text: string, given: string) =>
    // Compared as text: decoding would ignore the spare bits of the last character.
    timingSafeEqual(Buffer.from(given), Buffer.from(signature(text)))
  const signed = (purpose: string) => ({
    sign: (id: string) => `${id}.${signature(`${purpose}:${id}`)}`,
    read(token: string) {
      const [, id, given] = tokenShape.exec(token) ?? []
      return id && given && isSigned(`${purpose}:${id}`, given) ? id : null
    },
  })
  const data = signed('personal-data')
  return { ...signed('unsubscribe'), signData: data.sign, readData: data.read }
}
