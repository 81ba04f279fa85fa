import { expect, test } from 'vitest'

import { beginningOf, endOfDay, hourOf, readHour, zoneName } from './typed-hour.rules.ts'

const zone = 'America/Los_Angeles'

test.each([
  ['2027-03-12T17:00', '2027-03-13T01:00:00.000Z'],
  ['2027-03-14T01:59', '2027-03-14T09:59:00.000Z'],
  ['2027-03-14T03:00', '2027-03-14T10:00:00.000Z'],
  ['2027-07-01 09:00', '2027-07-01T16:00:00.000Z'],
])('%s is %s', (text, moment) => {
  expect(readHour(text, zone)).toEqual({ ok: true, at: new Date(moment) })
})

test('an hour that the clocks skip is refused', () => {
  for (const text of ['2027-03-14T02:00', '2027-03-14T02:30', '2027-03-14T02:59'])
    expect(readHour(text, zone)).toEqual({ ok: false, reason: 'skipped' })
})

test('an hour that comes twice means the first', () => {
  expect(readHour('2027-11-07T01:30', zone)).toEqual({
    ok: true,
    at: new Date('2027-11-07T08:30:00.000Z'),
  })
})

test.each([
  ['2026-11-01', zone, '2026-11-01T07:00:00.000Z'],
  ['2027-03-14', zone, '2027-03-14T08:00:00.000Z'],
  // Where the clocks skip midnight the day begins at one.
  ['2027-09-05', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
])('%s begins in %s at %s', (day, timeZone, moment) => {
  expect(beginningOf(day, timeZone)).toEqual(new Date(moment))
})

test.each([
  ['2026-11-01T07:00:00Z', '2026-11-02T07:59:59.999Z'],
  ['2027-03-14T08:00:00Z', '2027-03-15T06:59:59.999Z'],
  ['2027-03-13T20:15:00Z', '2027-03-14T07:59:59.999Z'],
  ['2026-12-31T20:00:00Z', '2027-01-01T07:59:59.999Z'],
])('the day of %s ends at %s', (at, end) => {
  expect(endOfDay(new Date(at), zone)).toEqual(new Date(end))
})

test('what is no day has no beginning', () => {
  expect(beginningOf('2027-02-29', zone)).toBeNull()
})

test.each(['', 'soon', '2027-02-29T09:00', '2027-13-01T09:00', '2027-03-12T24:00', '2027-03-12'])(
  '%j is no hour',
  (text) => {
    expect(readHour(text, zone)).toEqual({ ok: false, reason: 'not-an-hour' })
  },
)

test('an hour is shown as it was typed', () => {
  for (const text of ['2027-03-12T17:00', '2027-11-07T01:30', '2026-12-31T23:59'])
    expect(hourOf((readHour(text, zone) as { at: Date }).at, zone)).toBe(text)
})

test('a zone is named by its city', () => {
  expect([zoneName(zone), zoneName('UTC')]).toEqual(['Los Angeles time', 'UTC time'])
})
