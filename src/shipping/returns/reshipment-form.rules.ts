import { completeAddress } from '#catalogue/destinations/address-form.rules.ts'
import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { fieldOfProblem, whyNotServe } from '#catalogue/destinations/ship-to.rules.ts'
import type { CarriedMethod } from '#catalogue/destinations/shipping.rules.ts'
import { carriedMethods } from '#catalogue/destinations/shipping.rules.ts'
import type { Address, AddressField } from '#platform/address/address.rules.ts'
import { addressFields } from '#platform/address/address.rules.ts'
import { textsOf } from '#platform/form/form-text.rules.ts'

import { returnCopy } from '../whereabouts/where-it-is.copy.ts'

export type ReshipmentValues = Record<AddressField | 'method' | 'to', string>
export type ReshipmentErrors = Partial<Record<AddressField | 'to', string>>

export type ReshipmentWish = {
  method: CarriedMethod
  /** Null: to the address that the box went to. */
  address: Address | null
}

type CheckedReshipment =
  | { ok: true; wish: ReshipmentWish }
  | { ok: false; errors: ReshipmentErrors }

export const readReshipment = (form: FormData): ReshipmentValues =>
  textsOf(form, [...addressFields, 'method', 'to'])

/**
 * Checks how and where a returned box is to be sent again on that day; `before` is its former address,
 * which may no longer be served. Another address is refused by a link in an email, since emails may be
 * forwarded.
 */
export function checkReshipment(
  values: ReshipmentValues,
  before: Address,
  { today, isByLink }: { today: string; isByLink: boolean },
): CheckedReshipment {
  const method = carriedMethods.find((one) => one === values.method) ?? carriedMethods[0]!
  if (isByLink && values.to === 'other') {
    return { ok: false, errors: { to: returnCopy.again.elsewhere } }
  }
  if (values.to !== 'other') {
    const closed = whyNotServe({ method, address: before }, today)
    return closed
      ? { ok: false, errors: { to: shipToSentence[closed] } }
      : { ok: true, wish: { method, address: null } }
  }
  const read = completeAddress.safeParse(values)
  if (!read.success) {
    const errors: ReshipmentErrors = {}
    for (const issue of read.error.issues) {
      errors[issue.path[0] as AddressField] ??= issue.message
    }
    return { ok: false, errors }
  }
  const address = read.data
  const problem = whyNotServe({ method, address }, today)
  if (problem) return { ok: false, errors: { [fieldOfProblem[problem]]: shipToSentence[problem] } }
  return { ok: true, wish: { method, address } }
}
