import { createHmac, createSecretKey } from 'node:crypto'

import { normalisedEmail } from '../text/email-address.rules.ts'
import { networkOf } from '../text/network-address.rules.ts'

/** Hashes keyed by DATA_SECRET, by which erased persons are recognised. */
export type KeyedHashes = {
  ofEmail(email: string): string
  /** Of the network that an address belongs to, see `networkOf`. */
  ofNetwork(address: string): string
  /** Identifies the key: with a changed key no person would be recognised. */
  ofKey(): string
}

/** HMAC-SHA-256; the purpose is part of what is hashed. */
export function keyedHashes(secret: string): KeyedHashes {
  // A prepared key makes hashing a third faster; an audience needs one hash per address.
  const key = createSecretKey(secret, 'utf8')
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    ofEmail: (email) => hash(`email:${normalisedEmail(email)}`),
    ofNetwork: (address) => hash(`network:${networkOf(address)}`),
    ofKey: () => hash('key'),
  }
}
