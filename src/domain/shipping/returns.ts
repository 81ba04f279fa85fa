import type { Cents } from '#domain/money.ts'

/** What can be done with a box that came back, as its customer chooses. */
export const returnChoices = ['again', 'collect', 'refund'] as const
export type ReturnChoice = (typeof returnChoices)[number]

/** Days until the customer is reminded to choose, and until staff are told to call. */
export const returnReminderDays = 7
export const returnTaskDays = 14

type Line = { units: number; sold: number; unitPriceCents: Cents; taxCents: Cents }

/**
 * What is given back for returned wine: its price and its share of the tax, to the cent, and nothing
 * for shipping. A line's tax is divided so that returning all of it gives back all of its tax.
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
