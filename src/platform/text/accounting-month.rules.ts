import { nameOfMonth } from './dates.rules.ts'
import { beginningOf } from './typed-hour.rules.ts'

/** An accounting month, as `2026-10`. */
export type AccountingMonth = string

const pattern = /^(?:20|21)\d{2}-(?:0[1-9]|1[0-2])$/

export const isMonth = (text: unknown): text is AccountingMonth =>
  typeof text === 'string' && pattern.test(text)

/** The month after this one: `nextMonth('2026-12')` is `2027-01`. */
export function nextMonth(month: AccountingMonth): AccountingMonth {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/** Every month from one to another, both included. */
export function monthsBetween(first: AccountingMonth, last: AccountingMonth): AccountingMonth[] {
  const months: AccountingMonth[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

/** The month's first moment and that of the next, in the shop's time zone. */
export function spanOfMonth(month: AccountingMonth, timeZone: string): { from: Date; to: Date } {
  const startOf = (first: AccountingMonth) => beginningOf(`${first}-01`, timeZone)!
  return { from: startOf(month), to: startOf(nextMonth(month)) }
}

/** `2026-10` → `October 2026`. */
export const monthName = (month: AccountingMonth): string =>
  `${nameOfMonth(Number(month.slice(5)))} ${month.slice(0, 4)}`
