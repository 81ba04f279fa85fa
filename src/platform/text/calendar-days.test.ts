import { describe, expect, test } from 'vitest'

import { linesWith } from '../../../tests/harness/code-lines.ts'
import type { ShopSettings } from '../services/services.ts'
import { shopToday } from '../services/shop-today.ts'
import { shopDates } from './dates.rules.ts'
import { inOrder } from './in-order.rules.ts'

describe('a calendar day', () => {
  test('is the shop’s: in the evening it is another one in UTC', () => {
    const evening = new Date('2026-11-26T02:00:00Z')
    expect(shopDates('America/Los_Angeles').isoDay(evening)).toBe('2026-11-25')
    expect(shopDates('UTC').isoDay(evening)).toBe('2026-11-26')
    const settings = { timeZone: 'America/Los_Angeles' } as ShopSettings
    expect(shopToday({ clock: () => evening, settings })).toBe('2026-11-25')
    expect(shopDates('UTC').isoDay(new Date('0987-03-04T00:00:00Z'))).toBe('0987-03-04')
  })

  test('is never made from a moment in UTC', () => {
    const made = linesWith(
      'toISOString\\(\\)(\\.slice\\(0, 10\\)|\\.split)|getUTC(FullYear|Month|Date)',
    ).filter((line) => !allowed.some((file) => line.startsWith(file)))
    expect(made).toEqual([])
  })

  test('of a file for spreadsheets is never one in UTC', () => {
    expect(
      linesWith('\\((row|line)[^)]*\\) => .*toISOString|at time zone .UTC., .YYYY-MM-DD.\\)'),
    ).toEqual([])
  })

  test('and an order of names do not depend on the locale of a browser, or on its version', () => {
    expect(linesWith(`localeCompare|'en-CA'|toLocale(Date|Time)?String\\(\\)`)).toEqual([])
    const formatters = linesWith('Intl\\.DateTimeFormat\\(|toLocale(Date|Time)String')
    expect(
      formatters.filter((line) => !line.startsWith('src/platform/text/dates.rules.ts')),
    ).toEqual([])
    expect(['Zoe', 'Ángel', 'anna'].toSorted(inOrder)).toEqual(['Ángel', 'anna', 'Zoe'])
  })
})

/** Days that are days already, counted in UTC; and the demo's data. */
const allowed = [
  'src/app/seed/',
  'src/platform/text/accounting-month.rules.ts',
  // The moment is moved to the zone's clocks before.
  'src/platform/text/dates.rules.ts',
  'src/privacy/import/document.rules.ts',
  'src/shipping/pickup/federal-holidays.rules.ts',
  'src/shipping/pickup/pickup.rules.ts',
  'src/shipping/readiness/dispatch-days.rules.ts',
]
