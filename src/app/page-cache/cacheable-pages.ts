import type { AgeGate } from '#platform/http/age-gate.rules.ts'
import { ageCookie, ageGateOf, refusedCookie } from '#platform/http/age-gate.rules.ts'
import type { CookieKind } from '#platform/http/cookies.rules.ts'
import { cookies as ownCookies } from '#platform/http/cookies.rules.ts'
import type { CacheLifetime } from '#platform/http/handle.ts'

import type { PageFacts } from '../page-facts.ts'

/** Maximum age of a cached page when it is sent, in milliseconds. */
const lifetimes = {
  /** Of what only a deployment changes, such as the legal texts. */
  text: 10 * 60_000,
  catalogue: 2_000,
  /** A switch of staff takes effect in every process within two seconds. */
  switched: 2_000,
  /** The form contains the time it was shown, against robots, which may be off by this much. */
  form: 1_000,
} as const satisfies Record<CacheLifetime, number>

/** The paths that the page cache may hold, with their lifetimes. */
export const cacheablePages = (pages: readonly PageFacts[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    pages.flatMap(({ path, cached }) => (cached ? [[path, lifetimes[cached]]] : [])),
  )

/** Campaign parameters of emails and advertisements, which no page of ours reads. */
const isIgnoredParameter = (name: string) =>
  name.startsWith('utm_') || /^(?:gclid|dclid|fbclid|msclkid|mc_cid|mc_eid)$/.test(name)

/** The path whose cached page may be sent for this URL; null when it has a query that pages read. */
export function cacheablePath(url: string): string | null {
  const at = url.indexOf('?')
  if (at < 0) return url
  for (const name of new URLSearchParams(url.slice(at)).keys()) {
    if (!isIgnoredParameter(name)) return null
  }
  return url.slice(0, at)
}

/** Names of the shop's cookies; over HTTPS they have the prefix `__Host-`. */
const ownCookie = /^(?:__Host-)?kohue\./

/** The shop's cookies that no cached page reads. Without a new kind here, its requests are not cached. */
const unreadKinds = [
  'link',
  'entry',
  'browser',
  'data',
  'guest',
  'google',
  'passkey',
  'line',
] as const satisfies readonly CookieKind[]

const unread: ReadonlySet<string> = new Set(
  unreadKinds.flatMap((kind) => [ownCookies[kind].name, `__Host-${ownCookies[kind].name}`]),
)

/**
 * The state of the age gate by the cookies of a request; null when a page may depend on one of them, such
 * as that of a login session. Cookies of others, such as a consent banner on the brand's domain, change no
 * page.
 */
export function ageGateOfCookie(cookieHeader: string | undefined): AgeGate | null {
  if (!cookieHeader) return 'ask'
  const cookies: Record<string, string> = {}
  for (const part of cookieHeader.split(';')) {
    const [name = '', value = ''] = part.trim().split('=', 2)
    if (name === '') continue
    if (ownCookie.test(name) && !unread.has(name)) return null
    if (name === ageCookie.name || name === refusedCookie.name) cookies[name] ??= value
  }
  return ageGateOf(cookies)
}

/** The cookies of each state of the age gate. */
export const ageCookieOf = {
  ask: '',
  open: `${ageCookie.name}=${ageCookie.value}`,
  refused: `${refusedCookie.name}=${refusedCookie.value}`,
} as const satisfies Record<AgeGate, string>
