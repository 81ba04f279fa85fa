import { stateName } from '#platform/text/us-states.rules.ts'

import type { EventKind } from '../tracking/events.rules.ts'
import type { NextStep, StepName } from './where-it-is.rules.ts'

/** Where an order is, for its buyer. */
export const whereCopy = {
  title: 'Where it is',
  ofShipment: (number: string, kind: keyof typeof kindName) => `${kindName[kind]} ${number}`,
  replaced: {
    lost: 'It was lost in transit. Its replacement is below.',
    damaged: 'It was damaged in transit. Its replacement is below.',
  },
  part: (cases: number, state: string, zipCode: string) =>
    `${cases} case${cases === 1 ? '' : 's'} to ${`${stateName(state)} ${zipCode}`.trim()}`,
  steps: 'The steps to your door',
  pickupSteps: 'The steps to your pickup',
  signature: 'An adult 21 or older has to sign for it and show ID.',
  tracking: (carrier: string, number: string) => `${carrier}, ${number}`,
  track: (carrier: string) => `Track it at ${carrier}`,
  trackedSince: (moment: string) => `Last update: ${moment}`,
  history: 'What happened so far',
  signedBy: (name: string) => `Signed by ${name}`,
  stepStates: { done: 'done', now: 'now', 'to-come': 'to come' },
  identification: 'Bring a photo ID that shows you are 21 or older, in the name on the order.',
} as const

const kindName = {
  first: 'Shipment',
  split: 'Shipment',
  reshipment: 'Sent again:',
  replacement: 'Replacement:',
} as const

