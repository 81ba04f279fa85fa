import { adminParts } from '#platform/admin/parts.rules.ts'
import { counted } from '#platform/admin/admin.copy.ts'
import type { WaitReason } from '../readiness/readiness.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { EventKind, EventSource } from '../tracking/events.rules.ts'
import type { FollowUp } from '../follow-ups/follow-up.rules.ts'
import type { ShipmentState, WhyNotShipmentAction } from '#orders/order/shipment.rules.ts'
import type { TrackingRowProblem } from '../tracking/tracking-file.rules.ts'

/** Each state of a shipment, in two or three words. */
export const shipmentStateName = {
  waiting: 'Waiting',
  ready: 'Ready',
  'handed-over': 'Handed over',
  shipped: 'Shipped',
  out: 'Out for delivery',
  attempted: 'Delivery attempted',
  'at-depot': 'At the depot',
  delivered: 'Delivered',
  returning: 'On its way back',
  returned: 'Returned',
  lost: 'Lost',
  damaged: 'Damaged',
  cancelled: 'Canceled',
  agreed: 'Pickup agreed',
  collected: 'Collected',
  missed: 'Pickup missed',
} as const satisfies Record<ShipmentState, string>

/** Why a shipment waits, for staff. */
export const waitSentence = {
  flagged: 'The order has a flag to review.',
  'not-served': 'Wine may not go to this address under today’s rules.',
  held: 'Held.',
  'not-yet': 'Its day has not come yet.',
} as const satisfies Record<WaitReason, string>

/** The admin pages of shipping. */
export const shippingCopy = {
  title: adminParts.shipping.title,
  intro:
    'The shop does not ship from here yet. Once you begin, every order that is paid gets a shipment, and buyers see where it is. Earlier orders can be taken in. This cannot be turned off again.',
  begin: 'Begin to ship from here',
  begun: 'The shop ships from here now.',
  figures: {
    held: 'Held',
    ready: 'Ready',
    handedOver: 'Handed over',
    underWay: 'Under way',
    person: 'Needs a person',
  },
  nothing: 'Nothing waiting.',
  pickups: (count: number) => `To be picked up: ${count}`,
  heardFrom: (carrier: string, at: string) => `Last heard from ${carrier}: ${at}`,
  today: 'Make today’s handover',
  importTracking: 'Import tracking numbers',
  profiles: 'Shipper profiles',
  list: 'Shipments',
  search: 'S- or K-number, name or email',
  none: 'No shipments yet.',
  noneFound: 'No shipment matches.',
  all: 'All shipments',
  which: 'Which',
  any: 'Any',
  anyReason: 'Any reason',
  heldFor: 'Held for',
  number: 'Shipment',
  order: 'Order',
  buyer: 'Buyer',
  state: 'State',
  waits: 'Waits for',
  method: 'Service',
  to: 'To',
  since: 'Since',
  expected: 'Expected',
  leavesFrom: 'Leaves from',
  leavesFromDay: (day: string) => `leaves from ${day}`,
  whichOptions: [
    ['', 'All'],
    ['waiting', 'Waiting'],
    ['held', 'Held'],
    ['ready', 'Ready'],
    ['handed-over', 'Handed over'],
    ['under-way', 'Under way'],
    ['person', 'Needs a person'],
    ['delivered', 'Delivered or collected'],
    ['returned', 'Returned'],
    ['lost', 'Lost or damaged'],
    ['pickup', 'Pickups'],
    ['cancelled', 'Canceled'],
  ],
  selected: {
    label: 'With the selected shipments',
    select: (number: string) => `Select ${number}`,
    all: 'Select all on this page',
    take: 'Take for handover',
    hint: 'Select shipments in the list first.',
  },
  takeIn: {
    title: 'Take in earlier orders',
    text: 'Paid orders since that day that have no shipment yet get one. A second time does nothing.',
    since: 'Orders since',
    button: 'Take in orders',
    done: (count: number) =>
      count === 1 ? '1 order was taken in.' : `${count} orders were taken in.`,
    'in-future': 'That day has not come yet.',
    'no-day': 'Please choose a day.',
  },
  settings: {
    title: 'Days and sender',
    ground: 'Ground leaves on',
    overnight: 'Overnight leaves on',
    holidays: 'Holidays',
    holidaysHint: 'One day a line, such as 2026-11-26',
    daysBefore: 'Days before a holiday on which nothing leaves',
    senderZip: 'ZIP code that boxes are sent from',
    senderZipHint: 'A delivery there is a return.',
    save: 'Save',
    saved: 'Saved.',
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    errors: {
      'not-a-zip': 'Five digits, or nothing.',
      holidays: 'Days such as 2026-11-26, one a line.',
      daysBefore: 'A whole number from 0 to 14.',
      'saved-elsewhere': 'Someone saved this in the meantime. What they saved is shown now.',
    },
  },
} as const

