/** Longest note about an order, in characters. */
export const maxNote = 2_000

/** A note as it is kept, or null when there is nothing to keep or too much. */
export function noteIn(typed: string): string | null {
  const text = typed.replaceAll('\r\n', '\n').trim()
  return text.length === 0 || text.length > maxNote ? null : text
}
