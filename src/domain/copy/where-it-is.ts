import type { EventKind } from '#domain/shipping/events.ts'
import type { DocumentKind } from '#domain/shipping/pickup.ts'
import type { NextThing, StepName } from '#domain/shipping/where-it-is.ts'

/** Where an order is, for its buyer. */
export const whereCopy = {
  title: 'Where it is',
  ofShipment: (number: string, kind: keyof typeof kindName) => `${kindName[kind]} ${number}`,
  steps: 'The steps to your door',
  pickupSteps: 'The steps to your pickup',
  signature: 'An adult, 21 or older, has to sign for it and show an ID.',
  tracking: (carrier: string, number: string) => `${carrier}, ${number}`,
  track: (carrier: string) => `Follow it at ${carrier}`,
  trackedSince: (moment: string) => `Last heard from the carrier: ${moment}`,
  history: 'What happened so far',
  signedBy: (name: string) => `Signed by ${name}`,
  stepStates: { done: 'done', now: 'now', 'to-come': 'to come' },
  identification: 'Bring a photo ID that shows you are 21 or older, in the name on the order.',
} as const

const kindName = {
  first: 'Shipment',
  reshipment: 'Sent again:',
  replacement: 'Replacement:',
} as const

export const stepName = {
  ordered: 'Ordered',
  packed: 'Packed',
  shipped: 'With the carrier',
  out: 'Out for delivery',
  delivered: 'Delivered',
  prepared: 'Being prepared',
  ready: 'Ready for you',
  agreed: 'Time agreed',
  collected: 'Collected',
} as const satisfies Record<StepName, string>

type Dates = {
  day: (at: Date) => string
  time: (at: Date) => string
  calendarDay: (day: string) => string
}

/** What happens next, in one sentence. */
export function nextSentence(next: NextThing, { day, time, calendarDay }: Dates): string {
  switch (next.kind) {
    case 'checked':
      return 'We are checking a detail of this order before it leaves. If we need anything, we write to you.'
    case 'leaves-soon':
      return 'It is ready and leaves with one of our next shipments. We write to you when it does.'
    case 'leaves-from':
      return `It leaves from ${calendarDay(next.day)} on.`
    case 'waits-until':
      return `It waits here until ${day(next.at)}.`
    case 'waits-for-weather':
      return 'It waits here for better weather: heat or frost on the way would harm the wine.'
    case 'waits':
      return 'It waits here for now. We write to you when it leaves.'
    case 'handed-over':
      return 'It is handed over to be shipped. The carrier’s number follows here and by email.'
    case 'arrives-on':
      return `It arrives on ${calendarDay(next.day)}, says the carrier.`
    case 'arrives':
      return 'It is on its way to you. The carrier names the day.'
    case 'out':
      return 'It is out for delivery.'
    case 'out-today':
      return 'It is out for delivery today.'
    case 'sign':
      return 'The carrier came and could not deliver it: an adult has to sign.'
    case 'sign-until':
      return `The carrier came and could not deliver it: an adult has to sign. It is kept for you until ${day(next.at)}.`
    case 'fetch':
      return 'It waits for you at the carrier’s depot.'
    case 'fetch-until':
      return `It waits for you at the carrier’s depot until ${day(next.at)}, then it comes back to us.`
    case 'delivered':
      return next.at ? `It was delivered on ${day(next.at)}.` : 'It was delivered.'
    case 'returning':
      return 'It could not be delivered and is on its way back to us.'
    case 'returned':
      return next.at ? `It came back to us on ${day(next.at)}.` : 'It came back to us.'
    case 'lost':
      return 'It was lost on its way. We settle this with you: we write to you, or call us.'
    case 'damaged':
      return 'It was damaged on its way. We settle this with you: we write to you, or call us.'
    case 'cancelled':
      return 'This shipment was cancelled.'
    case 'choose-slot':
      return 'It is ready for you to collect.'
    case 'missed':
      return 'We missed you, and will get in touch to agree on another time.'
    case 'agreed':
      return `We expect you on ${day(next.from)} at ${time(next.from)}.`
    case 'collected':
      return next.at ? `You collected it on ${day(next.at)}.` : 'You collected it.'
  }
}

