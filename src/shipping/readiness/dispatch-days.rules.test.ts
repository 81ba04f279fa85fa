import { describe, expect, test } from 'vitest'

import { shopDates } from '#platform/text/dates.rules.ts'

import type { DispatchDays } from './dispatch-days.rules.ts'
import { addDays, dispatchEveryDay, isDispatchDay } from './dispatch-days.rules.ts'

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

test('without other settings boxes leave on each day of the week', () => {
  const days = [16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`)
  for (const method of ['ground', 'overnight'] as const) {
    expect(days.filter((day) => isDispatchDay(dispatchEveryDay, method, day))).toEqual(days)
  }
  const christmas = { ...dispatchEveryDay, holidays: ['2026-12-25'] }
  expect(isDispatchDay(christmas, 'ground', '2026-12-24')).toBe(true)
  expect(isDispatchDay(christmas, 'ground', '2026-12-25')).toBe(false)
})
