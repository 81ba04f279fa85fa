import type { CarriedMethod, ShippingMethod } from '#catalogue/destinations/shipping.rules.ts'
import { byCarried, needsAddress } from '#catalogue/destinations/shipping.rules.ts'

/** 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

const everyDay: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]

/** The days on which boxes are handed over. They only affect what is proposed for today's handover. */
export type DispatchDays = Record<CarriedMethod, readonly Weekday[]> & {
  /** ISO dates, such as `2026-12-25`. */
  holidays: readonly string[]
  /** Days before a holiday on which nothing is handed over, nor on the holiday itself. */
  daysBefore: number
}

export const dispatchEveryDay: DispatchDays = {
  ...byCarried(() => everyDay),
  holidays: [],
  daysBefore: 0,
}

/** The same calendar day, some days later; no hours, so no daylight-saving change matters. */
export function addDays(isoDay: string, days: number): string {
  const date = new Date(`${isoDay}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

export const weekdayOf = (isoDay: string): Weekday =>
  new Date(`${isoDay}T00:00:00Z`).getUTCDay() as Weekday

/** Whether boxes of that method leave on that calendar day of the shop's time zone. */
export function isDispatchDay(days: DispatchDays, method: ShippingMethod, isoDay: string): boolean {
  // A pickup leaves by appointment.
  if (!needsAddress(method)) return false
  if (!days[method].includes(weekdayOf(isoDay))) return false
  return !days.holidays.some(
    (holiday) => isoDay <= holiday && addDays(isoDay, days.daysBefore) >= holiday,
  )
}
