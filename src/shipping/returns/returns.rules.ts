import type { Cents } from '#platform/text/money.rules.ts'

/** The choices of a customer whose box was returned. */
export const returnChoices = ['again', 'collect', 'refund'] as const
export type ReturnChoice = (typeof returnChoices)[number]

/** Days until the customer is reminded to choose, and until staff get a task to call. */
export const returnReminderDays = 7
export const returnTaskDays = 14

/**
 * The refund for returned units of a line: their price and their share of its tax, in cents, without
 * shipping. No more than `taxLeftCents` is refunded of the tax: the shares of single units round up.
 */
export function wineRefund({
  units,
  sold,
  unitPriceCents,
  taxCents,
  taxLeftCents,
}: {
  units: number
  sold: number
  unitPriceCents: Cents
  taxCents: Cents
  /** What earlier refunds left of the tax. */
  taxLeftCents: Cents
}): { wineCents: Cents; taxCents: Cents } {
  const share = Math.round((taxCents * units) / sold)
  return { wineCents: units * unitPriceCents, taxCents: Math.min(share, Math.max(0, taxLeftCents)) }
}
