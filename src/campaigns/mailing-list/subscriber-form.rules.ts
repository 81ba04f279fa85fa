import * as z from 'zod/mini'

import { byAddressField } from '#platform/address/address.rules.ts'
import type { Checked } from '#platform/form/field-rules.rules.ts'
import {
  checkFields,
  unchangedIn,
  email,
  free,
  ifGiven,
  least,
  most,
  line,
} from '#platform/form/field-rules.rules.ts'
import { textsOf } from '#platform/form/form-text.rules.ts'

import { subscriberMessages as says } from './subscriber.copy.ts'
import type { SubscriberFields } from './subscriber.rules.ts'
import { subscriberFields } from './subscriber.rules.ts'

/**
 * The staff's form for a subscriber of the mailing list (specification, section 5, "Admin edit client").
 * Full name and email are required; all other fields may be empty, and have rules for what is given.
 */
const atLeast = (count: number, message: string) =>
  ifGiven((value) => value.length >= count, message)

const shortName = () => line().check(atLeast(3, says.atLeast3), most(300, says.tooLong))

const schema = z.object({
  fullname: line().check(
    least(1, says.mustWrite),
    least(4, says.atLeast4),
    most(40, says.noMoreThan40),
  ),
  firstname: shortName(),
  lastname: shortName(),
  email: email(254, says.notAnEmail),
  phone: free().check(atLeast(9, says.phoneTooShort)),
  ...byAddressField(free),
  address: free().check(atLeast(8, says.addressTooShort)),
  zipCode: free().check(atLeast(5, says.zipTooShort)),
  country: free(),
})

/**
 * Checks the form as typed; returns the fields trimmed and tidied. Unchanged fields of a `saved` record
 * may break the rules.
 */
export const checkSubscriber = (
  values: SubscriberFields,
  saved: SubscriberFields | null = null,
): Checked<SubscriberFields> =>
  checkFields<SubscriberFields>(schema, values, unchangedIn(values, saved))

/** The form as posted; a field that was not sent is empty. */
export const readSubscriber = (form: FormData): SubscriberFields => textsOf(form, subscriberFields)
