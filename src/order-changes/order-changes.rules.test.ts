import { expect, test } from 'vitest'

import { methodText } from './order-changes.copy.ts'
import type { ChangeFacts } from './order-changes.rules.ts'
import { canUndo, whyNoChange, whyNotEarliest } from './order-changes.rules.ts'

const ground = (state: ChangeFacts['shipments'][number]['state']) =>
  ({ state, method: 'ground' }) as const

const facts: ChangeFacts = {
  ...{ orderState: 'paid', isFlagged: false, changes: 0 },
  shipments: [ground('ready')],
}

test.each([
  [{}, null],
  [{ orderState: 'partly-refunded' }, null],
  [{ shipments: [ground('waiting'), ground('ready')] }, 'split'],
  [{ shipments: [ground('waiting'), ground('ready')], isFlagged: true }, 'under-review'],
  [{ shipments: [ground('waiting'), ground('ready')], changes: 10 }, 'too-many'],
  [{ changes: 9 }, null],
  [{ changes: 10 }, 'too-many'],
  [{ shipments: [ground('handed-over')] }, 'handed-over'],
  [{ shipments: [ground('ready'), ground('handed-over')] }, 'handed-over'],
  [{ shipments: [ground('shipped'), ground('returning')] }, 'handed-over'],
  [{ shipments: [ground('delivered'), ground('ready')] }, 'partly-sent'],
  [{ shipments: [ground('damaged'), ground('waiting')] }, 'partly-sent'],
  [{ shipments: [ground('returning')] }, 'over'],
  [{ shipments: [ground('shipped')], isFlagged: true }, 'handed-over'],
  [{ isFlagged: true }, 'under-review'],
  [{ orderState: 'disputed' }, 'under-review'],
  [{ orderState: 'refunded' }, 'over'],
  [{ shipments: [] }, 'over'],
  [{ shipments: [ground('delivered')] }, 'over'],
  [{ shipments: [ground('lost')] }, 'over'],
  [{ shipments: [{ state: 'ready', method: 'pickup' }] }, null],
  [{ shipments: [{ state: 'agreed', method: 'pickup' }] }, 'appointment'],
  [{ shipments: [{ state: 'missed', method: 'pickup' }] }, 'appointment'],
  [{ shipments: [{ state: 'collected', method: 'pickup' }] }, 'over'],
] as const satisfies readonly (readonly [Partial<ChangeFacts>, unknown])[])(
  'an order with %j: %s',
  (more, why) => expect(whyNoChange({ ...facts, ...more })).toBe(why),
)

const weekdays = {
  ground: [1, 2, 3, 4, 5],
  overnight: [1, 2, 3],
  holidays: [],
  daysBefore: 0,
} as const
const closedUntilChristmas = {
  ground: [0, 1, 2, 3, 4, 5, 6],
  overnight: [],
  holidays: ['2026-12-25'],
  daysBefore: 30,
} as const
const days = {
  ...{ today: '2026-11-25', shipsFrom: null, shipsUntil: null, dispatch: weekdays },
  methods: ['ground'],
} as const

test.each([
  ['2026-11-25', {}, null],
  ['2026-11-24', {}, 'That day is over.'],
  ['2027-05-24', {}, null],
  ['2027-05-25', {}, 'We keep your wine until Monday, May 24. For longer, please write to us.'],
  ['2026-12-18', { shipsUntil: '2026-12-18' }, null],
  [
    '2026-12-21',
    { shipsUntil: '2026-12-18' },
    'This wine leaves until Friday, December 18. For longer, please write to us.',
  ],
  [
    '2026-11-28',
    {},
    'Nothing leaves on Saturday, November 28. The next day is Monday, November 30.',
  ],
  [
    '2026-11-26',
    { methods: ['ground', 'overnight'] },
    'Nothing leaves on Thursday, November 26. The next day is Monday, November 30.',
  ],
  ['2026-11-29', {}, 'Nothing leaves on Sunday, November 29. The next day is Monday, November 30.'],
  [
    '2026-11-26',
    { dispatch: closedUntilChristmas },
    'Nothing leaves on Thursday, November 26. The next day is Saturday, December 26.',
  ],
  [
    '2026-11-25',
    { dispatch: closedUntilChristmas },
    'Nothing leaves on Wednesday, November 25. Please choose another day.',
  ],
  ['2026-12-14', { shipsFrom: '2026-12-14' }, null],
  ['2026-12-11', { shipsFrom: '2026-12-12' }, 'This wine leaves from Monday, December 14.'],
  [
    '2026-11-28',
    { shipsUntil: '2026-11-29' },
    'Nothing leaves on Saturday, November 28. Please choose another day.',
  ],
  ['2027-05-23', {}, 'Nothing leaves on Sunday, May 23. The next day is Monday, May 24.'],
  [
    '2027-05-24',
    { dispatch: { ...closedUntilChristmas, holidays: ['2027-05-24'], daysBefore: 0 } },
    'Nothing leaves on Monday, May 24. Please choose another day.',
  ],
] as const)('not before %s, with %j: %s', (day, more, sentence) => {
  expect(whyNotEarliest(day, { ...days, ...more })).toBe(sentence)
})

const changedAt = new Date('2026-11-25T20:00:00.000Z')
const byStaff = { by: 'staff', kind: 'hold', after: { isHeld: true }, at: changedAt } as const
const tenMinutesLater = '2026-11-25T20:10:00.000Z'

test.each([
  [{}, tenMinutesLater, true],
  [{}, '2026-11-25T20:10:00.001Z', false],
  [{ by: 'customer' }, tenMinutesLater, false],
  [{ kind: 'address' }, tenMinutesLater, true],
  [{ kind: 'earliest' }, tenMinutesLater, true],
  [{ kind: 'gift' }, tenMinutesLater, true],
  [{ kind: 'fewer', after: { kept: {}, refundCents: 1 } }, tenMinutesLater, false],
  [{ kind: 'method', after: { method: 'ground', cents: -1 } }, tenMinutesLater, false],
  [
    { kind: 'method', after: { method: 'ground', cents: 0, reason: 'Late' } },
    tenMinutesLater,
    true,
  ],
] as const)('a change by staff, but %j, is undone at %s: %s', (change, at, can) => {
  expect(canUndo({ ...byStaff, ...change }, new Date(at))).toBe(can)
})

test('without a change nothing is undone', () => {
  expect(canUndo(undefined, changedAt)).toBe(false)
})

test.each([
  ['pickup', -5_000, true, '$50.00 is refunded; it is no longer a gift'],
  ['pickup', 0, true, 'At the same price; it is no longer a gift'],
  ['pickup', -5_000, false, '$50.00 is refunded'],
  ['ground', -6_000, true, '$60.00 is refunded'],
  ['overnight', 6_000, true, '$60.00 more, paid on the next page'],
] as const)(
  'changing to %s for %i cents, of a gift or not (%s), reads %s',
  (method, cents, isGift, text) => {
    expect(methodText({ method, cents }, { isGift })).toBe(text)
  },
)
