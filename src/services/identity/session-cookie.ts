import { createHmac, timingSafeEqual } from 'node:crypto'

/** With the prefix `__Host-` under HTTPS, so that no other host or path can set it. */
export const cookieNameFor = (name: string, secure: boolean): string =>
  secure ? `__Host-${name}` : name

/** A cookie's value in a request, still encoded, or null. */
export function cookieValue(headers: Headers, name: string): string | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null
  }
  return null
}

/** The value of a signed cookie (`value.signature`, as the library writes it), or null if forged. */
export function unsigned(encoded: string, secret: string): string | null {
  const signed = decoded(encoded)
  const at = signed.lastIndexOf('.')
  if (at < 1) return null
  const given = Buffer.from(signed.slice(at + 1))
  const expected = Buffer.from(signatureOf(signed.slice(0, at), secret))
  const same = given.length === expected.length && timingSafeEqual(given, expected)
  return same ? signed.slice(0, at) : null
}

const signatureOf = (value: string, secret: string) =>
  createHmac('sha256', secret).update(value).digest('base64')

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
