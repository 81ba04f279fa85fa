import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { openOrdersShop } from '#tests/harness/orders-shop.ts'

const { testShop } = await openOrdersShop()
const { db } = testShop

const one = async (what: ReturnType<typeof sql>) =>
  (await db.execute<{ found: unknown }>(sql`select ${what} as found`)).rows[0]!.found

describe('what is counted together', () => {
  test.each([
    ['12 Main Street', 'Apartment 4', '12 MAIN ST., #4', ''],
    ['12 North Main St', 'Unit B', '12 N. Main Street', 'Apt. B'],
    ['5 José Avenue', '', '5 Jose Ave', ''],
  ])('%s %s and %s %s are one household', async (line, extra, other, otherExtra) => {
    const key = await one(sql`household_key(${line}, ${extra}, '55101')`)
    expect(key).toBe(await one(sql`household_key(${other}, ${otherExtra}, '55101-2345')`))
  })

  test('another apartment and another ZIP code are another household, and no address is none', async () => {
    const key = await one(sql`household_key('12 Main St', 'Apt 4', '55101')`)
    expect(await one(sql`household_key('12 Main St', 'Apt 5', '55101')`)).not.toBe(key)
    expect(await one(sql`household_key('12 Main St', 'Apt 4', '55102')`)).not.toBe(key)
    expect(await one(sql`household_key('', '', '55101')`)).toBeNull()
  })

  test.each([
    ['calendar-month', '2026-03-31', '2026-03-01'],
    ['two-months', '2026-03-15', '2026-01-16'],
    ['calendar-year', '2026-12-31', '2026-01-01'],
    ['twelve-months', '2026-03-15', '2025-03-16'],
    ['year-from-july', '2026-06-30', '2025-07-01'],
    ['year-from-july', '2026-07-01', '2026-07-01'],
  ])('%s on %s counts from %s', async (counted, day, since) => {
    expect(await one(sql`counted_since(${counted}, ${day})::text`)).toBe(since)
  })

  test('a day is that of the state', async () => {
    // Midnight in St. Paul is an hour before it in Denver.
    const at = sql`'2026-01-01T06:30:00Z'::timestamptz`
    expect(await one(sql`day_in('MN', ${at})::text`)).toBe('2026-01-01')
    expect(await one(sql`day_in('CO', ${at})::text`)).toBe('2025-12-31')
  })
})
