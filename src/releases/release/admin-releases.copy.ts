import type { CampaignState } from '#campaigns/campaign/campaign.rules.ts'
import { atMost } from '#catalogue/destinations/lengths.copy.ts'
import type { ReleaseProblem } from '#catalogue/on-sale/release-form.rules.ts'
import {
  maxDaysAhead,
  maxWaveName,
  maxWaves,
  releaseTexts,
} from '#catalogue/on-sale/release-form.rules.ts'
import { hoursFixedMinutes } from '#catalogue/on-sale/release.rules.ts'
import type { Phase } from '#catalogue/on-sale/release.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'

import type { CheckId } from '../check/release-check.rules.ts'
import { releasesParts } from '../parts.rules.ts'

/** The list of releases and the parts of their pages. */
export const adminReleasesCopy = {
  title: releasesParts.releases.title,
  one: 'release',
  many: 'releases',
  search: 'Name',
  none: 'You have no releases yet. The shop sells the wines it came with.',
  noneFound: 'No release matches.',
  add: 'New release',
  all: 'All releases',
  name: 'Name',
  season: 'Season',
  state: 'State',
  opens: 'Opens',
  closes: 'Closes',
  wines: 'Wines',
  sold: 'Sold',
  promised: 'Promised',
  free: 'Free',
  anyState: 'Any',
  /** By the value of the filter in the address. */
  states: {
    draft: 'Draft',
    scheduled: 'Scheduled',
    open: 'Open',
    paused: 'Paused',
    ended: 'Ended',
  },
  phases: {
    draft: 'Draft',
    before: 'Scheduled',
    open: 'Open',
    paused: 'Paused',
    closed: 'Ended',
  } satisfies Record<Phase, string>,
  seasons: { spring: 'Spring', fall: 'Fall' },
} as const

export const releaseTabs = {
  texts: 'Texts',
  wines: 'Wines',
  waves: 'Waves',
  allocations: 'Allocations',
  preview: 'Preview',
  check: 'Check',
  live: 'Live',
} as const
export type ReleaseTab = keyof typeof releaseTabs

const problems = {
  required: 'Please fill this in',
  'too-long': 'This is too long',
  'not-offered': 'Please choose one of these',
  'not-a-year': 'A year from 2000 to 2099, please',
  'not-a-day': 'A day, please',
  'too-far-ahead': `At most ${maxDaysAhead} days ahead, please`,
  'closing-before-opening': 'It has to close after it opens',
  'closing-is-an-end':
    'This would end the release within the hour, which needs a second person: end it under Check',
  'closing-before-last-wave': 'It has to close after its last wave has opened',
  'promise-after-closing': 'A promise ends when the release closes, or before',
  'promise-before-last-wave': 'A promise ends after the last wave has opened',
  'wave-before-opening': 'A wave opens with the release, or after',
  'no-wave': 'A release has at least one wave',
  'too-many-waves': `A release has at most ${maxWaves} waves`,
  'same-name': 'Another wave has this name',
  'shipping-until-before-from': 'The last day comes after the first',
  'not-an-hour': 'A date and an hour, please',
  skipped: 'The clocks skip this hour that night: please choose another',
} as const satisfies Record<ReleaseProblem, string>

