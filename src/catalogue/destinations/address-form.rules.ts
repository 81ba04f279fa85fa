import { z } from 'zod'

import { byAddressField, longestAddressLine } from '#platform/address/address.rules.ts'
import { fieldMessages as messages } from '#platform/form/fields.copy.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'
import { parseState } from '#platform/text/us-states.rules.ts'

import { isZipCode } from './zip-prefixes.rules.ts'

const line = () => z.string().overwrite(typedLine).max(longestAddressLine, messages.tooLongForLabel)

/** A complete address for one shipment, its state as a postal code; `whyNotShipTo` then checks it as a whole. */
export const completeAddress = z.object({
  // A page or caller that does not know a field leaves it empty.
  ...byAddressField(() => line().default('')),
  address: line().min(8, messages.addressTooShort),
  city: line().min(2, messages.atLeast2),
  state: z
    .string()
    .refine((typed) => parseState(typed) !== null, messages.notAState)
    .transform((typed) => parseState(typed) ?? ''),
  zipCode: z.string().trim().refine(isZipCode, 'Five digits, please, such as 94110'),
})
