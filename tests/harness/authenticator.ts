import type { KeyObject } from 'node:crypto'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { isoCBOR } from '@simplewebauthn/server/helpers'

type Where = { origin?: string; challenge?: string; isVerified?: boolean }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encoded = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** Flags of the authenticator data: user present, user verified, attested credential data included. */
const [present, verified, attested] = [0x01, 0x04, 0x40]

/** A software authenticator with passkeys of its own (ES256, no attestation). */
export function authenticator(origin = 'http://localhost:3000') {
  const keys = new Map<string, { key: KeyObject; userHandle: string }>()
  const rpHash = sha256(new URL(origin).hostname)

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  const flagsOf = (isVerified = true, more = 0) =>
    Buffer.from([present | (isVerified ? verified : 0) | more])

  return {
    /** The result of `navigator.credentials.create`, as JSON. */
    make(options: object, where: Where = {}): string {
      const { challenge, user } = options as { challenge: string; user: { id: string } }
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      keys.set(encoded(id), { key: privateKey, userHandle: user.id })
      const { x, y } = publicKey.export({ format: 'jwk' })
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ])
      const size = Buffer.alloc(2)
      size.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        rpHash,
        flagsOf(where.isVerified, attested),
        Buffer.alloc(4 + 16),
        size,
        id,
        isoCBOR.encode(cose),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return JSON.stringify({
        id: encoded(id),
        rawId: encoded(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(
            clientData('webauthn.create', where.challenge ?? challenge, where.origin),
          ),
          attestationObject: encoded(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      })
    },

    /** The result of `navigator.credentials.get` with the newest passkey, as JSON. */
    use(options: object, where: Where & { userHandle?: string } = {}): string {
      const { challenge } = options as { challenge: string }
      const [id, { key, userHandle }] = [...keys].at(-1)!
      const authData = Buffer.concat([rpHash, flagsOf(where.isVerified), Buffer.alloc(4)])
      const data = clientData('webauthn.get', where.challenge ?? challenge, where.origin)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), key)
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(data),
          authenticatorData: encoded(authData),
          signature: encoded(signature),
          userHandle: where.userHandle ?? userHandle,
        },
      })
    },
  }
}