/** The same in a few words, below the wine in the order history. */
export function nextInShort(next: NextThing, { day, time, calendarDay }: Dates): string | null {
  const signs = '; an adult has to sign'
  switch (next.kind) {
    case 'leaves-from':
      return `Leaves from ${calendarDay(next.day)} on`
    case 'waits-until':
    case 'waits-for-weather':
    case 'waits':
      return 'Waits here for now'
    case 'checked':
      return 'Being checked'
    case 'leaves-soon':
      return 'Ready to leave'
    case 'handed-over':
      return 'Handed over to be shipped'
    case 'arrives-on':
      return `Arrives ${calendarDay(next.day)}${signs}`
    case 'arrives':
      return `On its way${signs}`
    case 'out':
      return `Out for delivery${signs}`
    case 'out-today':
      return `Out for delivery today${signs}`
    case 'sign':
    case 'sign-until':
      return 'Could not be delivered: an adult has to sign'
    case 'fetch':
      return 'At the carrier’s depot'
    case 'fetch-until':
      return `At the carrier’s depot until ${day(next.at)}`
    case 'delivered':
      return next.at ? `Delivered ${day(next.at)}` : 'Delivered'
    case 'returning':
      return 'On its way back to us'
    case 'returned':
      return 'Came back to us'
    case 'lost':
      return 'Lost on its way'
    case 'damaged':
      return 'Damaged on its way'
    case 'cancelled':
      return null
    case 'choose-slot':
      return 'Ready to collect'
    case 'missed':
      return 'The pickup was missed'
    case 'agreed':
      return `You collect it ${day(next.from)}, ${time(next.from)}`
    case 'collected':
      return 'Collected'
  }
}

/** What happened, as its buyer reads it; null for what concerns staff alone. */
export const buyerEventName = {
  created: 'We received your order',
  ready: 'Ready to leave',
  waiting: null,
  held: 'Kept here for now',
  'hold-ended': null,
  'handed-over': 'Handed over to be shipped',
  'handover-undone': 'Back with us, to be shipped later',
  tracking: 'Tracking number received',
  'tracking-corrected': 'Tracking number corrected',
  'sent-at-risk': 'You asked us to send it in spite of the weather',
  cancelled: 'Cancelled',
  'chose-again': 'You asked us to send it again',
  'chose-collect': 'You chose to collect it',
  'chose-refund': 'You asked for your money back',
  'received-back': 'Back at our house in good order',
  replaced: 'A replacement follows',
  claimed: null,
  'slot-proposed': 'We proposed times for the pickup',
  'slot-agreed': 'Time for the pickup agreed',
  collected: 'Collected',
  missed: 'The pickup was missed',
  note: null,
  shipped: 'With the carrier',
  out: 'Out for delivery',
  attempted: 'The carrier came and could not deliver it',
  'at-depot': 'At the carrier’s depot',
  delivered: 'Delivered',
  returning: 'On its way back to us',
  returned: 'Back with us',
  lost: 'Lost on its way',
  damaged: 'Damaged on its way',
  other: null,
} as const satisfies Record<EventKind, string | null>

/** The choices of a buyer: a time, the risk of the weather, what to do with a box that came back. */
export const choiceCopy = {
  slot: {
    title: 'Choose a time',
    label: 'When you come',
    proposal: (slot: string) => `${slot} (our proposal)`,
    option: (day: string, time: string, place: string) => `${day}, ${time}, ${place}`,
    unchosen: 'Choose …',
    none: 'There is no free time in the next weeks. Please call us.',
    choose: 'Agree on this time',
    change: 'Choose another time',
    agreed: 'We expect you then, and wrote you an email.',
    taken: 'That time was just taken by somebody else. Please choose another.',
    late: 'This pickup can no longer be changed here. Please call us.',
    missing: 'Please choose a time.',
  },
  weather: {
    title: 'It waits for better weather',
    text: 'You do not have to do anything: we send it as soon as the weather allows.',
    risk: 'Send it now, at my risk',
    wording:
      'I want my wine sent now in spite of the weather, and I bear the risk that heat or frost harms it on the way.',
    missing: 'Please tick the box first.',
    done: 'It no longer waits for the weather.',
    late: 'It no longer waits for the weather.',
  },
} as const

/** Documents that staff may be shown at a pickup. */
export const documentName = {
  'driving-licence': 'Driving licence',
  'state-id': 'State ID',
  passport: 'Passport',
  'military-id': 'Military ID',
} as const satisfies Record<DocumentKind, string>
