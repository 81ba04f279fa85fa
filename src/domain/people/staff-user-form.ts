import { textOf } from '#domain/form-text.ts'
import * as z from 'zod/mini'

import { whyNotBirthdate } from './birthdate.ts'
import { staffUserMessages as says } from '#domain/copy/records.ts'
import { membershipLevels } from './membership.ts'
import type { StaffUserFields } from './staff-user.ts'
import {
  billingAsShipping,
  billingFields,
  hasNoBilling,
  hasNoShipping,
  noteFields,
  shippingFields,
} from './staff-user.ts'
import type { Checked } from '#domain/field-rules.ts'
import {
  checkFields,
  standsAs,
  email,
  free,
  ifGiven,
  least,
  most,
  name,
  state,
  text,
} from '#domain/field-rules.ts'

/**
 * The staff's form for a user (specification, section 5: the account's rules, a last name of 2 to
 * 30). One form holds all blocks, so an address nobody has given yet is no fault: it is left empty
 * or given whole.
 */

/** Longest note on a member, in letters. */
const longestNote = 1000

const personal = (today: string) => ({
  firstname: name().check(
    least(1, says.mustWrite),
    least(2, says.atLeast2),
    most(30, says.noMoreThan30),
  ),
  lastname: name().check(least(2, says.atLeast2), most(30, says.noMoreThan30)),
  email: email().check(most(80, says.noMoreThan80)),
  phone: text().check(
    ifGiven((value) => /^\d+$/.test(value), says.onlyNumbers),
    ifGiven((value) => value.length >= 9, says.phoneTooShort),
    most(15, says.phoneTooLong),
  ),
  birthdate: text().check(
    ifGiven((value) => whyNotBirthdate(value, today) !== 'not-a-date', says.notADate),
    ifGiven((value) => whyNotBirthdate(value, today) !== 'under-21', says.under21),
  ),
  byEmail: z.boolean(),
  byPhone: z.boolean(),
})

const shipping = (isGiven: boolean) => ({
  address: isGiven ? free().check(least(8, says.addressTooShort)) : free(),
  addressExtra: free(),
  city: isGiven ? free().check(least(2, says.atLeast2)) : free(),
  state: state(),
  zipCode: isGiven ? text().check(least(5, says.zipTooShort), most(8, says.zipTooLong)) : text(),
})

const billing = (isGiven: boolean) => ({
  xfirstname: isGiven ? name().check(least(2, says.atLeast2), most(30, says.noMoreThan30)) : name(),
  xlastname: isGiven ? name().check(least(1, says.atLeast1), most(30, says.noMoreThan30)) : name(),
  xaddress: free(),
  xaddressExtra: free(),
  xcity: free(),
  xstate: isGiven ? state() : text(),
  xzipCode: free(),
})

const note = () => text().check(most(longestNote, says.noteTooLong))

const levels = ['', ...Object.keys(membershipLevels)] as StaffUserFields['membershipLevel'][]

const membership = (isMember: boolean) => ({
  membership: z.boolean(),
  membershipLevel: z
    .enum(levels, says.chooseLevel)
    .check(z.refine((level) => !isMember || level !== '', says.chooseLevel)),
  ...(Object.fromEntries(noteFields.map((field) => [field, note()])) as Record<
    (typeof noteFields)[number],
    ReturnType<typeof note>
  >),
  optionalText: text().check(most(80, says.noMoreThan80)),
})

/** The boxes among the fields. */
const boxes = ['byEmail', 'byPhone', 'membership', 'billDifThanShip'] as const

/** The fields in the order they are shown and found fault with. */
export const staffUserFields = [
  'firstname',
  'lastname',
  'email',
  'phone',
  'birthdate',
  'byEmail',
  'byPhone',
  'membership',
  'membershipLevel',
  ...noteFields,
  'optionalText',
  'address',
  'addressExtra',
  'city',
  'state',
  'zipCode',
  'billDifThanShip',
  'xfirstname',
  'xlastname',
  'xaddress',
  'xaddressExtra',
  'xcity',
  'xstate',
  'xzipCode',
] as const satisfies readonly (keyof StaffUserFields)[]

type Given = { isMember: boolean; hasShipping: boolean; hasBilling: boolean }

const schemaOf = (today: string, { isMember, hasShipping, hasBilling }: Given) =>
  z.object({
    ...personal(today),
    ...membership(isMember),
    ...shipping(hasShipping),
    billDifThanShip: z.boolean(),
    ...billing(hasBilling),
  })

/** Fields that make one statement together. */
const groups = [
  ['membership', 'membershipLevel'],
  shippingFields,
  ['billDifThanShip', ...billingFields],
] as const

/** Making a schema takes far longer than asking it: those of one day are kept. */
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
 * Checks the form as typed; `today` is `YYYY-MM-DD`. What comes back is tidied and hangs together:
 * no level without a membership, and the shipping address as billing address where it does not
 * differ. Of a record that is `saved`, only what is changed is held to the rules.
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
  const checked = checkFields<StaffUserFields>(schema, typed, standsAs(typed, saved, groups))
  if (!checked.ok || billDifThanShip) return checked
  return { ok: true, fields: { ...checked.fields, ...billingAsShipping(checked.fields) } }
}

/** The form as posted; a box that is not ticked is false, a field that was not sent is empty. */
export const readStaffUser = (form: FormData): StaffUserFields =>
  Object.fromEntries(
    staffUserFields.map((field) => [
      field,
      (boxes as readonly string[]).includes(field) ? form.has(field) : textOf(form, field),
    ]),
  ) as StaffUserFields
