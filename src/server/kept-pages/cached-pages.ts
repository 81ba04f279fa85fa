import type { AgeGate } from '#domain/age-gate.ts'
import { ageCookie, ageGateOf, refusedCookie } from '#domain/age-gate.ts'
import { paths } from '#web/paths.ts'

/** How old a page may be when it is sent, in milliseconds. */
const words = 10 * 60_000
const catalogue = 2_000
/** The form says when it was shown, against robots: that may be this much off. */
const form = 1_000

/**
 * The pages that are the same for every visitor, and how old a copy may be: those of mere words
 * change with a deployment, those that show the catalogue may change with a sale in any process.
 * A page that turns out to be personal (cookie, nonce, other status) is never kept, listed or not.
 */
export const cachedPages: Readonly<Record<string, number>> = {
  [paths.home()]: catalogue,
  [paths.about()]: words,
  [paths.ourWines()]: catalogue,
  [paths.terms()]: words,
  [paths.privacy()]: words,
  [paths.join()]: words,
  [paths.mailingList()]: form,
  [paths.mailingListJoined()]: words,
  [paths.acquire()]: words,
  [paths.login()]: words,
  [paths.register()]: words,
  [paths.offering()]: catalogue,
  [paths.singleBottle()]: catalogue,
  [paths.offerThanks()]: words,
  [paths.stayTuned()]: words,
  [paths.interestThanks()]: words,
  [paths.clubThanks()]: words,
  [paths.test()]: words,
}

/** What links from letters and advertisements carry along; no page of ours reads them. */
const isIgnoredParameter = (name: string) =>
  name.startsWith('utm_') || /^(?:gclid|dclid|fbclid|msclkid|mc_cid|mc_eid)$/.test(name)

/** The path of an address that a kept page may answer, or null when its query asks for more. */
export function cacheablePath(url: string): string | null {
  const at = url.indexOf('?')
  if (at < 0) return url
  for (const name of new URLSearchParams(url.slice(at)).keys()) {
    if (!isIgnoredParameter(name)) return null
  }
  return url.slice(0, at)
}

/**
 * The gate that this visitor's cookies lead to, or null when there is a cookie besides those of the
 * age gate: whoever has a session is answered by the router.
 */
export function visitorGate(cookieHeader: string | undefined): AgeGate | null {
  if (!cookieHeader) return 'ask'
  const cookies: Record<string, string> = {}
  for (const part of cookieHeader.split(';')) {
    const [name = '', value = ''] = part.trim().split('=', 2)
    if (name === '') continue
    if (name !== ageCookie.name && name !== refusedCookie.name) return null
    cookies[name] ??= value
  }
  return ageGateOf(cookies)
}

/** The cookies of a visitor before whom the gate stands like this. */
export const cookieOf = {
  ask: '',
  open: `${ageCookie.name}=${ageCookie.value}`,
  refused: `${refusedCookie.name}=${refusedCookie.value}`,
} as const satisfies Record<AgeGate, string>
