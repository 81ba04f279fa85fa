import { createHash } from 'node:crypto'

import type { Attempt } from '#mail/attempts.store.server.ts'
import { countAttempts } from '#mail/attempts.store.server.ts'
import type { CountedLimit } from '#platform/action/customer-action.server.ts'
import type { Services } from '#platform/services/services.ts'
import { networksOf } from '#platform/text/network-address.rules.ts'

import type { CaptchaPlace } from '../captcha/captcha.rules.ts'
import type { IdentityLimit, Limit } from './identity-limits.rules.ts'
import { identityLimits, wideNetworkFactor } from './identity-limits.rules.ts'

/** The client's address as the server determined it, never a header that the client sent. */
export const clientAddressOf = (headers: Headers): string =>
  headers.get('x-kohue-address') ?? 'unknown'

const limitKey = (name: string, subject: string): string =>
  `${name}:${createHash('sha256').update(subject).digest('base64url')}`

/** One attempt under a limit per account. Only a hash of the subject is stored. */
export const accountAttempt = (limit: IdentityLimit, subject: string): Attempt => ({
  key: limitKey(limit, subject),
  ...identityLimits[limit],
})

/**
 * One attempt under a limit per network: it counts for the IPv4 address, or for the /64 of an IPv6
 * address and, with a higher maximum, for its /48.
 */
export const networkAttempts = (name: string, limit: Limit, address: string): Attempt[] =>
  networksOf(address).map((network, index) => ({
    key: limitKey(name, network),
    minutes: limit.minutes,
    max: index === 0 ? limit.max : limit.max * wideNetworkFactor,
  }))

/** The same for a limit of the identity service and the address of a request. */
export const requestAttempts = (limit: IdentityLimit, headers: Headers): Attempt[] =>
  networkAttempts(limit, identityLimits[limit], clientAddressOf(headers))

/** Counts one attempt under each limit. False once one of them is exceeded. */
export const withinLimits = (
  { db }: Pick<Services, 'db'>,
  attempts: readonly Attempt[],
): Promise<boolean> => countAttempts(db, attempts)

/** Counts an attempt to use a link, per network. False beyond the limit, which is logged. */
export async function mayTryLink(
  services: Pick<Services, 'db' | 'log'>,
  headers: Headers,
): Promise<boolean> {
  const limit = 'link-source'
  if (await withinLimits(services, requestAttempts(limit, headers))) return true
  services.log.warn({ limit }, 'link refused: rate limit')
  return false
}

/** The same as the limit of what visitors do with a link, which says this beyond it. */
export const linkLimit = (sentence: string): CountedLimit => ({
  counts: 'link-source',
  isWithin: ({ services, headers }) => mayTryLink(services, headers),
  sentence,
})

/** True where this place requires no captcha, or it was solved. */
export async function passedCaptcha(
  { captcha, settings }: Pick<Services, 'captcha' | 'settings'>,
  place: CaptchaPlace,
  response: string | undefined,
  address: string,
): Promise<boolean> {
  if (!captcha || !settings.identity.captchaFor.includes(place)) return true
  return captcha.isHuman(response ?? '', address)
}

/** Whether one more report of a browser-side failure is logged from this network. */
export const limitReport = (services: Services, headers: Headers): Promise<boolean> =>
  withinLimits(services, requestAttempts('report-source', headers))
