import type Stripe from 'stripe'
import type { World } from './world.ts'

export type TaxedAmount = {
  subtotal: number
  tax: number
  total: number
  taxes: { rate: string; amount: number }[]
}

type Rate = { id: string; percentage: number; inclusive: boolean }

/** Half a cent goes up. Percentages have at most four places, so whole numbers do. */
const share = (cents: number, percentage: number) =>
  Math.round((cents * Math.round(percentage * 10_000)) / 1_000_000)

/**
 * What a line costs, in cents: each rate is taken of the line and rounded on its own, as the provider
 * does by default. An inclusive rate is taken out of the price, an exclusive one is put on top.
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

/** The taxes of one line of a session, with their rates, for those who expand them. */
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
