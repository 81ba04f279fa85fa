import { shopDates } from '#platform/text/dates.rules.ts'

import type { Product } from '../wines/catalogue.rules.ts'
import { whyNotAdd } from '../wines/catalogue.rules.ts'
import type { OwnAllocation, WineRelease } from './wine-release.rules.ts'
import { buyableFrom, whyNotInRelease } from './wine-release.rules.ts'

const cases = (count: number) => `${count} ${count === 1 ? 'case' : 'cases'}`

/** What a release says to customers, beside its own texts. */
export const releasesCopy = {
  thisRelease: 'This release',
  byAllocation: 'This release is offered by allocation',
  noneForYou: 'Nothing is set aside for you right now, but you can ask us for it.',
  thatIsAll: 'You have reached your allocation.',
  paused: 'This release is paused. Please come back a little later.',
  notOpen: 'This release has not opened for you yet.',
  ended: 'This release is closed.',
  soldOut: 'Sold out',
  yourAllocation: 'Your allocation',
  whileThereIsWine: 'while it lasts',
  more: 'Ask for more than your allocation',
  moreCases: 'Additional cases',
  moreHint: 'We will answer by email. No wine is set aside until then.',
  moreSend: 'Ask',
  moreAsked: (count: number) => `You asked for ${cases(count)} more. We will answer by email.`,
  moreFollow: 'See your request',
  moreThanks: 'Thank you, we have your request and will answer by email.',
  moreNotTaken: 'We are not taking requests for more of this wine right now.',
  rehearsal: 'Rehearsal: only staff can buy before the release opens.',
} as const

/**
 * `4 cases, 1 bought, 3 left, kept for you until Fri, March 12, 5:00 PM PST`; what is left is named
 * where it is not the whole, and of a wine that is sold out nothing is, whatever was allocated.
 */
export function allocationSentence(
  own: OwnAllocation,
  { promise }: Pick<WineRelease, 'promise'>,
  timeZone: string,
  isSoldOut = false,
): string {
  const keptUntil = own.keptUntil && shopDates(timeZone).weekdayMoment(new Date(own.keptUntil))
  const isOpen = own.left > 0 && !isSoldOut
  return [
    cases(own.units),
    ...(own.bought > 0 ? [`${own.bought} bought`] : []),
    ...(isSoldOut || own.left === own.units ? [] : [`${own.left} left`]),
    ...(isOpen && keptUntil ? [`kept for you until ${keptUntil}`] : []),
    ...(isOpen && promise === 'cap' ? [releasesCopy.whileThereIsWine] : []),
  ].join(', ')
}

/** `Opens Fri, March 5, 9:00 AM PST.`, the hour of the buyer's own wave. */
export const opensSentence = (release: WineRelease, timeZone: string): string =>
  `${release.own ? 'Opens for you' : 'Opens'} ${shopDates(timeZone).weekdayMoment(new Date(buyableFrom(release)))}.`

/** Until when a release is open, when it opens, or that it is paused; as the public reads it. */
export function hoursSentence(release: WineRelease, timeZone: string): string {
  if (release.phase === 'paused') return releasesCopy.paused
  if (release.phase === 'before') return opensSentence(release, timeZone)
  return `Open until ${shopDates(timeZone).weekdayMoment(new Date(release.closesAt))}.`
}

/** Why a release does not sell to this buyer, in its own words where it has some. */
export function stopSentence(release: WineRelease, timeZone: string): string | null {
  const why = whyNotInRelease(release)
  if (why === null) return null
  if (why === 'paused') return release.pauseReason || releasesCopy.paused
  if (why === 'before-release')
    return [release.announcement, opensSentence(release, timeZone)].filter(Boolean).join(' ')
  if (why === 'no-allocation') return `${releasesCopy.byAllocation}. ${releasesCopy.noneForYou}`
  return why === 'closed' ? releasesCopy.ended : releasesCopy.thatIsAll
}

/** What Add to cart answers for a wine of a release, or null where the release sells it. */
export const refusalInRelease = (product: Product, timeZone: string): string | null =>
  product.release && whyNotAdd(product) !== null ? stopSentence(product.release, timeZone) : null
