/** An order's number in any writing: `K-1011`, `k1011`, `#1011`, `1011`. Null when it is none. */
export function orderNumberIn(text: string): number | null {
  const digits = /^#?(?:k[-\u2010-\u2015 ]?)?(\d{1,9})$/i.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
