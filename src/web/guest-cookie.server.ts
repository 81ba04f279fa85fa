import { randomUUID } from 'node:crypto'

import { guestCookie, guestTokenIn } from '#domain/offers/guest-token.ts'

import type { Site } from './context.ts'

/** The guest's token, and the `Set-Cookie` value that gives it to a browser which has none yet. */
export function guestOf(
  request: Request,
  site: Pick<Site, 'publicUrl'>,
): { token: string; setCookie: string | null } {
  const known = guestTokenIn(request.headers.get('cookie') ?? undefined)
  if (known) return { token: known, setCookie: null }
  const token = randomUUID()
  const isSecure = site.publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${guestCookie.name}` : guestCookie.name
  const setCookie =
    `${name}=${token}; Max-Age=${guestCookie.minutes * 60}; Path=/; HttpOnly; SameSite=Lax` +
    (isSecure ? '; Secure' : '')
  return { token, setCookie }
}
