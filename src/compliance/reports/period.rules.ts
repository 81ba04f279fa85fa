import type { ReportPeriod } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { nameOfMonth } from '#platform/text/dates.rules.ts'
import { addDays } from '#shipping/readiness/dispatch-days.rules.ts'

/** What a report is about. `until` is the first day after it; days are those of the state's own time. */
export type Period = { every: ReportPeriod; from: string; until: string }

/** Months of each kind of period. */
const monthsIn = {
  month: 1,
  quarter: 3,
  'half-year': 6,
  year: 12,
} as const satisfies Record<ReportPeriod, number>

/** The first day of a month; the thirteenth is the first of the next year. */
const firstOf = (year: number, month: number): string =>
  `${year + Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-01`

const periodFrom = (every: ReportPeriod, year: number, month: number): Period => ({
  every,
  from: firstOf(year, month),
  until: firstOf(year, month + monthsIn[every]),
})

const written = /^(20\d{2})(?:-(?:(0[1-9]|1[0-2])|Q([1-4])|H([12])))?$/

/** `2026-10`, `2026-Q4`, `2026-H2` or `2026`; null for anything else. */
export function readPeriod(code: string): Period | null {
  const [, year, month, quarter, half] = written.exec(code) ?? []
  if (!year) return null
  if (month) return periodFrom('month', Number(year), Number(month))
  if (quarter) return periodFrom('quarter', Number(year), Number(quarter) * 3 - 2)
  if (half) return periodFrom('half-year', Number(year), Number(half) * 6 - 5)
  return periodFrom('year', Number(year), 1)
}

export type Begun = Pick<Period, 'every' | 'from'>

const yearAndMonth = (day: string) => day.split('-').map(Number) as [number, number]

/** How `readPeriod` reads it. */
export function periodCode({ every, from }: Begun): string {
  const [year, month] = yearAndMonth(from)
  switch (every) {
    case 'month':
      return from.slice(0, 7)
    case 'quarter':
      return `${year}-Q${(month + 2) / 3}`
    case 'half-year':
      return `${year}-H${month === 1 ? 1 : 2}`
    case 'year':
      return String(year)
  }
}

/** `October 2026`, `October to December 2026` or `2026`. */
export const periodName = (period: Begun): string => nameIn(period, nameOfMonth, 'to')

const spanishMonths = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio'],
  ...['agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
]

/** The same for emails to the business: `octubre de 2026`, `octubre a diciembre de 2026` or `2026`. */
export const periodNameInSpanish = (period: Begun): string =>
  nameIn(period, (month) => spanishMonths[month - 1]!, 'a', ' de')

function nameIn({ every, from }: Begun, nameOf: (month: number) => string, to: string, of = '') {
  const [year, month] = yearAndMonth(from)
  if (every === 'year') return String(year)
  const first = nameOf(month)
  const last = nameOf(month + monthsIn[every] - 1)
  return `${every === 'month' ? first : `${first} ${to} ${last}`}${of} ${year}`
}

/** The period of that kind in which a day is. */
export function periodOf(every: ReportPeriod, day: string): Period {
  const [year, month] = yearAndMonth(day)
  const months = monthsIn[every]
  return periodFrom(every, year, Math.floor((month - 1) / months) * months + 1)
}

/** The one before it. */
export const periodBefore = ({ every, from }: Begun): Period => periodOf(every, addDays(from, -1))

/** The newest periods of that kind, that of the day first. */
export function newestPeriods(every: ReportPeriod, day: string, count: number): Period[] {
  const periods = [periodOf(every, day)]
  while (periods.length < count) periods.push(periodBefore(periods.at(-1)!))
  return periods
}

/** The last day of a period, which is written with both of its ends. */
export const lastDayOf = ({ until }: Pick<Period, 'until'>): string => addDays(until, -1)

/** How many days after another a day is. */
export const daysSince = (day: string, later: string): number =>
  (Date.parse(`${later}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000

/** `15 de noviembre de 2026` */
export const longDayInSpanish = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${date} de ${spanishMonths[month - 1]} de ${year}`
}
