import type { AccountingMonth } from '#platform/text/accounting-month.rules.ts'
import { nextMonth } from '#platform/text/accounting-month.rules.ts'

/** A number of whole years. */
export type Years = number

/** Years for which records are kept: what legal counsel can decide, and what holds until they do. */
export const recordYears = { least: 3, most: 10, usual: 7 } as const

/** The last month in which the person of an order of that calendar day is kept: they are erased once a month. */
export const keptThrough = (day: string, years: Years): AccountingMonth =>
  nextMonth(`${Number(day.slice(0, 4)) + years}${day.slice(4, 7)}`)
