import type { Cents } from '#platform/text/money.rules.ts'

/** What the sum of an order is made of, in the order in which it is shown. */
export const amountName = {
  subtotalCents: 'Subtotal',
  shippingCents: 'Shipping',
  taxCents: 'California sales tax',
} as const

type Each<Value> = Record<keyof typeof amountName, Value>
/** The amounts of an order or a checkout. */
export type Amounts = Each<Cents>

export const amounts = Object.keys(amountName) as (keyof Amounts)[]

export const eachAmount = <Value>(of: (amount: keyof Amounts) => Value) =>
  Object.fromEntries(amounts.map((amount) => [amount, of(amount)])) as Each<Value>

/** Amounts and their sum, as checkouts and orders have them; what is left out is nothing. */
export const withTotal = (some: Partial<Amounts>) => ({
  ...eachAmount((amount) => some[amount] ?? 0),
  totalCents: amounts.reduce((sum, amount) => sum + (some[amount] ?? 0), 0),
})

/** What belongs to each amount, with its name. */
export const amountLines = <Value>(of: Each<Value>, names: Each<string> = amountName) =>
  amounts.map((amount) => [names[amount], of[amount]] as const)
