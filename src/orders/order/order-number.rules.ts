/** Parses an order number in any notation: `K-1011`, `k1011`, `#1011`, `1011`; else null. */
export function orderNumberIn(text: string): number | null {
  const digits = /^#?(?:k[-\u2010-\u2015 ]?)?(\d{1,9})$/i.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
