import type Stripe from 'stripe'

import type { World } from './world.ts'

type TaxedAmount = {
  subtotal: number
  tax: number
  total: number
  taxes: { rate: string; amount: number }[]
}

type Rate = { id: string; percentage: number; inclusive: boolean }

/** Rounds half a cent up, in integers: percentages have at most four decimals. */
const share = (cents: number, percentage: number) =>
  Math.round((cents * Math.round(percentage * 10_000)) / 1_000_000)

/**
 * Amounts of a line in cents: each rate is applied to the line and rounded separately, as the provider
 * does by default. An inclusive rate is part of the price, an exclusive rate is added to it.
 */
export function taxedAmount(subtotal: number, rates: Rate[]): TaxedAmount {
  const included = rates
    .filter((rate) => rate.inclusive)
    .reduce((sum, rate) => sum + rate.percentage, 0)
  const net = included === 0 ? subtotal : subtotal / (1 + included / 100)
  const taxes = rates.map((rate) => ({
    rate: rate.id,
    amount: rate.inclusive
      ? Math.round((net * rate.percentage) / 100)
      : share(Math.round(net), rate.percentage),
  }))
  const onTop = taxes
    .filter((_, at) => !rates[at]!.inclusive)
    .reduce((sum, { amount }) => sum + amount, 0)
  return {
    subtotal,
    tax: taxes.reduce((sum, { amount }) => sum + amount, 0),
    total: subtotal + onTop,
    taxes,
  }
}

/** The taxes of one line of a session, with their rates, for `expand`. */
export function taxBreakdown(world: World, item: { id: string }): Stripe.LineItem.Tax[] {
  for (const details of world.collections.sessionDetails.newestFirst()) {
    const line = details.lines.find(({ id }) => id === item.id)
    if (!line) continue
    return line.taxes.map(({ rate, amount }) => ({
      amount,
      rate: world.collections.taxRates.get(rate)!,
      taxability_reason: null,
      taxable_amount: line.amountSubtotal,
    }))
  }
  return []
}
