type Line = { productId: string; units: number }

type ReadPart =
  | { ok: true; units: Record<string, number> }
  | { ok: false; field: string; sentence: string }

/** The field of a form for the units of a wine. */
export const unitsField = (productId: string): string => `units-${productId}`

/**
 * Reads how many units of each line are in the parcels that are set apart: at least one, and no more than the line
 * has; something stays in the others.
 */
export function readPart(
  lines: readonly Line[],
  typed: (field: string) => number | null,
): ReadPart {
  const units: Record<string, number> = {}
  for (const { productId, units: most } of lines) {
    const field = unitsField(productId)
    const count = typed(field)
    if (count === null || count > most) {
      return { ok: false, field, sentence: `A number from 0 to ${most}, please.` }
    }
    if (count > 0) units[productId] = count
  }
  const all = lines.reduce((sum, line) => sum + line.units, 0)
  const parted = Object.values(units).reduce((sum, count) => sum + count, 0)
  const field = unitsField(lines[0]?.productId ?? '')
  if (parted === 0) return { ok: false, field, sentence: 'Please say how much is in them.' }
  if (parted === all) {
    return { ok: false, field, sentence: 'Something must be left in the other parcels.' }
  }
  return { ok: true, units }
}
