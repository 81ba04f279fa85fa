import type { Cents } from '#platform/text/money.rules.ts'

/** Percent; `CALIFORNIA_TAX_PERCENT` overrides it. */
export const defaultTaxPercent = 7.25

/**
 * Tax in cents on one order line, rounded as the payment provider rounds: per line, half up.
 * `percent` is a tax rate such as 7.25, with at most four decimals, as at the provider.
 */
export function lineTax(lineTotal: Cents, percent: number): Cents {
  const rate = Math.round(percent * 10_000)
  return Math.floor((lineTotal * rate + 500_000) / 1_000_000)
}
