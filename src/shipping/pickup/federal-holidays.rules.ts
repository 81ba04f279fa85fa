/** A day of a month by its weekday: `nth` of 1 is the first. */
type Moving = { month: number; weekday: number; nth: number | 'last' }
type Fixed = { month: number; day: number }

const monday = 1
const thursday = 4
const friday = 5

/** The holidays of the United States by federal law (5 U.S.C. 6103). */
const holidays: readonly (Moving | Fixed)[] = [
  { month: 1, day: 1 }, // New Year's Day
  { month: 1, weekday: monday, nth: 3 }, // Birthday of Martin Luther King, Jr.
  { month: 2, weekday: monday, nth: 3 }, // Washington's Birthday
  { month: 5, weekday: monday, nth: 'last' }, // Memorial Day
  { month: 6, day: 19 }, // Juneteenth
  { month: 7, day: 4 }, // Independence Day
  { month: 9, weekday: monday, nth: 1 }, // Labor Day
  { month: 10, weekday: monday, nth: 2 }, // Columbus Day
  { month: 11, day: 11 }, // Veterans Day
  { month: 11, weekday: thursday, nth: 4 }, // Thanksgiving Day
  { month: 12, day: 25 }, // Christmas Day
]

/**
 * Whether a calendar day such as `2026-11-26` is a federal holiday, or the weekday on which one is kept that falls on a
 * weekend: on Saturday the Friday before, on Sunday the Monday after.
 */
export function isFederalHoliday(isoDay: string): boolean {
  const date = new Date(`${isoDay}T00:00:00Z`)
  if (holidays.some((holiday) => isOn(holiday, date))) return true
  const aside = date.getUTCDay() === friday ? 1 : date.getUTCDay() === monday ? -1 : 0
  const other = new Date(date)
  other.setUTCDate(other.getUTCDate() + aside)
  return holidays.some((holiday) => 'day' in holiday && isOn(holiday, other))
}

function isOn(holiday: Moving | Fixed, date: Date): boolean {
  const day = date.getUTCDate()
  const isInMonth = date.getUTCMonth() + 1 === holiday.month
  if ('day' in holiday) return isInMonth && day === holiday.day
  const { month, weekday, nth } = holiday
  const last = new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate()
  const isNth = nth === 'last' ? day > last - 7 : Math.ceil(day / 7) === nth
  return isInMonth && date.getUTCDay() === weekday && isNth
}
