import * as z from 'zod/mini'

import { byAddressField } from '#platform/address/address.rules.ts'
import {
  checkFields,
  email,
  free,
  ifGiven,
  labelLine,
  least,
  most,
  line,
  state,
} from '#platform/form/field-rules.rules.ts'
import { fieldMessages as says } from '#platform/form/fields.copy.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { isOneOf } from '#platform/text/one-of.rules.ts'
import { longestName } from '#platform/text/person-name.rules.ts'

import { byContactBox, isContactBox } from '../consent/consent-kinds.rules.ts'
import { whyNotBirthdate } from '../users/birthdate.rules.ts'

/**
 * The rules of the member's account (specification, section 5), one schema for server and browser.
 * The names, the email and the shipping address but for its second line have to be given; of a billing
 * address the names and the state. In the staff's form an address may be empty.
 */

/** The blocks of the account, edited one at a time. */
const accountBlocks = ['personal', 'shipping', 'billing'] as const
export type AccountBlock = (typeof accountBlocks)[number]

export const isAccountBlock = (text: unknown) => isOneOf(accountBlocks, text)

const lastName = () => line().check(least(1, says.atLeast1), most(longestName, says.noMoreThan30))

/** `today` is `YYYY-MM-DD`. */
export const personalRules = (today: string, under21: string = says.under21) => ({
  firstname: line().check(
    least(1, says.mustWrite),
    least(2, says.atLeast2),
    most(longestName, says.noMoreThan30),
  ),
  lastname: lastName(),
  email: email(),
  phone: line().check(
    ifGiven((value) => /^\d+$/.test(value), says.onlyNumbers),
    ifGiven((value) => value.length >= 9, says.phoneTooShort),
    most(15, says.phoneTooLong),
  ),
  birthdate: line().check(
    ifGiven((value) => whyNotBirthdate(value, today) !== 'not-a-date', says.notADate),
    ifGiven((value) => whyNotBirthdate(value, today) !== 'wrong-year', says.wrongYear),
    ifGiven((value) => whyNotBirthdate(value, today) !== 'under-21', under21),
  ),
  ...byContactBox(() => z.boolean()),
  optionalText: line().check(most(80, says.noMoreThan80)),
})

/** A ZIP+4 is shortened to its five digits, which all of the shop’s forms and files take. */
const fiveDigits = () =>
  line().check(z.overwrite((value) => value.replace(/^(\d{5})-\d{4}$/, '$1')))

export const shippingRules = (isGiven = true) => ({
  ...byAddressField(labelLine),
  address: isGiven ? labelLine().check(least(8, says.addressTooShort)) : labelLine(),
  city: isGiven ? labelLine().check(least(2, says.atLeast2)) : labelLine(),
  state: state(),
  zipCode: isGiven
    ? fiveDigits().check(least(5, says.zipTooShort), most(8, says.zipTooLong))
    : fiveDigits(),
})

export const billingRules = (isGiven = true) => ({
  xfirstname: isGiven
    ? line().check(least(2, says.atLeast2), most(longestName, says.noMoreThan30))
    : line(),
  xlastname: isGiven ? lastName() : line(),
  xaddress: free(),
  xaddressExtra: free(),
  xcity: free(),
  xstate: isGiven ? state() : line(),
  xzipCode: free(),
})

const schemas = {
  personal: (today: string) => z.object(personalRules(today)),
  shipping: () => z.object(shippingRules()),
  billing: () => z.object(billingRules()),
}

export type FieldsOf<Block extends AccountBlock> = z.infer<ReturnType<(typeof schemas)[Block]>>

/**
 * A member's account by the names of the specification's forms. Missing texts are empty; a birthdate
 * is `YYYY-MM-DD`.
 */
export type AccountFields = FieldsOf<'personal'> & FieldsOf<'shipping'> & FieldsOf<'billing'>

const namesIn = <Rules extends object>(rules: Rules) =>
  Object.keys(rules) as (keyof Rules & keyof AccountFields)[]

/** The fields of each block, in the order in which they are shown and checked. */
export const blockFields = {
  personal: namesIn(personalRules('')),
  shipping: namesIn(shippingRules()),
  billing: namesIn(billingRules()),
} as const satisfies Record<AccountBlock, readonly (keyof AccountFields)[]>

export type FieldErrors = Partial<Record<keyof AccountFields, string>>

type CheckedBlock =
  | { ok: true; fields: Partial<AccountFields> }
  | { ok: false; errors: FieldErrors }

/**
 * Checks one block as typed; `today` is `YYYY-MM-DD`. Returns the fields trimmed and tidied. The email that
 * the account has may break the rules: a registration has none but that it is an email.
 */
export function checkBlock(
  block: AccountBlock,
  values: Partial<AccountFields>,
  today: string,
  savedEmail = '',
): CheckedBlock {
  const isSaved = (name: keyof AccountFields) =>
    name === 'email' && values.email !== '' && values.email === savedEmail
  return checkFields<Partial<AccountFields>>(schemas[block](today), values, isSaved)
}

/** Reads the block's fields from a posted form; a box that is not ticked is false. */
export function readBlock(block: AccountBlock, form: FormData): Partial<AccountFields> {
  return Object.fromEntries(
    blockFields[block].map((field) => [
      field,
      isContactBox(field) ? form.has(field) : textOf(form, field),
    ]),
  )
}