/** The page of handovers, with the next one and the files of the shipper. */
export const handoversCopy = {
  title: 'Handovers',
  next: 'Today’s handover',
  nothingReady: 'Nothing is ready for today.',
  profile: 'Form of the file',
  change: 'Show in this form',
  totals: (shipments: number, cases: number, bottles: number) =>
    [
      counted(shipments, 'shipment', 'shipments'),
      counted(cases, 'case', 'cases'),
      counted(bottles, 'bottle', 'bottles'),
    ].join(', '),
  selectAll: 'Select all',
  selected: (count: number, total: number) => `${count} of ${total} selected`,
  notReady: (numbers: string) => `Not ready any more, so left out: ${numbers}.`,
  sample: 'The first rows of the file',
  chosen: 'Shipments in it',
  later: (count: number) =>
    `${count} more are ready and leave on another day by the settings. Check those that should go today anyway.`,
  make: 'Hand over and make the file',
  made: (number: number, count: number) =>
    `Handover ${number} is made: ${count} shipments are handed over.`,
  madeBefore: (number: number) => `Handover ${number} was already made by this form.`,
  none: 'Choose at least one shipment.',
  'too-many': 'At most 2,000 shipments at once.',
  'no-profile': 'This form no longer exists.',
  changed: (numbers: string) => `Nothing was handed over: ${numbers} changed in the meantime.`,
  changedBy: (number: string, by: string) => `${number} (handed over by ${by})`,
  earlier: 'Earlier handovers',
  noneYet: 'No handover yet.',
  all: 'All handovers',
  search: 'Number, shipment, staff member or form',
  noneFound: 'No handover matches.',
  from: 'From',
  to: 'To',
  sha256: 'SHA-256 of the file',
  handover: 'Handover',
  shipments: 'Shipments',
  cases: 'Cases',
  by: 'By',
  at: 'Made',
  file: 'File',
  download: 'Download',
  downloadOf: (number: number) => `Download the file of handover ${number}`,
  notKept: 'No longer kept',
  tracking: {
    title: 'Tracking numbers from the shipper',
    text: 'A CSV file: shipment or order number, carrier, tracking number, shipped date. A later file’s numbers for a shipment replace the earlier ones, which stay in its history.',
    file: 'File',
    good: 'Import the good rows even if others are refused',
    button: 'Import the file',
    takeGood: (rows: number) =>
      rows === 1 ? 'Import the good row' : `Import the ${rows} good rows`,
    done: (rows: number) => (rows === 1 ? '1 row was imported.' : `${rows} rows were imported.`),
    refused: (good: number, bad: number) =>
      `${bad} of ${counted(good + bad, 'row', 'rows')} cannot be imported. Nothing was saved.`,
    someRefused: (good: number, bad: number) =>
      `Imported: ${counted(good, 'row', 'rows')}. Not imported: ${bad}, named below.`,
    line: 'Row',
    field: 'Field',
    value: 'Value',
    why: 'Why',
    errors: {
      'no-file': 'Choose a file.',
      'not-staff': 'Only staff may do this.',
      encoding: 'The file is not in UTF-8.',
      'too-large': 'At most 5 MB.',
      'taken-before': (at: string) => `This file was imported on ${at}. Nothing was saved.`,
      'not-csv': 'This is not a CSV file.',
      'too-many': 'At most 20,000 rows.',
      'no-rows': 'There are no rows in the file.',
      'missing-column': (column: string) => `The column “${column}” is missing.`,
      'column-twice': (column: string) => `The column “${column}” is there twice.`,
    },
    whyNot: {
      'no-number': 'No shipment or order number',
      'unknown-carrier': 'Unknown carrier',
      'no-tracking-number': 'No tracking number',
      'no-date': 'Not a day',
      'in-future': 'Day in the future',
      twice: 'Appears twice in this file',
      'unknown-shipment': 'There is no such shipment',
      'several-shipments': 'The order has several: give the S-number',
      'not-handed-over': 'Not handed over, or already finished',
      'other-shipment': 'Belongs to another shipment',
    } satisfies Record<TrackingRowProblem, string>,
  },
} as const

