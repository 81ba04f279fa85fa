import { expect, test } from 'vitest'

import { buyerEventText, nextInShort, nextSentence } from './where-it-is.copy.ts'
import type { NextStep } from './where-it-is.rules.ts'

const at = new Date('2026-11-23T18:00:00Z')
const until = new Date('2026-11-23T19:00:00Z')
const day = '2026-11-24'
const words = {
  day: (moment: Date) => (moment === at ? 'Monday' : 'another day'),
  time: (moment: Date) => (moment === at ? '10:00 am' : '11:00 am'),
  calendarDay: (one: string) => (one === day ? 'Tuesday' : 'another day'),
}

const said: readonly (readonly [NextStep, sentence: string, short: string | null])[] = [
  [
    { kind: 'received' },
    'We have received it. We will write to you when it leaves.',
    'Order received',
  ],
  [
    { kind: 'checked' },
    'We are checking a detail of this order. If we need anything, we will write to you.',
    'Being checked',
  ],
  [
    { kind: 'leaves-soon' },
    'It is ready and will leave with one of our next shipments. We will write to you when it does.',
    'Ready to leave',
  ],
  [
    { kind: 'leaves-from', day },
    'It leaves on or soon after Tuesday.',
    'Leaves on or soon after Tuesday',
  ],
  [{ kind: 'waits-until', at }, 'It is being held here until Monday.', 'Held here for now'],
  [
    { kind: 'waits' },
    'It is being held here for now. We will write to you when it leaves.',
    'Held here for now',
  ],
  [
    { kind: 'held', sentence: 'It waits for cooler days.', short: 'Waits for cooler days' },
    'It waits for cooler days.',
    'Waits for cooler days',
  ],
  [
    { kind: 'handed-over' },
    'It has been handed over for shipping. The tracking number will follow, here and by email.',
    'Handed over for shipping',
  ],
  [
    { kind: 'arrives-on', day },
    'The carrier expects to deliver it on Tuesday.',
    'Arrives Tuesday; an adult has to sign',
  ],
  [
    { kind: 'arrives' },
    'It is on its way to you. The carrier will name the day.',
    'On its way; an adult has to sign',
  ],
  [{ kind: 'out' }, 'It is out for delivery.', 'Out for delivery; an adult has to sign'],
  [
    { kind: 'out-today' },
    'It is out for delivery today.',
    'Out for delivery today; an adult has to sign',
  ],
  [
    { kind: 'sign' },
    'The carrier came and could not deliver it: an adult has to sign.',
    'Could not be delivered: an adult has to sign',
  ],
  [
    { kind: 'sign-until', at },
    'The carrier came and could not deliver it: an adult has to sign. It is being kept for you until Monday.',
    'Could not be delivered: an adult has to sign',
  ],
  [{ kind: 'fetch' }, 'It is waiting for you at the carrier’s depot.', 'At the carrier’s depot'],
  [
    { kind: 'fetch-until', at },
    'It is waiting for you at the carrier’s depot until Monday; after that it comes back to us.',
    'At the carrier’s depot until Monday',
  ],
  [
    { kind: 'kept-over', at },
    'The carrier could not deliver it and kept it for you until Monday. If you have not picked it up, it is coming back to us.',
    'Could not be delivered',
  ],
  [{ kind: 'delivered', at }, 'It was delivered on Monday.', 'Delivered Monday'],
  [{ kind: 'delivered', at: null }, 'It was delivered.', 'Delivered'],
  [
    { kind: 'returning' },
    'It could not be delivered and is on its way back to us.',
    'On its way back to us',
  ],
  [{ kind: 'returned', at }, 'It came back to us on Monday.', 'Came back to us'],
  [{ kind: 'returned', at: null }, 'It came back to us.', 'Came back to us'],
  [
    { kind: 'lost' },
    'Your wine was lost in transit. We’ll write to you and make it right.',
    'Lost in transit',
  ],
  [
    { kind: 'damaged' },
    'Your wine was damaged in transit. We’ll write to you and make it right.',
    'Damaged in transit',
  ],
  [{ kind: 'cancelled' }, 'This shipment was canceled.', null],
  [
    { kind: 'pickup-received' },
    'We have received it. We will write to you to arrange the pickup.',
    'Order received',
  ],
  [
    { kind: 'pickup-from', day },
    'It can be picked up on or soon after Tuesday. We will write to you to arrange the time.',
    'Pickup on or soon after Tuesday',
  ],
  [
    { kind: 'pickup-waits' },
    'It is being held here for now. We will write to you when it can be picked up.',
    'Held here for now',
  ],
  [
    { kind: 'choose-slot' },
    'It is ready. Choose a time before you come.',
    'Ready: choose a pickup time',
  ],
  [
    { kind: 'missed' },
    'We missed you, and will get in touch to arrange another time.',
    'The pickup was missed',
  ],
  [
    { kind: 'agreed', from: at, until },
    'We expect you on Monday at 10:00 am.',
    'Pickup on Monday, 10:00 am',
  ],
  [
    { kind: 'time-over', from: at, until },
    'Your pickup time was Monday at 10:00 am. If you could not come, choose another.',
    'Pickup time was Monday, 10:00 am',
  ],
  [{ kind: 'collected', at }, 'You picked it up on Monday.', 'Collected'],
  [{ kind: 'collected', at: null }, 'You picked it up.', 'Collected'],
]

test.each(said)('%o is said on the order’s page and in the history', (next, sentence, short) => {
  expect(nextSentence(next, words)).toBe(sentence)
  expect(nextInShort(next, words)).toBe(short)
})

test('what happened is told as it concerns the buyer, by what went and how', () => {
  const box = { kind: 'first', isPickup: false } as const
  expect(buyerEventText('created', box)).toBe('We received your order')
  expect(buyerEventText('created', { ...box, kind: 'split' })).toBe('To be shipped separately')
  expect(buyerEventText('created', { ...box, kind: 'reshipment' })).toBe('To be sent again')
  expect(buyerEventText('created', { ...box, kind: 'replacement' })).toBe('Replacement arranged')
  expect(buyerEventText('ready', box)).toBe('Ready to leave')
  expect(buyerEventText('ready', { ...box, isPickup: true })).toBe('Ready to pick up')
  expect(buyerEventText('received-back', box)).toBe('Back with us in good condition')
  expect(buyerEventText('missed', box)).toBe('The pickup was missed')
})

test.each(['waiting', 'hold-ended', 'claimed', 'followed-up', 'note', 'other'] as const)(
  'the event “%s” is told to no buyer',
  (event) => {
    expect(buyerEventText(event, { kind: 'first', isPickup: false })).toBeNull()
  },
)
