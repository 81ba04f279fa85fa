import { randomBytes } from 'node:crypto'

import { parseCookie, stringifySetCookie } from 'cookie'
import type { z } from 'zod'

import type { Site } from './context.ts'
import type { CookieKind } from './cookies.rules.ts'
import { cookieName, cookieOf, cookies } from './cookies.rules.ts'
import { guestTokenOf } from './guest-token.rules.ts'

type Address = Pick<Site, 'publicUrl'>

const read = (kind: CookieKind, request: Request, site: Address): string | undefined =>
  parseCookie(request.headers.get('cookie') ?? '')[cookieName(cookies[kind].name, site)]

const write = (kind: CookieKind, value: string, site: Address): string =>
  stringifySetCookie(cookieOf(kind, value, site))

/** A value that the browser keeps between two pages, as JSON. */
export const jsonCookie = <Value, Input = Value>(
  kind: CookieKind,
  schema: z.ZodType<Value, Input>,
) => ({
  /** The `Set-Cookie` value that keeps it. */
  write: (value: Input, site: Address): string => write(kind, JSON.stringify(value), site),
  /** The `Set-Cookie` value that deletes it. */
  clear: (site: Address): string => write(kind, '', site),
  read(request: Request, site: Address): Value | null {
    const found = read(kind, request, site)
    if (!found) return null
    try {
      return schema.parse(JSON.parse(found))
    } catch {
      return null
    }
  },
})

/** The guest's token, and the `Set-Cookie` value that gives it to a browser which has none yet. */
export function guestOf(
  request: Request,
  site: Address,
): { token: string; setCookie: string | null } {
  const known = guestTokenOf(read('guest', request, site))
  if (known) return { token: known, setCookie: null }
  const token = randomBytes(32).toString('base64url')
  return { token, setCookie: write('guest', token, site) }
}
