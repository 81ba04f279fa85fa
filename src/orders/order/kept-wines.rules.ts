type Line = { quantity: number; returned: number }

/** What an order is about: the cases that were not given back, or all that it had where none is left. */
export function keptWines<Wine extends Line>(lines: readonly Wine[]): Wine[] {
  const kept = lines
    .filter(({ quantity, returned }) => quantity > returned)
    .map((line) => ({ ...line, quantity: line.quantity - line.returned }))
  return kept.length > 0 ? kept : [...lines]
}
