/** Milliliters of a US gallon, times a million. */
const millionthsOfGallon = 3_785_411_784n

/**
 * Gallons to four places, half up: `6750` ml are `1.7832`. Rounded once: of a sum, its milliliters are added up, never
 * its rounded parts.
 */
export function gallonsOf(ml: number): string {
  // ml / 3785.411784 in ten-thousandths.
  const tenThousandths =
    (BigInt(ml) * 20_000_000_000n + millionthsOfGallon) / (2n * millionthsOfGallon)
  return inFull(tenThousandths, 4)
}

/** Liters to three places, which is exact: `6750` ml are `6.750`. */
export const litersOf = (ml: number): string => inFull(BigInt(ml), 3)

/** Cases of nine liters, as laws count them, to four places: `6750` ml are `0.7500`. */
export const lawCasesOf = (ml: number): string =>
  inFull((BigInt(ml) * 20_000n + 9_000n) / 18_000n, 4)

const inFull = (parts: bigint, places: number): string => {
  const digits = String(parts).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
