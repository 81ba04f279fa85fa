import { z } from 'zod'

import { fieldMessages as messages } from '#platform/form/fields.copy.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'
import { parseState } from '#platform/text/us-states.rules.ts'

import { isZipCode } from './zip-prefixes.rules.ts'

export const addressFields = ['address', 'addressExtra', 'city', 'state', 'zipCode'] as const
export type AddressField = (typeof addressFields)[number]

const line = () => z.string().overwrite(typedLine).max(300, messages.tooLong)

/** A complete address for one shipment; `whyNotShipTo` then checks it as a whole. */
export const completeAddress = z.object({
  address: line().min(8, messages.addressTooShort),
  addressExtra: line(),
  city: line().min(2, messages.atLeast2),
  state: z.string().refine((code) => parseState(code) !== null, messages.notAState),
  zipCode: z.string().trim().refine(isZipCode, 'Five digits, please, such as 94110'),
})
