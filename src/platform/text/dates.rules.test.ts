import { afterEach, describe, expect, test, vi } from 'vitest'

import { isTimeZone, numericDay, shopDates, writtenDate, writtenWeekday } from './dates.rules.ts'

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
    expect(moment(new Date(at))).toBe(shown)
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
    expect(shopDates('America/New_York').moment(at)).toBe('11/19/2026, 11:30 PM EST')
    expect(shopDates('America/New_York').longMoment(at)).toBe('November 19, 2026 at 11:30 PM EST')
    expect(shopDates('America/Argentina/Mendoza').day(at)).toBe('11/20/2026')
  })
})

describe('with the locale data of another engine', () => {
  afterEach(() => vi.unstubAllGlobals())

  // Everything that ICU has written otherwise in one of its versions: narrow spaces, the order, words, and
  // midnight as 24. Zones that no other test asks for, as formatters are kept.
  class OtherData extends Intl.DateTimeFormat {
    override formatToParts(date?: Date | number) {
      const texts: Record<string, string> = { literal: '\u202f', dayPeriod: 'p.m.', era: 'A' }
      const parts = super.formatToParts(date).toReversed()
      return parts.map(({ type, value }) => ({ type, value: texts[type] ?? value }))
    }
  }
  Object.defineProperty(OtherData.prototype, 'format', { value: () => '20\u202f11 Sept.' })

  test.each([
    ['2026-09-20T22:04:05Z', 'America/Denver'],
    ['2026-09-20T22:04:05Z', 'US/Mountain'],
  ])('%s is written the same (%s)', (at, zone) => {
    if (zone === 'US/Mountain') vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: OtherData })
    const dates = shopDates(zone)
    const date = new Date(at)
    const written = Object.entries(dates).map(([name, write]) => [name, write(date)])
    expect(Object.fromEntries(written)).toEqual({
      day: '9/20/2026',
      shortDay: 'Sep 20',
      month: 'Sep 2026',
      longDay: 'September 20, 2026',
      moment: '9/20/2026, 4:04 PM MDT',
      longMoment: 'September 20, 2026 at 4:04 PM MDT',
      weekday: 'Sunday, September 20',
      monthDay: 'September 20',
      time: '4:04 PM MDT',
      second: '4:04:05 PM MDT',
      weekdayMoment: 'Sun, September 20, 4:04 PM MDT',
      hour: '4:04 PM',
      isoDay: '2026-09-20',
    })
  })
})

test('a calendar date has no zone', () => {
  expect(writtenDate('1981-04-12')).toBe('April 12, 1981')
  expect(writtenWeekday('2026-11-20')).toBe('Friday, November 20')
  expect(numericDay('2026-11-05')).toBe('11/5/2026')
  expect(writtenDate('no date')).toBe('no date')
})

test('a time zone is one that is known', () => {
  expect(isTimeZone('America/Los_Angeles')).toBe(true)
  expect(isTimeZone('Mendoza')).toBe(false)
})
