import type { Cents } from '#platform/text/money.rules.ts'

type AmountOfOrder = {
  /** What staff call it where money is divided: in refunds, in the accounts and in files. */
  part: string
  name: string
  inSpanish: string
  /** In the accounts, where it was sold; and wherever it is refunded. */
  sold: string
  short: string
  /** `by-unit`: with the units of wine that are refunded; `alone`: as a whole, by a checkbox of its own. */
  refunded: 'by-unit' | 'alone'
}

/**
 * What the sum of an order is made of, by column and in the order in which it is shown. What is sold, refunded, booked,
 * charged by the provider and shown follows this table; `amountColumns` has the columns.
 */
export const orderAmounts = {
  subtotalCents: {
    part: 'wine',
    name: 'Subtotal',
    inSpanish: 'Subtotal',
    sold: 'Wine',
    short: 'Wine',
    refunded: 'by-unit',
  },
  shippingCents: {
    part: 'shipping',
    name: 'Shipping',
    inSpanish: 'Envío',
    sold: 'Shipping',
    short: 'Shipping',
    refunded: 'alone',
  },
  taxCents: {
    part: 'tax',
    name: 'California sales tax',
    inSpanish: 'Impuesto a las ventas de California',
    sold: 'California tax',
    short: 'Tax',
    refunded: 'by-unit',
  },
} as const satisfies Record<`${string}Cents`, AmountOfOrder>

type Table = typeof orderAmounts
export type Amount = keyof Table
export type AmountPart = Table[Amount]['part']

type Each<Value> = Record<Amount, Value>
/** The amounts of an order or a checkout. */
export type Amounts = Each<Cents>

export const amounts = Object.keys(orderAmounts) as Amount[]
export const amountParts = amounts.map((amount): AmountPart => orderAmounts[amount].part)

export const eachAmount = <Value>(of: (amount: Amount) => Value) =>
  Object.fromEntries(amounts.map((amount) => [amount, of(amount)])) as Each<Value>

/** A value of each amount by its part. */
export const eachPart = <Value>(of: (amount: Amount) => Value) =>
  Object.fromEntries(amounts.map((amount) => [orderAmounts[amount].part, of(amount)])) as Record<
    AmountPart,
    Value
  >

/** An amount that is refunded alone. */
export type AloneAmount = {
  [One in Amount]: Table[One]['refunded'] extends 'alone' ? One : never
}[Amount]
export type AlonePart = Table[AloneAmount]['part']

export const aloneAmounts = amounts.filter(
  (amount): amount is AloneAmount => orderAmounts[amount].refunded === 'alone',
)

export const aloneParts = aloneAmounts.map((amount): AlonePart => orderAmounts[amount].part)

export const eachAlone = <Value>(of: (amount: AloneAmount, part: AlonePart) => Value) =>
  Object.fromEntries(
    aloneAmounts.map((amount) => [amount, of(amount, orderAmounts[amount].part)]),
  ) as Record<AloneAmount, Value>

/** Amounts and their sum, as checkouts and orders have them; what is left out is nothing. */
export const withTotal = (some: Partial<Amounts>) => ({
  ...eachAmount((amount) => some[amount] ?? 0),
  totalCents: amounts.reduce((sum, amount) => sum + (some[amount] ?? 0), 0),
})

/** What belongs to each amount, with its name. */
export const amountLines = <Value>(
  of: Each<Value>,
  nameOf: (one: Table[Amount]) => string = ({ name }) => name,
) => amounts.map((amount) => [nameOf(orderAmounts[amount]), of[amount]] as const)

/** What the provider charges by the price of a wine, a shipping rate and a tax rate of its own. */
const byRates: readonly Amount[] = ['subtotalCents', 'shippingCents', 'taxCents']

/** The other amounts of a checkout, which the provider's page charges as untaxed lines beside the wine. */
export const chargesOf = (of: Amounts) =>
  amounts
    .filter((amount) => !byRates.includes(amount) && of[amount] > 0)
    .map((amount) => ({ name: orderAmounts[amount].name, cents: of[amount] }))

/** The provider's subtotal: its lines, without shipping and tax. */
export const linesTotal = (of: Amounts): Cents =>
  chargesOf(of).reduce((sum, { cents }) => sum + cents, of.subtotalCents)
