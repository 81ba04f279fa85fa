import { createHmac, createSecretKey } from 'node:crypto'

import { normalisedEmail } from '#domain/email-address.ts'
import { networkOf } from '#domain/network-address.ts'

/** Hashes keyed by DATA_SECRET: they recognise a person again and can't be turned back into one. */
export type KeyedHashes = {
  ofEmail(email: string): string
  /** Of the network that an address belongs to, see `networkOf`. */
  ofNetwork(address: string): string
  /** Differs for another key: a shop opened with a changed key would recognise nobody. */
  ofKey(): string
}

/** HMAC-SHA-256; the purpose is part of what is hashed. */
export function keyedHashes(secret: string): KeyedHashes {
  // Of a key that is made once a hash costs a third less, and an audience needs one for each address.
  const key = createSecretKey(secret, 'utf8')
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    ofEmail: (email) => hash(`email:${normalisedEmail(email)}`),
    ofNetwork: (address) => hash(`network:${networkOf(address)}`),
    ofKey: () => hash('key'),
  }
}
