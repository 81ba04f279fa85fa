import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs and verifies the tokens in links of mailing-list emails. */
export type MailingListTokens = {
  /** For leaving the list, in an email to this address: does not expire, and can be used again and again. */
  sign(id: string, sentTo?: string): string
  /** The id of the list record, or of an account without one; null when the token is forged. */
  read(token: string): string | null
  /** Whether a token for leaving was sent to this address: those who read the mail of an earlier one are not told it. */
  isSentTo(token: string, email: string): boolean
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
  const [list, data] = [signed('unsubscribe'), signed('personal-data')]
  const addressPart = (id: string, email: string) =>
    signature(`unsubscribe-from:${id}:${email}`).slice(0, 11)
  return {
    sign: (id, sentTo) =>
      sentTo === undefined ? list.sign(id) : `${list.sign(id)}.${addressPart(id, sentTo)}`,
    // Whom it was sent to only decides what is shown: it leaves the list without that, too.
    read: (token) => list.read(token.replace(/^([^.]*\.[^.]*)\.[\w-]{0,11}$/, '$1')),
    isSentTo(token, email) {
      const [id = '', , given = ''] = token.split('.')
      const is = /^[\w-]{11}$/.test(given)
      return is && timingSafeEqual(Buffer.from(given), Buffer.from(addressPart(id, email)))
    },
    signData: data.sign,
    readData: data.read,
  }
}
