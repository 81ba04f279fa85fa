import { nameOfMonth } from './dates.rules.ts'
import { readHour } from './typed-hour.rules.ts'

/** An accounting month, as `2026-10`. */
export type AccountingMonth = string

const pattern = /^(?:20|21)\d{2}-(?:0[1-9]|1[0-2])$/

export const isMonth = (text: unknown): text is AccountingMonth =>
  typeof text === 'string' && pattern.test(text)

/** The month `by` months later: `nextMonth('2026-12')` is `2027-01`. */
export function nextMonth(month: AccountingMonth, by = 1): AccountingMonth {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Every month from one to another, both included. */
export function monthsBetween(first: AccountingMonth, last: AccountingMonth): AccountingMonth[] {
  const months: AccountingMonth[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

/** The month's first moment and that of the next, in the shop's time zone. */
export function spanOfMonth(month: AccountingMonth, timeZone: string): { from: Date; to: Date } {
  return { from: startOf(month, timeZone), to: startOf(nextMonth(month), timeZone) }
}

function startOf(month: AccountingMonth, timeZone: string): Date {
  // No zone of the US changes its clocks at midnight; where one does, the month begins at one.
  for (const hour of ['00', '01']) {
    const read = readHour(`${month}-01T${hour}:00`, timeZone)
    if (read.ok) return read.at
  }
  throw new Error(`No start of ${month} in ${timeZone}`)
}

/** `2026-10` → `October 2026`. */
export const monthName = (month: AccountingMonth): string =>
  `${nameOfMonth(Number(month.slice(5)))} ${month.slice(0, 4)}`
