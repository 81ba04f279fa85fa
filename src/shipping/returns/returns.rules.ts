import type { Cents } from '#platform/text/money.rules.ts'

/** The choices of a customer whose box was returned. */
export const returnChoices = ['again', 'collect', 'refund'] as const
export type ReturnChoice = (typeof returnChoices)[number]

/** Days until the customer is reminded to choose, and until staff get a task to call. */
export const returnReminderDays = 7
export const returnTaskDays = 14

type Line = { units: number; sold: number; unitPriceCents: Cents; taxCents: Cents }

/**
 * The refund for returned wine: its price and its share of the tax, in cents, without shipping. A line
 * that is returned as a whole refunds all of its tax.
 */
export function wineRefund(lines: readonly Line[]): { wineCents: Cents; taxCents: Cents } {
  const wineCents = lines.reduce(
    (sum, { units, unitPriceCents }) => sum + units * unitPriceCents,
    0,
  )
  const taxCents = lines.reduce(
    (sum, { units, sold, taxCents: tax }) => sum + Math.round((tax * units) / sold),
    0,
  )
  return { wineCents, taxCents }
}
