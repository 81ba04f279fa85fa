import type { JsonWebKey, KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type SigningKey = {
  /** The public key as a JWK. */
  jwk: JsonWebKey & { kid: string; use: string; alg: string }
  /** A compact JWS over the claims. */
  signed(claims: object): string
}

/** The key that signs ID tokens, created once and stored in the data folder. */
export const signingKey = (dataDir: string): SigningKey => signingWith(keyIn(dataDir))

/** Another key with the same key id, for forged ID tokens. */
export const passingKey = (): SigningKey => signingWith(newKey())

function signingWith(privateKey: KeyObject): SigningKey {
  const kid = 'kohue-google-fake'
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    jwk: { ...jwk, kid, use: 'sig', alg: 'RS256' },
    signed(claims) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const body = `${part({ alg: 'RS256', kid, typ: 'JWT' })}.${part(claims)}`
      return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`
    },
  }
}

const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

function keyIn(dataDir: string): KeyObject {
  const file = join(dataDir, 'google-key.pem')
  if (existsSync(file)) return createPrivateKey(readFileSync(file))
  const privateKey = newKey()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return privateKey
}
