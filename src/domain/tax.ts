import type { Cents } from './money.ts'

/**
 * Tax in cents on one line of an order, the way the payment provider rounds it: per line, half up.
 * `percent` is a tax rate such as 7.25; at most four decimals count, as at the provider.
 */
export function lineTax(lineTotal: Cents, percent: number): Cents {
  const rate = Math.round(percent * 10_000)
  return Math.floor((lineTotal * rate + 500_000) / 1_000_000)
}
