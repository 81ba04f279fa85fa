import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { zipIsIn } from '#catalogue/destinations/zip-prefixes.rules.ts'
import type { Destination } from '#platform/text/us-states.rules.ts'

/** The most ZIP codes that one form takes. */
export const maxZips = 100

/** The served state of a ZIP code of five digits, or null. */
export const stateOfZip = (zip: string, day: string): Destination | null =>
  statesServed(day).find((state) => zipIsIn(zip, state)) ?? null

type ReadZips = { ok: true; zips: string[] } | { ok: false; wrong: string }

/** ZIP codes of five digits between spaces or commas, each once; or the first that is none. */
export function readZips(typed: string): ReadZips {
  const zips = typed.split(/[\s,;]+/).filter(Boolean)
  const wrong = zips.find((zip) => !/^\d{5}$/.test(zip))
  return wrong === undefined ? { ok: true, zips: [...new Set(zips)] } : { ok: false, wrong }
}
