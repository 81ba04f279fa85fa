import type { Destination } from './us-states.ts'
import { parseState } from './us-states.ts'
import { zipIsIn } from './zip-prefixes.ts'

/** Name of the rules below, kept with each order they were applied to. Raise it with any change. */
export const shipToRules = '2026-11-01'

/**
 * Where wine may be sent, each with the day the permission began and, once it ends, the day it
 * ends (ISO dates, inclusive start, exclusive end). Source: shipping policy, specification section 9.
 */
export const shipToStates = {
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
} as const satisfies Partial<Record<Destination, { from: string; until: string | null }>>

export type ShipToState = keyof typeof shipToStates

export const shipToStateCodes = Object.keys(shipToStates) as ShipToState[]

/** From when a rule holds and, once it ends, until when (ISO dates, exclusive end). */
type Period = { from: string; until: string | null }

export type BlockedZipCode = Period & { zip: string }

/**
 * ZIP codes (five digits) wine may not go to although their state allows it: dry places, each with
 * its dates. The specification names none: a line here blocks one at the address, in the cart and
 * before every payment page.
 */
export const blockedZipCodes: readonly BlockedZipCode[] = []

/** An address as kept on a member: state is a postal code such as `'CA'`. */
export type Address = {
  address: string
  addressExtra: string
  city: string
  state: string
  zipCode: string
}

export type ShipToProblem =
  | 'no-address'
  | 'state-not-served'
  | 'zip-not-in-state'
  | 'zip-not-served'
  | 'po-box'

const poBox = /\b(p\.?\s*o\.?\s*box|post\s*office\s*box|apartado|box\s+\d+\s*$)\b/i

/** True for an address line that is a post-office box, where nobody can sign for wine. */
export function isPoBox(line: string): boolean {
  return poBox.test(line)
}

/** True when wine may be sent to the state on that day. */
export function isServed(state: string, on: Date): boolean {
  if (!Object.hasOwn(shipToStates, state)) return false
  return holds(shipToStates[state as ShipToState], on)
}

/** True when a rule holds on that day. */
export function holds({ from, until }: Period, on: Date): boolean {
  const day = on.toISOString().slice(0, 10)
  return day >= from && (until === null || day < until)
}

/**
 * Why wine may not be sent to the address on that day, or null when it may. The one rule for the
 * address form, the cart and every checkout session. Local pickup needs no address: do not ask.
 */
export function whyNotShipTo(
  address: Address,
  on: Date,
  blocked: readonly BlockedZipCode[] = blockedZipCodes,
): ShipToProblem | null {
  const { address: street, addressExtra, city, state, zipCode } = address
  if (!street.trim() || !city.trim() || !state.trim() || !zipCode.trim()) return 'no-address'
  if (isPoBox(street) || isPoBox(addressExtra)) return 'po-box'
  const destination = parseState(state)
  if (!destination || !isServed(destination, on)) return 'state-not-served'
  if (!zipIsIn(zipCode, destination)) return 'zip-not-in-state'
  const zip = zipCode.slice(0, 5)
  if (blocked.some((one) => one.zip === zip && holds(one, on))) return 'zip-not-served'
  return null
}
