const formats = new Map<string, Intl.NumberFormat>()

/** Formats cents, e.g. `$450.00`. */
export function shownAmount(cents: number, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
    formats.set(currency, format)
  }
  return format.format(cents / 100)
}
