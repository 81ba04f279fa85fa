import { expect, test } from 'vitest'

import { shopDates } from '#platform/text/dates.rules.ts'

import { isFederalHoliday } from './federal-holidays.rules.ts'
import { freeSlots, maxPickupPlaces, readStartTimes, slotKey } from './pickup.rules.ts'

const timeZone = 'America/Los_Angeles'
const { isoDay } = shopDates(timeZone)
const slots = (now: string, startTimes: Record<string, string[]>, taken: string[] = []) =>
  freeSlots(
    [{ id: 'p', startTimes }],
    taken.map((from) => ({ placeId: 'p', from: new Date(from) })),
    { now: new Date(now), timeZone, isoDay },
  ).map(({ from }) => from.toISOString())

test('slots are hours of the shop’s time zone, on their weekdays, twelve hours ahead at least', () => {
  const friday = { 5: ['16:00', '16:30'] }
  // Friday, November 20, 2026, at noon in Los Angeles.
  expect(slots('2026-11-20T20:00:00Z', friday).slice(0, 2)).toEqual([
    '2026-11-28T00:00:00.000Z',
    '2026-11-28T00:30:00.000Z',
  ])
  expect(slots('2026-11-19T20:00:00Z', friday)[0]).toBe('2026-11-21T00:00:00.000Z')
  expect(slots('2026-11-19T20:00:00Z', friday, ['2026-11-21T00:00:00Z'])[0]).toBe(
    '2026-11-21T00:30:00.000Z',
  )
})

test('slots are offered for three weeks from the shop’s day, also in the evening', () => {
  const daily = Object.fromEntries(Array.from({ length: 7 }, (_, day) => [day, ['16:00']]))
  // Monday, November 9, 2026, at six in the evening, which is Tuesday by UTC.
  expect(slots('2026-11-10T02:00:00Z', daily).at(-1)).toBe('2026-12-01T00:00:00.000Z')
})

test('an hour that the clocks skip has no slot', () => {
  // Sunday, March 14, 2027.
  const sunday = { 0: ['02:30', '03:30'] }
  expect(slots('2027-03-12T20:00:00Z', sunday)[0]).toBe('2027-03-14T10:30:00.000Z')
})

test.each([
  ['16:00, 16:30', ['16:00', '16:30']],
  ['9:00;8:30', ['08:30', '09:00']],
  ['', []],
  ['24:00', null],
  ['16:60', null],
  ['16', null],
  ['16:00 16:00', null],
  [Array.from({ length: 21 }, (_, at) => `10:${String(at + 10)}`).join(' '), null],
])('hours typed as %j', (typed, read) => expect(readStartTimes(typed)).toEqual(read))

test('a slot has one key', () => {
  expect(slotKey({ placeId: 'p', from: new Date('2026-11-20T20:00:00Z') })).toBe(
    'p|2026-11-20T20:00:00.000Z',
  )
})

test('no slot is on a holiday', () => {
  const thursday = { 4: ['16:00'] }
  // Thanksgiving is Thursday, November 26, 2026.
  expect(slots('2026-11-16T20:00:00Z', thursday).slice(0, 2)).toEqual([
    '2026-11-20T00:00:00.000Z',
    '2026-12-04T00:00:00.000Z',
  ])
})

test('the federal holidays of three years, and when those on a weekend are kept', () => {
  const daysOf = (year: number) =>
    Array.from({ length: 366 }, (_, at) =>
      new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10),
    )
      .filter((day) => day.startsWith(String(year)) && isFederalHoliday(day))
      .map((day) => day.slice(5))
      .join(' ')
  expect(daysOf(2026)).toBe(
    '01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25',
  )
  expect(daysOf(2027)).toBe(
    '01-01 01-18 02-15 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 12-24 12-25 12-31',
  )
  expect(daysOf(2028)).toBe(
    '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-11 11-23 12-25',
  )
})

test('a slot is for half an hour, on the same day too, from twelve hours ahead', () => {
  const friday = { 5: ['16:00'] }
  const at = (now: string) =>
    freeSlots([{ id: 'p', startTimes: friday }], [], { now: new Date(now), timeZone, isoDay })[0]
  const first = {
    placeId: 'p',
    from: new Date('2026-11-21T00:00:00Z'),
    until: new Date('2026-11-21T00:30:00Z'),
  }
  // Friday, November 20, 2026, at 4 in the morning in Los Angeles.
  expect(at('2026-11-20T12:00:00.000Z')).toEqual(first)
  expect(at('2026-11-20T12:00:00.001Z')).toMatchObject({ from: new Date('2026-11-28T00:00:00Z') })
})

test('slots of all places stand in the order of their hours', () => {
  const places = [
    { id: 'a', startTimes: { 5: ['17:00', '16:00'] } },
    { id: 'b', startTimes: { 5: ['16:30'] } },
  ]
  const at = { now: new Date('2026-11-19T20:00:00Z'), timeZone, isoDay }
  const hours = freeSlots(places, [], at).map(({ from }) => from.toISOString().slice(8, 16))
  expect(hours.slice(0, 3)).toEqual(['21T00:00', '21T00:30', '21T01:00'])
})

test('a day has twenty hours at most, and a winery five places', () => {
  const twenty = Array.from({ length: 20 }, (_, at) => `10:${String(at + 10)}`)
  expect(readStartTimes(twenty.join(' '))).toEqual(twenty)
  expect(maxPickupPlaces).toBe(5)
})
