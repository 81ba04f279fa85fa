import { clubName } from '#platform/club/club.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'

import type { RequestKind, RequestState } from './request.rules.ts'

type KindWords = {
  title: (wine: string | null) => string
  /** In place of what all kinds say of a state: “bought” is said of wine alone. */
  states?: Partial<Record<RequestState, string>>
}

const bought = { taken: 'Granted, and bought. Thank you.' }

const kinds: Record<RequestKind, KindWords> = {
  wine: { title: (wine) => wine ?? 'The next vintage', states: bought },
  more: { title: (wine) => `More of ${wine ?? 'the next vintage'}`, states: bought },
  club: {
    title: () => clubName,
    states: { waiting: 'You keep your place in line for the club.' },
  },
  subscription: { title: () => 'Your subscription' },
  other: { title: () => 'Another request', states: { taken: 'Answered.' } },
}

/** What customers read about their requests. */
export const requestsCopy = {
  title: 'Your requests',
  intro: 'What you asked us for, and where it stands.',
  none: 'No requests yet.',
  shop: 'See the current release',
  kinds,
  states: {
    open: 'We have received it and will answer.',
    granted: 'Granted.',
    declined: 'We could not grant it.',
    waiting: 'You are in line for a later vintage.',
    taken: 'Done.',
    lapsed: 'Ended.',
    withdrawn: 'You withdrew it.',
  } satisfies Record<RequestState, string>,
  asked: (day: string) => `Asked on ${day}`,
  wish: (units: number) => `You asked for ${plural(units, 'case')}.`,
  position: (place: number, of: number) =>
    of === 1
      ? 'You are first in line.'
      : `You are ${ordinal(place)} of ${of.toLocaleString('en-US')} in line.`,
  granted: (units: number, until: string) =>
    `${plural(units, 'case')} kept for you until ${until}.`,
  over: (until: string) => `It was kept for you until ${until}.`,
  buy: 'Buy your wine',
  change: 'Change',
  cases: 'Cases',
  text: 'A note to us (optional)',
  keeps:
    'Asking for fewer cases keeps your place; asking for more moves you to the end of the line.',
  save: 'Save',
  withdraw: 'Withdraw',
  withdrawNamed: (what: string) => `Withdraw: ${what}`,
  withdrawHint: 'If you withdraw it, you lose your place in line.',
  askFirst: 'Ask us',
  askAlso: 'Anything else?',
  askIntro: 'A pickup, a gift, an older vintage: tell us.',
  askText: 'What you would like',
  askHint: (most: number) => `Up to ${most} letters.`,
  askSend: 'Send',
  words: 'What you would like',
  stay: 'Stay in line for the next vintage',
} as const

/** `1st`, `2nd`, `11th`, `43rd` */
function ordinal(count: number): string {
  const ending = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(count)
  const endings = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
  return `${count.toLocaleString('en-US')}${endings[ending]}`
}
