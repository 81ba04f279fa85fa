import type { Address, ShipToProblem } from '#domain/checkout/ship-to.ts'
import { isPoBox, isServed, whyNotShipTo } from '#domain/checkout/ship-to.ts'
import { isUsState } from '#domain/us-states.ts'
import { zipIsIn } from '#domain/checkout/zip-prefixes.ts'

export type AddressWarnings = Partial<Record<keyof Address, ShipToProblem>>

/**
 * What wine would meet at an address, by field and as it is typed. Warnings, not faults: people
 * live where they live, and it is the checkout that refuses.
 */
export function addressWarnings(address: Address, on: Date): AddressWarnings {
  const { address: street, addressExtra, state, zipCode } = address
  const warnings: AddressWarnings = {}
  if (isPoBox(street)) warnings.address = 'po-box'
  if (isPoBox(addressExtra)) warnings.addressExtra = 'po-box'
  if (state && !isServed(state, on)) warnings.state = 'state-not-served'
  if (isUsState(state) && zipCode.trim().length >= 5 && !zipIsIn(zipCode.trim(), state)) {
    warnings.zipCode = 'zip-not-in-state'
  }
  return warnings
}

/**
 * All that wine would meet at an address as it is saved, each once. Nothing while none is given: that
 * is not yet a problem.
 */
export function addressProblems(address: Address, on: Date): ShipToProblem[] {
  const { address: street, addressExtra, city, state, zipCode } = address
  if (![street, addressExtra, city, state, zipCode].some((line) => line.trim())) return []
  const problems = new Set(Object.values(addressWarnings(address, on)))
  const refusal = whyNotShipTo(address, on)
  if (refusal) problems.add(refusal)
  return [...problems]
}
