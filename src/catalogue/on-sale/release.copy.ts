import type { WhyNotAdd } from '../wines/catalogue.rules.ts'
import { releasesCopy } from './releases.copy.ts'

/** What the current release says. Quoted sentences of the specification stand verbatim. */
export const releaseCopy = {
  banner: 'INAUGURAL RELEASE FALL 2024',
  specSheet: 'SPEC SHEET',
  noSheet: 'No hay PDF disponible',
  requestToAcquire: 'Request To Acquire',
  requested: "Thank you for your interest in our wines! We'll be in touch soon.",
  onSaleNow: 'You can buy this wine now.',
  closedTitle: 'Closed inaugural releases',
  closed: 'This release is closed.',
  soldOut: 'Sold out',
  comingSoon: 'Coming this fall 2024. Stay tuned!',
  beforeYouBuy: 'Before you check out',
  taxNote: (percent: number) =>
    `California sales tax (${percent}%) is added to every order, wherever you live.`,
  secretTitle: 'The word?',
  secretLabel: 'Answer',
  secretSend: 'Enter',
  previewTitle: 'A first look',
} as const

/** What is said when a cart can't have a wine, or as much of it. */
export const whyNotAddSentence = {
  announced: releaseCopy.comingSoon,
  closed: releaseCopy.closed,
  'sold-out': 'This release is sold out.',
  'few-left': 'There are fewer left than you chose. Please lower the quantity.',
  'before-release': releasesCopy.notOpen,
  paused: releasesCopy.paused,
  'no-allocation': `${releasesCopy.byAllocation}.`,
  'allocation-used': releasesCopy.thatIsAll,
} as const satisfies Record<WhyNotAdd, string>
