import { expect, test } from 'vitest'

import { shopDates } from '#platform/text/dates.rules.ts'

import { freeSlots, readStartTimes, slotKey } from './pickup.rules.ts'

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
