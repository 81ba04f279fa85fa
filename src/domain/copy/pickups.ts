import { maxPickupPlaces, maxSlotsPerDay, slotMinutes } from '#domain/shipping/pickup.ts'

/** The pickups: who comes when, and where. */
export const pickupsCopy = {
  title: 'Pickups',
  shipping: 'Shipping',
  today: 'Today and overdue',
  noneToday: 'Nobody is expected today.',
  later: 'Later',
  noneLater: 'No appointments.',
  waiting: 'Waiting for a time',
  noneWaiting: 'Nobody.',
  missed: 'Missed twice',
  print: 'Print the list of today (PDF)',
  when: 'When',
  place: 'Place',
  who: 'For',
  order: 'Order',
  wines: 'Wine',
  checked: 'ID shown, 21 or older, name matches',
  document: 'Document shown',
  documentHint: 'Only its kind is kept, never its number.',
  choose: 'Choose …',
  collected: 'Collected',
  collectedOf: (number: string) => `Collected: ${number}`,
  markMissed: 'Nobody came',
  markMissedOf: (number: string) => `Nobody came: ${number}`,
  propose: 'Propose two times by email',
  proposeOf: (number: string) => `Propose two times by email: ${number}`,
  done: {
    collected: (number: string) => `${number} is collected.`,
    missed: (number: string) => `${number} was missed.`,
    proposed: (number: string) => `Two times for ${number} are proposed by email.`,
    place: 'The place is saved.',
  },
  errors: {
    unchecked: 'Check that you have seen the ID, and choose which it was. Nothing was saved.',
    flagged: 'The order has an open flag. Resolve it first. Nothing was saved.',
    early: 'The appointment has not begun yet. Nothing was saved.',
    state: 'This shipment is in another state now. Nothing was saved.',
    'no-slots': 'No place has a free time in the coming weeks. Nothing was sent.',
  },
} as const

/** The form of a place. */
export const pickupPlaceCopy = {
  title: 'Places and hours',
  intro: `Up to ${maxPickupPlaces} places. Each hour is an appointment of ${slotMinutes} minutes for one order, at most ${maxSlotsPerDay} a day. What is agreed stays when hours change.`,
  add: 'Add a place',
  closed: (name: string) => `${name} (closed)`,
  name: 'Name',
  address: 'Address, as the buyer reads it',
  isOpen: 'Can be chosen',
  save: 'Save place',
  saveOf: (name: string) => `Save place: ${name}`,
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  hoursHint: 'Such as 16:00 16:30 17:00; empty is closed.',
  errors: {
    name: 'A name of 2 to 60 letters, please',
    address: 'An address of 5 to 200 letters, please',
    hours: `Hours such as 16:00, each once and at most ${maxSlotsPerDay} a day, please`,
    'too-many': `There are ${maxPickupPlaces} places already.`,
    'name-taken': 'Another place has this name.',
    'saved-elsewhere': 'Someone else saved this place in the meantime. Here is what they saved.',
  },
} as const

/** Claims for lost and damaged boxes. */
export const claimsCopy = {
  title: 'Claims',
  none: 'No box is lost or damaged.',
  notClaimed: 'Not claimed yet',
  paid: 'Paid',
  open: (days: number) => `Open for ${days === 1 ? '1 day' : `${days} days`}`,
  number: 'Claim number',
  amount: 'Amount in dollars',
  paidOn: 'Paid on',
  save: 'Save claim',
  saveOf: (shipment: string) => `Save claim: ${shipment}`,
  saved: (shipment: string) => `The claim for ${shipment} is saved.`,
  fieldErrors: {
    claimNumber: 'The carrier’s claim number, please, at most 60 characters',
    amount: 'Dollars and cents, please, such as 12.50',
    paidOn: 'A day that is not in the future, with the amount that was paid, please',
  },
  errors: {
    state: 'This shipment is no longer lost or damaged. Nothing was saved.',
    'saved-elsewhere': 'Someone else saved this claim in the meantime. Here is what they saved.',
  },
} as const
