import { isOneOf } from '#platform/text/one-of.rules.ts'

/** A month on one page: tables whose first column is a name and whose others are figures. */
export type MonthSummary = {
  title: string
  intro: string
  tables: readonly {
    title: string
    headings: readonly string[]
    rows: readonly (readonly string[])[]
    /** A last row, set apart. */
    sum: readonly string[] | null
  }[]
  notes: readonly string[]
}

/** The files of a month: its lines and its sums as CSV, and one page as PDF. */
export const monthFileKinds = ['lines', 'sums', 'summary'] as const
export type MonthFileKind = (typeof monthFileKinds)[number]

export const isMonthFileKind = (text: unknown) => isOneOf(monthFileKinds, text)

/** Characters of the reason for which a closed month is opened again. */
export const longestReason = 300
