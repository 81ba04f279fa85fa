/** A day of a month by its weekday: `nth` of 1 is the first, -1 the last. */
type Moving = { month: number; weekday: number; nth: number }
type Fixed = { month: number; day: number }

const sunday = 0
const monday = 1
const thursday = 4
const friday = 5
const saturday = 6

/** The holidays of the United States by federal law (5 U.S.C. 6103). */
const holidays: readonly (Moving | Fixed)[] = [
  { month: 1, day: 1 }, // New Year's Day
  { month: 1, weekday: monday, nth: 3 }, // Birthday of Martin Luther King, Jr.
  { month: 2, weekday: monday, nth: 3 }, // Washington's Birthday
  { month: 5, weekday: monday, nth: -1 }, // Memorial Day
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
  const [weekday, aside] =
    date.getUTCDay() === friday
      ? [saturday, 1]
      : date.getUTCDay() === monday
        ? [sunday, -1]
        : [null, 0]
  if (weekday === null) return false
  const other = new Date(date)
  other.setUTCDate(other.getUTCDate() + aside)
  return holidays.some((holiday) => 'day' in holiday && isOn(holiday, other))
}

function isOn(holiday: Moving | Fixed, date: Date): boolean {
  if (date.getUTCMonth() + 1 !== holiday.month) return false
  const day = date.getUTCDate()
  if ('day' in holiday) return day === holiday.day
  if (date.getUTCDay() !== holiday.weekday) return false
  if (holiday.nth > 0) return Math.ceil(day / 7) === holiday.nth
  const last = new Date(Date.UTC(date.getUTCFullYear(), holiday.month, 0)).getUTCDate()
  return day > last - 7
}