/** The pages of one release. */
export const releaseFormCopy = {
  newTitle: 'New release',
  save: 'Save',
  saved: 'The release is saved.',
  hours: 'Hours',
  nameHint: `Shown above its wines. ${atMost(releaseTexts.name)}`,
  bannerHint: `The line above everything on the page. ${atMost(releaseTexts.banner)}`,
  announcementHint: `One sentence. Customers read it with the opening time until the release opens. ${atMost(releaseTexts.announcement)}`,
  textHint: `Plain paragraphs. ${atMost(releaseTexts.text)}`,
  kinds: { open: 'Everyone with an account', allocated: 'By allocation' },
  promises: {
    guaranteed: 'Reserved for the customer until the promise ends',
    cap: 'A maximum, while stock lasts',
  },
  waves: 'Waves',
  wavesIntro: `An allocation can be used once its wave opens. A wave’s name has at most ${maxWaveName} characters.`,
  wave: (number: number) => `Wave ${number}`,
  wineIn: (release: string) => `In the release ${release}`,
  wineLastIn: (release: string) => `Last in the release ${release}`,
  readOnly: {
    before: `This release is scheduled. Its wines can no longer be changed, nor which waves it has; its hours and theirs can, until ${inWords(hoursFixedMinutes)} minutes before it opens.`,
    open: 'This release is open. Hours and wines can no longer be changed.',
    paused: 'This release is paused. Hours and wines can no longer be changed.',
    closed: 'This release has ended. It can no longer be changed.',
  },
  pause: 'Pause',
  pauseReasonHint: atMost(1_000),
  resume: 'Resume',
  end: 'End this release now',
  problems,
  errors: {
    gone: 'This release no longer exists.',
    fixed: 'This can no longer be changed.',
    'wave-in-use': 'A wave with allocations can’t be removed.',
    'saved-elsewhere':
      'This release was saved elsewhere in the meantime. Please look at it as it is now, and save again.',
    invalid: 'Please correct the fields that are marked.',
  },
  done: {
    ended: 'The release has ended.',
  },
} as const

/** What the check says of each line. */
export const releaseCheckCopy = {
  line: 'Check',
  levels: { good: 'Good', yellow: 'Review', red: 'Prevents scheduling' },
  labels: {
    wines: 'Wines chosen',
    stock: 'Stock set',
    price: 'Price at the payment provider',
    picture: 'Picture',
    sheet: 'Technical sheet',
    sum: 'Sum of allocations within stock',
    allocations: 'People with an allocation',
    address: 'Without an address',
    state: 'In a state that is not served',
    birthdate: 'Without a birthdate',
    emails: 'Cannot be emailed',
    campaign: 'Campaign',
    reconciliation: 'Last reconciliation without a difference',
    mail: 'Mail server answers',
    ready: 'This process is ready for visitors',
    hours: 'Closes in the future',
  } satisfies Record<CheckId, string>,
  findings: {
    wines: 'No wine is chosen.',
    stock: 'No stock is set',
    price: 'Its price is being prepared',
    picture: 'No picture of its own yet: it is shown with bottles without a name',
    sheet: 'No technical sheet',
    sum: (excess: number) => `${excess.toLocaleString('en-US')} more than there is`,
    allocations: 'Nobody has an allocation.',
    campaign: 'No campaign is written.',
    reconciliation: 'None has run yet, or the last one found differences.',
    mail: 'It is not answering at the moment.',
    ready: 'It is not',
    hours: 'Its closing time has passed.',
  },
  campaign: {
    draft: 'Written, not scheduled yet',
    scheduled: 'Scheduled',
    sending: 'Leaving now',
    paused: 'Paused',
    sent: 'Sent',
    stopped: 'Stopped',
  } satisfies Record<CampaignState, string>,
} as const

/** The preview. */
export const releasePreviewCopy = {
  title: 'Preview',
} as const

/** The live page. */
export const releaseLiveCopy = {
  large: 'Large view',
  at: (moment: string) => `As of ${moment}`,
  wines: 'Wines',
  wine: 'Wine',
  stock: 'In all',
  soldOf: 'Sold of stock',
  held: 'In payment',
  sold: 'Sold',
  promised: 'Promised',
  free: 'Free',
  waves: 'Waves',
  wave: 'Wave',
  opens: 'Opens',
  invited: 'Invited',
  visited: 'Visited',
  bought: 'Bought',
  units: 'Cases',
  noWave: 'Without a wave',
  orders: 'Orders of the last five minutes',
  noOrders: 'None.',
  order: 'Order',
  buyer: 'Buyer',
  total: 'Total',
  rehearsal: 'Rehearsal',
  chart: 'Cases sold, minute by minute',
  chartDollars: 'Dollars, minute by minute',
  noSales: 'Nothing has been sold yet.',
  minute: 'Minute',
  dollars: 'Dollars',
  numbers: 'The numbers',
  noLimit: 'No limit',
} as const
