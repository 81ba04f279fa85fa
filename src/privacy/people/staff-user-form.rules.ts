import * as z from 'zod/mini'

import {
  billingRules,
  blockFields,
  personalRules,
  shippingRules,
} from '#accounts/account/account-form.rules.ts'
import { isContactBox } from '#accounts/consent/consent-kinds.rules.ts'
import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import {
  billingAsShipping,
  hasNoBilling,
  hasNoShipping,
  noteFields,
} from '#accounts/users/staff-user.rules.ts'
import { levels } from '#platform/club/club.rules.ts'
import type { Checked } from '#platform/form/field-rules.rules.ts'
import {
  checkFields,
  least,
  most,
  line,
  unchangedIn,
  text,
} from '#platform/form/field-rules.rules.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { longestName } from '#platform/text/person-name.rules.ts'

import { staffUserMessages as says } from './user.copy.ts'

/**
 * The staff's form for a user (specification, section 5: the account's rules, a last name of 2 to
 * 30). One form holds all blocks, so an address may be empty as a whole, but not in part.
 */

/** Longest note about a customer, in characters. */
const longestNote = 1000

const note = () => text().check(most(longestNote, says.noteTooLong))

const membership = (isMember: boolean) => ({
  membership: z.boolean(),
  membershipLevel: z
    .enum(['', ...levels], says.chooseLevel)
    .check(z.refine((level) => !isMember || level !== '', says.chooseLevel)),
  ...(Object.fromEntries(noteFields.map((field) => [field, note()])) as Record<
    (typeof noteFields)[number],
    ReturnType<typeof note>
  >),
})

/** The fields in the order they are shown and checked. */
export const staffUserFields: readonly (keyof StaffUserFields)[] = [
  ...blockFields.personal.filter((field) => field !== 'optionalText'),
  'membership',
  'membershipLevel',
  ...noteFields,
  'optionalText',
  ...blockFields.shipping,
  'billDifThanShip',
  ...blockFields.billing,
]

type Given = { isMember: boolean; hasShipping: boolean; hasBilling: boolean }

const schemaOf = (today: string, { isMember, hasShipping, hasBilling }: Given) =>
  z.object({
    ...personalRules(today, says.under21),
    lastname: line().check(least(2, says.atLeast2), most(longestName, says.noMoreThan30)),
    ...membership(isMember),
    ...shippingRules(hasShipping),
    billDifThanShip: z.boolean(),
    ...billingRules(hasBilling),
  })

/** Fields that are checked together. */
const groups = [
  ['membership', 'membershipLevel'],
  blockFields.shipping,
  ['billDifThanShip', ...blockFields.billing],
] as const

/** Building a schema takes far longer than parsing with it, so those of one day are cached. */
const made = { day: '', schemas: new Map<string, ReturnType<typeof schemaOf>>() }

function schemaFor(today: string, given: Given) {
  if (made.day !== today) {
    made.day = today
    made.schemas.clear()
  }
  const key = JSON.stringify(given)
  const schema = made.schemas.get(key) ?? schemaOf(today, given)
  made.schemas.set(key, schema)
  return schema
}

/**
 * Checks the form as typed; `today` is `YYYY-MM-DD`. Returns tidied, consistent fields: no level without
 * a membership, and the shipping address as billing address where it does not differ. Unchanged fields
 * of a `saved` record may break the rules.
 */
export function checkStaffUser(
  values: StaffUserFields,
  today: string,
  saved: StaffUserFields | null = null,
): Checked<StaffUserFields> {
  const { membership: isMember, billDifThanShip } = values
  const schema = schemaFor(today, {
    isMember,
    hasShipping: !hasNoShipping(values),
    hasBilling: billDifThanShip && !hasNoBilling(values),
  })
  const level = isMember ? values.membershipLevel : ''
  const typed = { ...values, membershipLevel: level }
  const checked = checkFields<StaffUserFields>(schema, typed, unchangedIn(typed, saved, groups))
  if (!checked.ok || billDifThanShip) return checked
  return { ok: true, fields: { ...checked.fields, ...billingAsShipping(checked.fields) } }
}

/** The form as posted; a box that is not ticked is false, a field that was not sent is empty. */
export const readStaffUser = (form: FormData): StaffUserFields =>
  Object.fromEntries(
    staffUserFields.map((field) => [
      field,
      isContactBox(field) || field === 'membership' || field === 'billDifThanShip'
        ? form.has(field)
        : textOf(form, field),
    ]),
  ) as StaffUserFields
