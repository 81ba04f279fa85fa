import type { Address } from '#platform/address/address.rules.ts'
import type { Destination } from '#platform/text/us-states.rules.ts'
import { parseState } from '#platform/text/us-states.rules.ts'

import type { ShippingMethod } from './shipping.rules.ts'
import { needsAddress } from './shipping.rules.ts'
import { isZipCode, zipIsIn } from './zip-prefixes.rules.ts'

/**
 * Version of the rules below, saved with each order they were applied to. Raise it with any change.
 */
export const shipToRules = '2026-11-27'

/**
 * Where wine may be shipped, each with the day the permission began and, once it ends, the day it
 * ends (ISO dates, inclusive start, exclusive end). Source: shipping policy, specification section
 * 9.
 */
const shipToStates: Partial<Record<Destination, Period>> = {
  AZ: { from: '2024-09-01', until: null },
  CA: { from: '2024-09-01', until: null },
  CO: { from: '2024-09-01', until: null },
  CT: { from: '2024-09-01', until: null },
  DC: { from: '2024-09-01', until: null },
  FL: { from: '2024-09-01', until: null },
  GA: { from: '2024-09-01', until: null },
  IA: { from: '2024-09-01', until: null },
  ID: { from: '2024-09-01', until: null },
  IN: { from: '2024-09-01', until: null },
  LA: { from: '2024-09-01', until: null },
  MA: { from: '2024-09-01', until: null },
  ME: { from: '2024-09-01', until: null },
  MN: { from: '2024-09-01', until: null },
  MO: { from: '2024-09-01', until: null },
  MT: { from: '2024-09-01', until: null },
  NC: { from: '2024-09-01', until: null },
  NE: { from: '2024-09-01', until: null },
  NJ: { from: '2024-09-01', until: null },
  NM: { from: '2024-09-01', until: null },
  NV: { from: '2024-09-01', until: null },
  NY: { from: '2024-09-01', until: null },
  OH: { from: '2024-09-01', until: null },
  OR: { from: '2024-09-01', until: null },
  PA: { from: '2024-09-01', until: null },
  SC: { from: '2024-09-01', until: null },
  TX: { from: '2024-09-01', until: null },
  VT: { from: '2024-09-01', until: null },
  WA: { from: '2024-09-01', until: null },
  WV: { from: '2024-09-01', until: null },
  WY: { from: '2024-09-01', until: null },
}

/** From when a rule holds and, once it ends, until when (ISO dates, exclusive end). */
type Period = { from: string; until: string | null }

export type ShipToProblem =
  | 'no-address'
  | 'state-not-served'
  | 'not-a-zip'
  | 'zip-not-in-state'
  | 'po-box'
  | 'military'

/** The field of a form at which each problem is shown. */
export const fieldOfProblem = {
  'no-address': 'address',
  'po-box': 'address',
  military: 'city',
  'not-a-zip': 'zipCode',
  'state-not-served': 'state',
  'zip-not-in-state': 'zipCode',
} as const satisfies Record<ShipToProblem, keyof Address>

/**
 * Spellings of a post-office box in a line in small letters without punctuation; `o` may be a zero, and the space
 * left out. A number, a letter or the end follows: `PO Box Road` is a street. One slip in `box` counts where PO stands
 * before it by itself and a number behind it, as in `PO Bix 12`; no other is, for streets are alike.
 */
const poBoxes = [
  /\b(?:p[ ,]?[o0]|post(?:al)? ?(?:office|ofc|off)?)[ ,]*(?:b ?[o0] ?xx?|bx|drawer|drwr|dwr|caller) ?(?:(?:no?|nr|num|number)? ?[a-z]? ?[#\d]|,|[a-z]?$|no\b|number\b)/,
  /\b(?:p[ ,]?[o0]|post office)[ ,]+(?:[a-z][o0]x|b[a-z]x|b[o0][a-z]?|[o0]x|bxo|[o0]bx|bbox) ?(?:#|no|number)? ?\d/,
  /\bop box ?#? ?\d/,
  /\bp ?[o0] ?dr ?[#\d]/,
  /\bp ?[o0] ?b ?(?:#|no|number)? ?\d/,
  /\bcaller (?:service )?[#\d]/,
  /\b(?:apartado|apdo)\b/,
  /\bgeneral delivery\b/,
] as const

/** A box and nothing else, which only the first line of an address means as a post-office box. */
const bareBox = /^(?:box|p ?o) ?(?:#|no|number)? ?\d+$/

const withoutPunctuation = (line: string): string =>
  line
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#,]+/gu, ' ')
    .trim()

/**
 * True for an address line that is a post-office box, where no one can sign for wine. A box on a rural route
 * (`RR 2 Box 152`, `HC 68 Box 23`) stands at a house.
 */
export function isPoBox(line: string, isFirstLine = true): boolean {
  const bare = withoutPunctuation(line)
  return poBoxes.some((pattern) => pattern.test(bare)) || (isFirstLine && bareBox.test(bare))
}

/** A post office of the armed forces, which no carrier of wine serves. */
const militaryCity = /^\s*(?:apo|fpo|dpo)\b/i
const militaryLine = /\b(?:psc|cmr)\s*\d+\s*,?\s*box\b|,\s*(?:apo|fpo|dpo)\b/i
const militaryStates = ['AA', 'AE', 'AP']

export const isMilitary = ({ address, addressExtra, city, state }: Address): boolean =>
  militaryCity.test(city.replaceAll('.', '')) ||
  militaryStates.includes(state.trim().toUpperCase()) ||
  [address, addressExtra].some((line) => militaryLine.test(line))

/** Where wine may be shipped on that day. */
export const statesServed = (day: string, states = shipToStates): Destination[] =>
  (Object.keys(states) as Destination[]).filter((state) => holds(states[state]!, day))

/** The day on which it became one where wine may be shipped. */
export const servedSince = (state: Destination): string => shipToStates[state]!.from

/** True when wine may be shipped to the state on that day. */
export const isServed = (state: string, day: string): boolean =>
  (statesServed(day) as string[]).includes(state)

/** True for a state known not to be served on that day; false while there is no address yet. */
export const isOutsideServed = (state: string, day: string): boolean =>
  state !== '' && !isServed(state, day)

/** True when a rule holds on that day. */
export function holds({ from, until }: Period, day: string): boolean {
  return day >= from && (until === null || day < until)
}

/**
 * Why wine may not be shipped to the address on that day, or null when it may. Shared by the
 * address form, the cart and every checkout session. Not for local pickup, which needs no address.
 * Dry places and rules of the state are rows, which `stateVerdict` reads.
 */
export function whyNotShipTo(address: Address, day: string): ShipToProblem | null {
  const { address: street, addressExtra, city, state, zipCode } = address
  if (!street.trim() || !city.trim() || !state.trim() || !zipCode.trim()) return 'no-address'
  if (isMilitary(address)) return 'military'
  if (isPoBox(street) || isPoBox(addressExtra, false)) return 'po-box'
  const destination = parseState(state)
  if (!destination || !isServed(destination, day)) return 'state-not-served'
  if (!isZipCode(zipCode)) return 'not-a-zip'
  return zipIsIn(zipCode, destination) ? null : 'zip-not-in-state'
}

/**
 * Why wine may not go that way to the address, or null. `method` is null where it is not one of ours, or not
 * known: then the address decides.
 */
export function whyNotServe(
  { method, address }: { method: ShippingMethod | null; address: Address | null },
  day: string,
): ShipToProblem | null {
  if (method && !needsAddress(method)) return null
  return address ? whyNotShipTo(address, day) : 'no-address'
}
