import { describe, expect, test } from 'vitest'

import { shopDates } from '#platform/text/dates.rules.ts'

import { isRunning, readPlaces } from '../holds/holds.rules.ts'
import type { DispatchDays } from '../readiness/dispatch-days.rules.ts'
import { addDays, dispatchEveryDay, isDispatchDay } from '../readiness/dispatch-days.rules.ts'
import type { ReadinessFacts } from '../readiness/readiness.rules.ts'
import { whyWaiting } from '../readiness/readiness.rules.ts'
import { wineRefund } from '../returns/returns.rules.ts'
import {
  depotDays,
  readCarrier,
  readTrackingNumbers,
  soughtTrackingNumber,
  trackingUrl,
} from '../tracking/carriers.rules.ts'

const now = new Date('2026-11-02T18:00:00Z')

describe('ready', () => {
  const facts = (change: Partial<ReadinessFacts>): ReadinessFacts => ({
    isHeld: false,
    notBefore: null,
    shipsFrom: null,
    flags: [],
    isServed: true,
    ...change,
  })

  test.each<[Partial<ReadinessFacts>, ReturnType<typeof whyWaiting>]>([
    [{}, null],
    [{ isHeld: true }, 'held'],
    [{ flags: ['amount-differs'] }, 'flagged'],
    [{ flags: ['second-attempt'] }, null],
    [{ isServed: false }, 'not-served'],
    [{ isServed: false, flags: ['no-longer-served'] }, 'not-served'],
    [{ shipsFrom: '2026-11-03' }, 'not-yet'],
    [{ shipsFrom: '2026-11-02' }, null],
    [{ notBefore: new Date('2026-11-03T00:00:00Z'), isHeld: true }, 'held'],
  ])('%j → %s', (change, why) =>
    expect(whyWaiting(facts(change), { now, today: '2026-11-02' })).toBe(why),
  )
})

describe('dispatch days', () => {
  const days: DispatchDays = {
    ground: [1, 2, 3],
    overnight: [1, 2, 3, 4],
    holidays: ['2026-11-26'],
    daysBefore: 2,
  }

  test.each([
    ['ground', '2026-11-16', true], // Monday
    ['ground', '2026-11-19', false], // Thursday
    ['overnight', '2026-11-19', true],
    ['overnight', '2026-11-20', false],
    ['ground', '2026-11-23', true], // three days before the holiday
    ['ground', '2026-11-24', false],
    ['overnight', '2026-11-26', false],
    ['overnight', '2026-11-30', true],
    ['pickup', '2026-11-16', false],
  ] as const)('%s on %s: %s', (method, day, leaves) => {
    expect(isDispatchDay(days, method, day)).toBe(leaves)
  })

  test('by default every day', () => {
    expect(isDispatchDay(dispatchEveryDay, 'ground', '2026-12-25')).toBe(true)
  })

  test('days are counted over both daylight-saving changes', () => {
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09')
    expect(addDays('2026-10-31', 2)).toBe('2026-11-02')
    // 11 PM and 1 AM of the shop are different days, on both sides of the change.
    const dates = shopDates('America/Los_Angeles')
    for (const [moment, day] of [
      ['2026-03-08T07:30:00Z', '2026-03-07'], // 11:30 PM PST
      ['2026-03-08T08:30:00Z', '2026-03-08'], // 12:30 AM PST
      ['2026-03-09T06:30:00Z', '2026-03-08'], // 11:30 PM PDT
      ['2026-11-01T08:30:00Z', '2026-11-01'], // 1:30 AM PDT
      ['2026-11-01T09:30:00Z', '2026-11-01'], // 1:30 AM PST
      ['2026-11-02T07:30:00Z', '2026-11-01'], // 11:30 PM PST
    ] as const) {
      expect(dates.isoDay(new Date(moment))).toBe(day)
    }
  })
})

describe('shipment holds', () => {
  test('places are read as staff type them', () => {
    expect(readPlaces('TX, arizona; 850–852')).toEqual({
      ok: true,
      places: [
        { scope: 'state', place: 'TX' },
        { scope: 'state', place: 'AZ' },
        { scope: 'zip', place: '850' },
        { scope: 'zip', place: '851' },
        { scope: 'zip', place: '852' },
      ],
    })
    expect(readPlaces('all')).toEqual({ ok: true, places: [{ scope: 'all', place: '' }] })
    expect(readPlaces('TX, Atlantis')).toEqual({ ok: false, wrong: 'Atlantis' })
    expect(readPlaces('853-850')).toEqual({ ok: false, wrong: '853-850' })
    expect(readPlaces(' , ')).toEqual({ ok: false, wrong: null })
    expect(readPlaces('006-009')).toMatchObject({
      ok: true,
      places: [{ place: '006' }, {}, {}, {}],
    })
  })

  const hold = { place: '', shipmentId: null, from: now, until: null, endedAt: null }

  test('runs from its beginning to its end', () => {
    const later = new Date(now.getTime() + 1)
    expect(isRunning({ ...hold, from: later }, now)).toBe(false)
    expect(isRunning({ ...hold, until: now }, now)).toBe(false)
    expect(isRunning({ ...hold, until: later }, now)).toBe(true)
    expect(isRunning({ ...hold, endedAt: now }, now)).toBe(false)
  })
})

