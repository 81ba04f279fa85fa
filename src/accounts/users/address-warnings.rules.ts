import type { ShipToProblem } from '#catalogue/destinations/ship-to.rules.ts'
import {
  isMilitary,
  isPoBox,
  isServed,
  whyNotShipTo,
} from '#catalogue/destinations/ship-to.rules.ts'
import { isZipCode, zipIsIn } from '#catalogue/destinations/zip-prefixes.rules.ts'
import type { Address, AddressField } from '#platform/address/address.rules.ts'
import { addressFields } from '#platform/address/address.rules.ts'
import { parseState } from '#platform/text/us-states.rules.ts'

export type AddressWarnings = Partial<Record<AddressField, ShipToProblem>>

/**
 * Why wine could not be shipped to an address, by field and as it is typed. These are warnings: the
 * address is saved all the same, and only the checkout refuses it.
 */
export function addressWarnings(address: Address, day: string): AddressWarnings {
  const { address: street, addressExtra, state, zipCode } = address
  const warnings: AddressWarnings = {}
  if (isPoBox(street)) warnings.address = 'po-box'
  if (isPoBox(addressExtra, false)) warnings.addressExtra = 'po-box'
  if (state && !isServed(state, day)) warnings.state = 'state-not-served'
  const destination = parseState(state)
  if (isMilitary(address)) warnings.city = 'military'
  if (zipCode.trim().length >= 5) {
    if (!isZipCode(zipCode)) warnings.zipCode = 'not-a-zip'
    else if (destination && !zipIsIn(zipCode, destination)) warnings.zipCode = 'zip-not-in-state'
  }
  return warnings
}

/** Every reason why wine could not be shipped to a saved address, each once; none while it is empty. */
export function addressProblems(address: Address, day: string): ShipToProblem[] {
  if (addressFields.every((field) => !address[field].trim())) return []
  const problems = new Set(Object.values(addressWarnings(address, day)))
  const refusal = whyNotShipTo(address, day)
  if (refusal) problems.add(refusal)
  return [...problems]
}
