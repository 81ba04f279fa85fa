/** Upper limit for stock input; keeps the counts within the database's integers. */
export const maxStock = 1_000_000

/**
 * The stock that staff typed: `''` is no limit (null), `'1,200'` is 1200, `undefined` is invalid.
 */
export function readStock(typed: string): number | null | undefined {
  const text = typed.trim().replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
  if (text === '') return null
  if (!/^\d{1,7}$/.test(text)) return undefined
  const count = Number(text)
  return count <= maxStock ? count : undefined
}
