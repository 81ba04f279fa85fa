import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
} from 'node:crypto'

import { Secret, TOTP } from 'otpauth'

import { secondFactor as rules } from './second-factor.rules.ts'
import type { SecondFactor } from './second-factor.ts'

/** Without letters and digits that look alike. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Codes by RFC 6238 (SHA-1, six digits, as every app reads them); secrets sealed by AES-256-GCM. */
export function totpSecondFactor(dataSecret: string): SecondFactor {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', dataSecret, '', `kohue second factor: ${purpose}`, 32))
  const sealing = keyFor('secrets')
  const hashing = keyFor('recovery codes')

  const totpOf = (secret: string) =>
    new TOTP({
      secret: Secret.fromBase32(secret),
      period: rules.period,
      digits: 6,
      algorithm: 'SHA1',
    })

  function seal(secret: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce)
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  return {
    newSecret() {
      const secret = new Secret({ size: 20 }).base32
      return { secret, sealed: seal(secret) }
    },

    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const cipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12))
        cipher.setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },

    addressFor: (secret, account) => {
      const totp = totpOf(secret)
      totp.issuer = 'Kohue'
      totp.label = account
      return totp.toString()
    },

    async pictureOf(address) {
      const { default: bwip } = await import('bwip-js/node')
      const svg = bwip.toSVG({
        bcid: 'qrcode',
        text: address,
        scale: 4,
        padding: 4,
        backgroundcolor: 'FFFFFF',
      })
      return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    },

    stepOf(secret, code, at) {
      const timestamp = at.getTime()
      const delta = totpOf(secret).validate({ token: code, timestamp, window: rules.driftWindow })
      if (delta === null) return null
      const step = Math.floor(timestamp / 1000 / rules.period) + delta
      return { step, offSeconds: delta * rules.period }
    },

    newRecoveryCodes: () =>
      Array.from({ length: rules.recoveryCodes }, () =>
        Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join(''),
      ),

    hashOfRecoveryCode: (userId, code) =>
      createHmac('sha256', hashing).update(`${userId}:${code}`).digest('base64url'),
  }
}