/** The section of an order's page about its shipments. */
export const orderShippingCopy = {
  title: 'Shipping',
  waits: (why: string) => `Waits: ${why}`,
  kinds: { first: '', reshipment: 'sent again', replacement: 'replacement' },
  parcels: 'Parcels',
  corrected: 'corrected',
  timeline: 'Timeline',
  sources: {
    carrier: 'Carrier',
    'shipper-file': 'Shipper’s file',
    staff: 'Staff',
    customer: 'Customer',
    shop: 'Shop',
  } satisfies Record<EventSource, string>,
  signedBy: (name: string) => `signed by ${name}`,
  handover: (number: number) => `Handover ${number}`,
  toPickups: 'Its appointment, under Pickups',
  change: 'Change',
  hold: 'Hold this shipment',
  endHold: 'End its hold',
  undo: 'Take back from the handover',
  addTracking: 'Add tracking number',
  correctTracking: 'It replaces the earlier numbers',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  shippedOn: 'Shipped on',
  ask: 'Ask the carrier now',
  lost: 'Mark as lost',
  damaged: 'Mark as damaged',
  returned: 'Mark as returned',
  receive: 'Received in good order',
  again: 'Send again without charge',
  replace: 'Send a replacement',
  settle: 'Settle it another way',
  settleHint: 'Such as: paid back by check, or wine handed over here',
  settled: 'What was agreed with the buyer',
  reason: 'Reason',
  settledBy: (agreed: string) => `Settled: ${agreed}`,
  to: (address: string) => `To: ${address}`,
  call: (name: string) => `Buyer: ${name}`,
  followUp: 'Note what you did',
  followUpWhat: 'What was done',
  followUpNote: 'In your words',
  followUpAgain: 'Remind me on',
  followUpAgainHint: 'Empty: not until the carrier reports something new',
  followedUp: 'Followed up:',
  followedUpUntil: 'on Today again from',
  followedUpEnds: 'on Today again once the carrier reports something new',
  off: 'What can’t be done now',
  done: 'Saved.',
  whyNot: {
    state: 'Not in this state.',
    pickup: 'Not for a pickup.',
    'no-pickup': 'Only for a pickup.',
    'no-tracking': 'It has no tracking number yet.',
    received: 'Its wine was received back.',
    settled: 'It is settled.',
  } satisfies Record<WhyNotShipmentAction, string>,
  errors: {
    'not-staff': 'Only staff may do this.',
    gone: 'There is no such shipment.',
    state: 'The shipment changed in the meantime.',
    'payment-open':
      'The buyer has just opened the payment to have it sent again, and the payment provider can’t be reached. Try again in a minute.',
    shipped: 'It has already shipped.',
    'no-reason': 'A reason of at most 200 characters, please.',
    'no-follow-up': 'Please choose what was done.',
    'no-note': 'Please say in your words what was done.',
    'long-note': 'At most 150 characters.',
    'again-too-early': 'Choose a later day than today, or none.',
    'again-too-late': 'Choose a day within a year, or none.',
    'no-tracking-number': 'That is not a tracking number.',
    'in-future': 'That day has not come yet.',
    'other-shipment': 'This number belongs to another shipment.',
    'no-carrier': 'Choose a carrier.',
    'ends-early': 'It has to end after it begins.',
    'no-place': 'It cannot be held.',
    'unknown-place': 'It cannot be held.',
    ended: 'The hold was ended before.',
    'no-stock':
      'There is no free wine for a replacement. Refund the order instead; what is promised stays promised.',
    away: 'The carrier can’t be reached right now.',
  },
} as const

/** Each kind of event, for staff. */
export const eventName = {
  ...shipmentStateName,
  other: 'Other report',
  created: 'Created',
  held: 'Held',
  'hold-ended': 'Hold ended',
  'handover-undone': 'Taken back from the handover',
  tracking: 'Tracking number',
  'tracking-corrected': 'Tracking number corrected',
  'sent-at-risk': 'To be sent at the customer’s risk',
  'chose-again': 'Customer chose: send again',
  'chose-collect': 'Customer chose: collect',
  'chose-refund': 'Customer chose: money back',
  'received-back': 'Received in good order',
  replaced: 'Replacement created',
  claimed: 'Claim recorded',
  'slot-proposed': 'Appointment proposed',
  'slot-agreed': 'Appointment agreed',
  'followed-up': 'Followed up',
  settled: 'Settled another way',
  note: 'Note',
} as const satisfies Record<EventKind, string>

/** What staff did about a box that could not be delivered. */
export const followUpName = {
  called: 'Called the buyer',
  'left-message': 'Left the buyer a message',
  emailed: 'Wrote to the buyer',
  'new-day': 'Agreed on another day with the carrier',
  'sent-back': 'Had it sent back',
  other: 'Something else',
} as const satisfies Record<FollowUp, string>

/** `Called the buyer: home on Friday` */
export function followUpText(what: FollowUp, note: string): string {
  if (what === 'other') return note
  return note ? `${followUpName[what]}: ${note}` : followUpName[what]
}

/** Why returned wine is refunded, as its buyer reads it. */
export const returnRefundReason = (wineCents: number, taxCents: number): string =>
  `Your order came back to us: ${formatAmount(wineCents)} for the wine and ${formatAmount(taxCents)} for its tax.`
