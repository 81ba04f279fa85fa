import { createHmac, timingSafeEqual } from 'node:crypto'

import { parseCookie } from 'cookie'

/**
 * The value of a signed cookie in a request, or null if there is none or it is forged. Signed by the
 * identity library as `value.signature` with padded base64, which `unsign` of @fastify/cookie does
 * not read.
 */
export function signedCookieValue(headers: Headers, name: string, secret: string): string | null {
  const signed = parseCookie(headers.get('cookie') ?? '')[name] ?? ''
  const at = signed.lastIndexOf('.')
  if (at < 1) return null
  const value = signed.slice(0, at)
  const given = Buffer.from(signed.slice(at + 1))
  const expected = createHmac('sha256', secret).update(value).digest('base64')
  const same = given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
  return same ? value : null
}
