import { z } from 'zod'

import { text } from '#platform/action/form-fields.ts'

import type { Period } from './period.rules.ts'
import { newestPeriods, periodCode, periodName, readPeriod } from './period.rules.ts'

/** A period as a form sends it, such as `2026-10`. */
export const periodField = () =>
  text().transform((typed, { addIssue }): Period => {
    const period = readPeriod(typed)
    if (period) return period
    addIssue('Choose a period.')
    return z.NEVER
  })

/** How many periods of each kind a form offers: three years, and seven for whole ones. */
const offered = { month: 37, quarter: 13, 'half-year': 7, year: 8 } as const

type Choice = { value: string; label: string }

const choiceOf = (period: Pick<Period, 'every' | 'from'>): Choice => ({
  value: periodCode(period),
  label: periodName(period),
})

/** The periods that a form offers on that day, by kind; and one from further back that its address asks for. */
export function periodChoices(
  today: string,
  asked: Period | null,
): { label: string; options: Choice[] }[] {
  const groups = [
    { label: 'Months', options: newestPeriods('month', today, offered.month).map(choiceOf) },
    { label: 'Quarters', options: newestPeriods('quarter', today, offered.quarter).map(choiceOf) },
    {
      label: 'Half-years',
      options: newestPeriods('half-year', today, offered['half-year']).map(choiceOf),
    },
    { label: 'Years', options: newestPeriods('year', today, offered.year).map(choiceOf) },
  ]
  const isOffered = groups.some(({ options }) =>
    options.some(({ value }) => asked && value === periodCode(asked)),
  )
  return asked && !isOffered
    ? [{ label: 'Asked for', options: [choiceOf(asked)] }, ...groups]
    : groups
}
