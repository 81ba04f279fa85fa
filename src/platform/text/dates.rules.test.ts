import { describe, expect, test } from 'vitest'

import { isTimeZone, shopDates, writtenDate } from './dates.rules.ts'

describe('a moment in the shop’s time zone', () => {
  const { day, longDay, moment, isoDay } = shopDates('America/Los_Angeles')

  // Daylight saving ended on November 1 and began on March 8, 2026, at 2 in the morning.
  test.each([
    ['2026-11-01T08:59:00Z', '11/1/2026, 1:59 AM PDT'],
    ['2026-11-01T09:00:00Z', '11/1/2026, 1:00 AM PST'],
    ['2026-03-08T09:59:00Z', '3/8/2026, 1:59 AM PST'],
    ['2026-03-08T10:00:00Z', '3/8/2026, 3:00 AM PDT'],
    ['2026-12-31T20:00:00Z', '12/31/2026, 12:00 PM PST'],
  ])('%s is %s', (at, shown) => {
    expect(moment(new Date(at)).replaceAll(/\s/g, ' ')).toBe(shown)
  })

  test.each([
    ['2026-11-20T07:59:59Z', '11/19/2026', 'November 19, 2026', '2026-11-19'],
    ['2026-11-20T08:00:00Z', '11/20/2026', 'November 20, 2026', '2026-11-20'],
    ['2026-07-01T06:59:59Z', '6/30/2026', 'June 30, 2026', '2026-06-30'],
    ['2026-07-01T07:00:00Z', '7/1/2026', 'July 1, 2026', '2026-07-01'],
  ])('%s is the day %s', (at, short, long, iso) => {
    const date = new Date(at)
    expect([day(date), longDay(date), isoDay(date)]).toEqual([short, long, iso])
  })

  test('follows the setting', () => {
    const at = new Date('2026-11-20T04:30:00Z')
    expect(shopDates('America/New_York').moment(at).replaceAll(/\s/g, ' ')).toBe(
      '11/19/2026, 11:30 PM EST',
    )
    expect(shopDates('America/New_York').longMoment(at).replaceAll(/\s/g, ' ')).toBe(
      'November 19, 2026 at 11:30 PM EST',
    )
    expect(shopDates('America/Argentina/Mendoza').day(at)).toBe('11/20/2026')
  })
})

test('a calendar date has no zone', () => {
  expect(writtenDate('1981-04-12')).toBe('April 12, 1981')
  expect(writtenDate('no date')).toBe('no date')
})

test('a time zone is one that is known', () => {
  expect(isTimeZone('America/Los_Angeles')).toBe(true)
  expect(isTimeZone('Mendoza')).toBe(false)
})
