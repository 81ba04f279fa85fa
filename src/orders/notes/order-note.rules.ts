/** Longest note about an order, in characters. */
export const maxNote = 2_000

/** The trimmed note, or null when it is empty or too long. */
export function noteIn(typed: string): string | null {
  const text = typed.replaceAll('\r\n', '\n').trim()
  return text.length === 0 || text.length > maxNote ? null : text
}
