/** More units of one wine than the house will ever make; keeps counts within the books' integers. */
export const mostStock = 1_000_000

/**
 * How many units staff typed: `''` is no limit (null), `'1,200'` is 1200. `undefined` for what is no
 * count.
 */
export function readStock(typed: string): number | null | undefined {
  const text = typed.trim().replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
  if (text === '') return null
  if (!/^\d{1,7}$/.test(text)) return undefined
  const count = Number(text)
  return count <= mostStock ? count : undefined
}
