/** An amount of US dollars as a whole number of cents. Never a float of dollars. */
export type Cents = number

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** `45000` → `'$450'`, `48262` → `'$482.62'`: cents are shown only where there are some. */
export function formatPrice(amount: Cents): string {
  return amount % 100 === 0 ? wholeDollars.format(amount / 100) : dollars.format(amount / 100)
}

/** `45000` → `'$450.00'`: for columns and totals, where digits have to line up. */
export function formatAmount(amount: Cents): string {
  return dollars.format(amount / 100)
}

/** `45000` → `'450.00'`: for form fields and files that other programs read. */
export const decimalAmount = (amount: Cents): string => (amount / 100).toFixed(2)

/** Dollars as written in configuration (`150`, `'150.50'`) → cents. Throws on anything else. */
export function centsFromDollars(value: string | number): Cents {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(String(value).trim())
  if (!match) throw new Error(`Not an amount in dollars: ${value}`)
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
