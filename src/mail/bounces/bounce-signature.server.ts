import { createHmac, timingSafeEqual } from 'node:crypto'

/** Verifies the signature of a bounce notification, which must be recent. */
export type BounceSignature = { isValid(body: Buffer, signature: string, now: Date): boolean }

/** Tolerated clock difference, in seconds; an older request is a replay. */
const toleranceSeconds = 300

/** `t=<seconds>,v1=<hex>`: HMAC-SHA-256 of `<seconds>.<body>` by BOUNCE_SECRET. */
export const bounceSignature = (secret: string): BounceSignature => ({
  isValid(body, signature, now) {
    const [, seconds, given] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(signature) ?? []
    if (!seconds || !given) return false
    if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false
    const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
    return timingSafeEqual(Buffer.from(given, 'hex'), expected)
  },
})
