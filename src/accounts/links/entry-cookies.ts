import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import type { Site } from '#platform/http/context.ts'
import { jsonCookie } from '#platform/http/cookies.server.ts'

import type { HeldLink } from './entry-link.rules.ts'

const token = z.string().regex(/^[\w-]{43}$/)

/** The secret of the link that was opened last. */
export const entryCookie = jsonCookie('entry', token)

const browserCookie = jsonCookie('browser', token)

/** The link that this browser holds, or null. */
export function heldLinkOf(request: Request, site: Site): HeldLink | null {
  const secret = entryCookie.read(request, site)
  const browser = browserCookie.read(request, site)
  return secret && browser ? { secret, browser } : null
}

/** Cookies for a browser that opens a link: the link's, and its own id, renewed. */
export function cookiesOfLink(request: Request, site: Site, secret: string): string[] {
  const browser = browserCookie.read(request, site) ?? randomBytes(32).toString('base64url')
  return [entryCookie.write(secret, site), browserCookie.write(browser, site)]
}

/** Removes both: after logging out, links that were used in this browser open nothing here. */
export const cookiesWithoutLink = (site: Site): string[] => [
  entryCookie.clear(site),
  browserCookie.clear(site),
]