export const stepName = {
  ordered: 'Ordered',
  packed: 'Packed',
  shipped: 'With the carrier',
  out: 'Out for delivery',
  attempted: 'Nobody could sign',
  kept: 'At the depot',
  delivered: 'Delivered',
  returning: 'On its way back',
  returned: 'Back with us',
  lost: 'Lost in transit',
  damaged: 'Damaged in transit',
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
export function nextSentence(next: NextStep, { day, time, calendarDay }: Dates): string {
  switch (next.kind) {
    case 'received':
      return 'We have received it. We will write to you when it leaves.'
    case 'checked':
      return 'We are checking a detail of this order. If we need anything, we will write to you.'
    case 'leaves-soon':
      return 'It is ready and will leave with one of our next shipments. We will write to you when it does.'
    case 'leaves-from':
      return `It leaves on or soon after ${calendarDay(next.day)}.`
    case 'waits-until':
      return `It is being held here until ${day(next.at)}.`
    case 'held':
      return next.sentence
    case 'waits':
      return 'It is being held here for now. We will write to you when it leaves.'
    case 'handed-over':
      return 'It has been handed over for shipping. The tracking number will follow, here and by email.'
    case 'arrives-on':
      return `The carrier expects to deliver it on ${calendarDay(next.day)}.`
    case 'arrives':
      return 'It is on its way to you. The carrier will name the day.'
    case 'out':
      return 'It is out for delivery.'
    case 'out-today':
      return 'It is out for delivery today.'
    case 'sign':
      return 'The carrier came and could not deliver it: an adult has to sign.'
    case 'sign-until':
      return `The carrier came and could not deliver it: an adult has to sign. It is being kept for you until ${day(next.at)}.`
    case 'fetch':
      return 'It is waiting for you at the carrier’s depot.'
    case 'fetch-until':
      return `It is waiting for you at the carrier’s depot until ${day(next.at)}; after that it comes back to us.`
    case 'kept-over':
      return `The carrier could not deliver it and kept it for you until ${day(next.at)}. If you have not picked it up, it is coming back to us.`
    case 'delivered':
      return next.at ? `It was delivered on ${day(next.at)}.` : 'It was delivered.'
    case 'returning':
      return 'It could not be delivered and is on its way back to us.'
    case 'returned':
      return next.at ? `It came back to us on ${day(next.at)}.` : 'It came back to us.'
    case 'lost':
      return 'Your wine was lost in transit. We’ll write to you and make it right.'
    case 'damaged':
      return 'Your wine was damaged in transit. We’ll write to you and make it right.'
    case 'cancelled':
      return 'This shipment was canceled.'
    case 'pickup-received':
      return 'We have received it. We will write to you to arrange the pickup.'
    case 'pickup-from':
      return `It can be picked up on or soon after ${calendarDay(next.day)}. We will write to you to arrange the time.`
    case 'pickup-waits':
      return 'It is being held here for now. We will write to you when it can be picked up.'
    case 'choose-slot':
      return 'It is ready. Choose a time before you come.'
    case 'missed':
      return 'We missed you, and will get in touch to arrange another time.'
    case 'agreed':
      return `We expect you on ${day(next.from)} at ${time(next.from)}.`
    case 'time-over':
      return `Your pickup time was ${day(next.from)} at ${time(next.from)}. If you could not come, choose another.`
    case 'collected':
      return next.at ? `You picked it up on ${day(next.at)}.` : 'You picked it up.'
  }
}

/** The same in a few words, below the wine in the order history. */
export function nextInShort(next: NextStep, { day, time, calendarDay }: Dates): string | null {
  const signs = '; an adult has to sign'
  switch (next.kind) {
    case 'leaves-from':
      return `Leaves on or soon after ${calendarDay(next.day)}`
    case 'waits-until':
    case 'waits':
      return 'Held here for now'
    case 'held':
      return next.short
    case 'received':
      return 'Order received'
    case 'checked':
      return 'Being checked'
    case 'leaves-soon':
      return 'Ready to leave'
    case 'handed-over':
      return 'Handed over for shipping'
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
    case 'kept-over':
      return 'Could not be delivered'
    case 'delivered':
      return next.at ? `Delivered ${day(next.at)}` : 'Delivered'
    case 'returning':
      return 'On its way back to us'
    case 'returned':
      return 'Came back to us'
    case 'lost':
      return 'Lost in transit'
    case 'damaged':
      return 'Damaged in transit'
    case 'cancelled':
      return null
    case 'pickup-received':
      return 'Order received'
    case 'pickup-from':
      return `Pickup on or soon after ${calendarDay(next.day)}`
    case 'pickup-waits':
      return 'Held here for now'
    case 'choose-slot':
      return 'Ready: choose a pickup time'
    case 'missed':
      return 'The pickup was missed'
    case 'agreed':
      return `Pickup on ${day(next.from)}, ${time(next.from)}`
    case 'time-over':
      return `Pickup time was ${day(next.from)}, ${time(next.from)}`
    case 'collected':
      return 'Collected'
  }
}

/** What happened to a shipment, as its buyer reads it; null for what concerns staff alone. */
export const buyerEventText = (
  event: EventKind,
  { kind, isPickup }: { kind: keyof typeof createdName; isPickup: boolean },
): string | null => {
  if (event === 'created') return createdName[kind]
  if (event === 'ready' && isPickup) return 'Ready to pick up'
  return buyerEventName[event]
}

const createdName = {
  first: 'We received your order',
  split: 'To be shipped separately',
  reshipment: 'To be sent again',
  replacement: 'Replacement arranged',
} as const

const buyerEventName = {
  ready: 'Ready to leave',
  waiting: null,
  held: 'Held here for now',
  'hold-ended': null,
  'handed-over': 'Handed over for shipping',
  'handover-undone': 'Back with us, to be shipped later',
  tracking: 'Tracking number received',
  'tracking-corrected': 'Tracking number corrected',
  'sent-at-risk': 'You asked us to send it despite the weather',
  cancelled: 'Canceled',
  'chose-again': 'You asked us to send it again',
  'chose-collect': 'You chose to pick it up',
  'chose-refund': 'You asked for a refund',
  'received-back': 'Back with us in good condition',
  replaced: 'A replacement follows',
  claimed: null,
  'slot-proposed': 'We proposed times for the pickup',
  'slot-agreed': 'Pickup time agreed',
  collected: 'Collected',
  missed: 'The pickup was missed',
  'followed-up': null,
  settled: 'Resolved with you',
  changed: 'Changed as you asked',
  note: null,
  shipped: 'With the carrier',
  out: 'Out for delivery',
  attempted: 'The carrier came and could not deliver it',
  'at-depot': 'At the carrier’s depot',
  delivered: 'Delivered',
  returning: 'On its way back to us',
  returned: 'Back with us',
  lost: 'Lost in transit',
  damaged: 'Damaged in transit',
  other: null,
} as const satisfies Record<Exclude<EventKind, 'created'>, string | null>

/** The choices of a buyer: a time, the risk of the weather, what to do with a box that came back. */
export const choiceCopy = {
  slot: {
    title: 'Choose a time',
    label: 'Pickup time',
    proposal: (slot: string) => `${slot} (our proposal)`,
    option: (day: string, time: string, place: string) => `${day}, ${time}, ${place}`,
    unchosen: 'Choose …',
    none: 'There are no free times in the coming weeks. Please call us.',
    choose: 'Confirm this time',
    change: 'Choose another time',
    agreed: 'We will expect you then, and have sent you an email.',
    taken: 'That time is no longer free. Please choose another.',
    late: 'This pickup can no longer be changed here. Please call us.',
    missing: 'Please choose a time.',
  },
  weather: {
    title: 'Waiting for better weather',
    text: 'There is nothing you need to do: we will send it as soon as the weather allows.',
    risk: 'Send it now, at my risk',
    wording:
      'Please send my wine now despite the weather. I accept the risk that heat or frost may harm it on the way.',
    missing: 'Please check the box first.',
    done: 'It no longer waits for the weather.',
    late: 'It no longer waits for the weather.',
  },
} as const

/** What the payment page and the provider's receipt call the shipping of a returned box. */
export const reshipmentTitle = (number: number, method: string): string =>
  `Order K-${number}: ${method}, once more`

/** Why the shipping of a box that could not be sent any more is refunded, as its buyer reads it. */
export const reshipmentRefundReason =
  'You paid to have the box sent again, but by then that was no longer possible.'

/** What a buyer can do with a box that came back. */
export const returnCopy = {
  title: 'What would you like us to do?',
  text: (answerBy: string) => `Please tell us by ${answerBy}.`,
  late: 'You can still choose here, or write or call us.',
  again: {
    title: 'Send it again',
    how: 'How',
    option: (method: string, price: string) => `${method}, ${price}`,
    where: 'Where to',
    same: (place: string) => `The same address (${place})`,
    other: 'Another address',
    otherHint: 'An adult has to sign there.',
    onlySame: (place: string) => `It ships to the same address (${place}).`,
    elsewhere:
      'To send it to another address, open an account with the email you ordered with and confirm the address; then choose it on the order’s page there. This link can be forwarded, so it changes no address.',
    button: 'Continue to payment',
    note: 'You pay the shipping only. The box leaves once it is paid.',
    paid: 'Thank you, the shipping is paid. We will send your wine again, and have emailed you.',
    notServed:
      'That was no longer possible when your payment arrived. We will refund the payment and email you.',
    confirming: 'Your payment is being confirmed. We will email you as soon as it is.',
    unpaid: 'The shipping is not paid yet. Nothing was charged.',
    wrong: 'Please check the address.',
    away: 'The payment can’t be opened right now. Please try again in a few minutes.',
    often:
      'You have opened five payment pages for this box today. Try again tomorrow, or write or call us.',
  },
  collect: {
    title: 'Pick it up',
    text: 'Bring a photo ID. There is nothing to pay.',
    button: 'I will pick it up',
    done: 'We are keeping it for you. Choose a time here, or we will call you.',
  },
  refund: {
    title: 'Get a refund',
    text: (wine: string, tax: string) =>
      `${wine} for the wine and ${tax} for its tax. The shipping is not refunded.`,
    button: 'Refund the wine',
    done: 'We will refund the wine and its tax once we have checked the box, and email you.',
  },
  settled: 'This has already been taken care of.',
  open: 'A payment for this box is open and can’t be checked right now. Please try again in a few minutes.',
  chosen: {
    again: 'You chose to have it sent again.',
    collect: 'You chose to pick it up.',
    refund: 'You chose a refund.',
  },
  paid: (amount: string, day: string) => `Shipping paid again: ${amount}, ${day}.`,
  paidRefunded: (amount: string) => `${amount} of it was refunded.`,
} as const
