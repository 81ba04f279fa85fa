import type { z } from 'zod'

import type { Site } from './context.ts'

const isSecure = (site: Site) => site.publicUrl.startsWith('https:')

type ShortCookie<Value> = {
  /** The `Set-Cookie` value that keeps this in the browser. */
  write(value: Value, site: Site): string
  /** What the browser keeps, or null. */
  read(request: Request, site: Site): Value | null
  /** The `Set-Cookie` value that forgets it. */
  clear(site: Site): string
}

/**
 * Something small that the browser keeps for a few minutes between two pages: out of reach of
 * scripts, and under HTTPS of other hosts too.
 */
export function shortCookie<Value>(
  name: string,
  minutes: number,
  schema: z.ZodType<Value>,
): ShortCookie<Value> {
  const fullName = (site: Site) => (isSecure(site) ? `__Host-${name}` : name)
  const cookie = (site: Site, value: string, seconds: number) =>
    `${fullName(site)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax` +
    (isSecure(site) ? '; Secure' : '')

  return {
    write: (value, site) => cookie(site, encodeURIComponent(JSON.stringify(value)), minutes * 60),
    clear: (site) => cookie(site, '', 0),
    read(request, site) {
      const wanted = `${fullName(site)}=`
      const parts = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim())
      const found = parts.find((part) => part.startsWith(wanted))?.slice(wanted.length)
      if (!found) return null
      try {
        return schema.parse(JSON.parse(decodeURIComponent(found)))
      } catch {
        return null
      }
    },
  }
}