test('carriers and tracking numbers are read in all notations', () => {
  expect(['UPS', ' FedEx ', 'Golden State Overnight', 'Pony Express'].map(readCarrier)).toEqual([
    'ups',
    'fedex',
    'gso',
    null,
  ])
  expect(readTrackingNumbers('other', ' 1z 999-aa1 ')).toEqual(['1Z999AA1'])
  expect(readTrackingNumbers('other', '<script>')).toBeNull()
  expect(trackingUrl('ups', '1Z1')).toContain('1Z1')
  expect(trackingUrl('other', '1Z1')).toBeNull()
})

test.each([
  ['ups', '1Z999AA10123456784 1Z999AA10123456795', ['1Z999AA10123456784', '1Z999AA10123456795']],
  ['ups', '1Z 999 AA1 01 2345 6784', ['1Z999AA10123456784']],
  [
    'ups',
    '1Z 999 AA1 01 2345 6784, 1Z 999 AA1 01 2345 6795',
    ['1Z999AA10123456784', '1Z999AA10123456795'],
  ],
  ['ups', '1Z999AA10123456784 and 1z999aa10123456784', ['1Z999AA10123456784']],
  ['ups', '1Z999AA101234567841Z999AA10123456795', null],
  ['ups', '1Z999AA1012345678', null],
  ['ups', '794655123458 lost', null],
  ['ups', '1Z999AA10123456784 1Z999AA1 0123456795', ['1Z999AA10123456784', '1Z999AA10123456795']],
  [
    'ups',
    '1Z999AA1 0123456784, 1Z999AA10123456795, ',
    ['1Z999AA10123456784', '1Z999AA10123456795'],
  ],
  // Together they would be one number of 34 digits.
  ['fedex', '794655123458 9612345678901234567890', ['794655123458', '9612345678901234567890']],
  ['fedex', '7946 5512 3458', ['794655123458']],
  ['fedex', '794655123458/794655123469', ['794655123458', '794655123469']],
  ['fedex', "'794655123458", ['794655123458']],
  ['fedex', '="794655123458"', ['794655123458']],
  ['fedex', '7.94655E+11', null],
  ['fedex', '1Z999AA10123456784', null],
  ['gso', '100012345678; 100012345679', ['100012345678', '100012345679']],
  ['other', 'pending', null],
  ['other', '9400 1000 0000 0000 0000 00', ['9400100000000000000000']],
  ['other', '', null],
] as const)('of %s, “%s” has the numbers %j', (carrier, text, numbers) => {
  expect(readTrackingNumbers(carrier, text)).toEqual(numbers)
})

test('a cell has forty groups at most', () => {
  expect(readTrackingNumbers('ups', '1 '.repeat(10_000))).toBeNull()
  const numbers = Array.from({ length: 41 }, (_, at) => String(100_000_000 + at))
  expect(readTrackingNumbers('ups', numbers.slice(1).join(' '))).toEqual(numbers.slice(1))
  expect(readTrackingNumbers('ups', numbers.join(' '))).toBeNull()
})

test('a parcel is found by its number as it is printed', () => {
  expect(soughtTrackingNumber('1z 999-aa1 01 2345 6784')).toBe('1Z999AA10123456784')
  expect(['pending', '12345', ''].map(soughtTrackingNumber)).toEqual([null, null, null])
})

test('a depot keeps a box for five days', () => {
  expect(depotDays).toBe(5)
})

test('returned wine is refunded with its share of the tax, to the cent', () => {
  const line = { sold: 3, unitPriceCents: 45_000, taxCents: 9_788, taxLeftCents: 9_788 }
  expect(wineRefund({ ...line, units: 3 })).toEqual({ wineCents: 135_000, taxCents: 9_788 })
  expect(wineRefund({ ...line, units: 1 })).toEqual({ wineCents: 45_000, taxCents: 3_263 })
  // Two cases of $450.00 have a tax of $65.25: the half of it is $32.63, and $32.62 is left.
  const two = { ...line, sold: 2, taxCents: 6_525, taxLeftCents: 6_525, units: 1 }
  expect(wineRefund(two)).toEqual({ wineCents: 45_000, taxCents: 3_263 })
  expect(wineRefund({ ...two, taxLeftCents: 3_262 })).toEqual({
    wineCents: 45_000,
    taxCents: 3_262,
  })
  expect(wineRefund({ ...two, taxLeftCents: -1 })).toEqual({ wineCents: 45_000, taxCents: 0 })
})
