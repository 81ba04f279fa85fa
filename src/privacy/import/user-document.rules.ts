import type { Subscription } from '#accounts/account/account.rules.ts'
import { byContactBox } from '#accounts/consent/consent-kinds.rules.ts'
import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'
import { billingAsShipping } from '#accounts/users/staff-user.rules.ts'
import { fieldMessages } from '#platform/form/fields.copy.ts'
import { normalisedEmail } from '#platform/text/email-address.rules.ts'
import { firstWord } from '#platform/text/person-name.rules.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'
import { parseState } from '#platform/text/us-states.rules.ts'

import { checkStaffUser, staffUserFields } from '../people/staff-user-form.rules.ts'
import type { Document, ImportError } from './document.rules.ts'
import { booleanOf, dayOf, momentOf, textOf } from './document.rules.ts'
import type { ReadDocument } from './subscriber-document.rules.ts'

export type ImportedUser = {
  fields: StaffUserFields
  /** Null is the earlier database's 'none'. */
  stripeCustomerId: string | null
  subscription: Subscription | null
  registeredAt: Date | null
}

/** Fields of a user's document that are known; `clientUID` is its id. */
export const knownUserFields: readonly string[] = [
  ...staffUserFields,
  'fullname',
  'stripeCustomerId',
  'subscription',
  'createdAt',
  'clientUID',
]

const boxes = { ...byContactBox(() => false), membership: false, billDifThanShip: true }
const isBox = (field: string): field is keyof typeof boxes => Object.hasOwn(boxes, field)

/** Registration has no rules for names, so names are imported unchecked. */
const uncheckedFields: readonly string[] = ['firstname', 'lastname']
/** The longest name or line of an address that is imported. */
const longestImported = 300

/**
 * Reads a user of the earlier database by the rules of the staff's form. A document without a valid
 * email is refused; any other invalid field is left out. `today` is `YYYY-MM-DD`.
 */
export function readUserDocument(document: Document, today: string): ReadDocument<ImportedUser> {
  const errors: ImportError[] = []
  const leaveOut = (field: string, reason: string) => void errors.push({ field, reason })
  const values = valuesIn(document, leaveOut)
  if (!values.membership) values.membershipLevel = ''

  const wrong = checkStaffUser(values, today)
  if (!wrong.ok) {
    if (wrong.errors.email)
      return { ok: false, errors: [{ field: 'email', reason: wrong.errors.email }] }
    for (const field of staffUserFields) {
      const reason = wrong.errors[field]
      const isEmpty = values[field] === '' && field !== 'membershipLevel'
      if (!reason || isBox(field) || isEmpty || uncheckedFields.includes(field)) continue
      // An address that its owner gave before stays, until it is next typed.
      if (reason === fieldMessages.tooLongForLabel && values[field].length <= longestImported)
        continue
      leaveOut(field, reason)
      Object.assign(values, { [field]: '' })
    }
  }
  const fields = tidied(values)
  const subscription = oneOf(['active', 'inactive'] as const, document['subscription'])
  if (subscription === undefined) leaveOut('subscription', 'It is neither active nor inactive')
  const stripeCustomerId = customerIn(document['stripeCustomerId'])
  if (stripeCustomerId === undefined) leaveOut('stripeCustomerId', 'This is no customer’s id')
  return {
    ok: true,
    record: {
      fields,
      stripeCustomerId: stripeCustomerId ?? null,
      subscription: subscription ?? null,
      registeredAt: momentOf(document['createdAt']),
    },
    errors,
  }
}

type LeaveOut = (field: string, reason: string) => void

/** The document's fields as unchecked values of the form. */
function valuesIn(document: Document, leaveOut: LeaveOut): StaffUserFields {
  const values: Record<string, string | boolean> = {}
  for (const field of staffUserFields) {
    const value = document[field]
    if (isBox(field)) {
      const box = booleanOf(value ?? boxes[field])
      if (box === null) leaveOut(field, 'It is neither true nor false')
      values[field] = box ?? boxes[field]
    } else {
      const text = field === 'birthdate' ? dayOf(value) : textOf(value)
      if (text === null) leaveOut(field, 'This is no text')
      values[field] = tidyOf(field, text ?? '')
    }
  }
  const fullname = typedLine(textOf(document['fullname']) ?? '')
  if (!values['firstname'] && fullname) {
    values['firstname'] = firstWord(fullname)
    values['lastname'] ||= fullname.slice(firstWord(fullname).length).trim()
  }
  return values as StaffUserFields
}

/** Normalises notations that mean the same. */
function tidyOf(field: string, text: string): string {
  switch (field) {
    case 'phone':
      return /^[\d\s().+-]+$/.test(text) ? text.replace(/\D/g, '') : text
    case 'membershipLevel':
      return text === '0' ? '' : text
    case 'state':
    case 'xstate':
      return parseState(text) ?? text
    case 'zipCode':
      return /^\d{5}-\d{4}$/.test(text) ? text.slice(0, 5) : text
    default:
      return text
  }
}

/** Normalised like the form's result: names on one line, the email in lower case. */
function tidied(values: StaffUserFields): StaffUserFields {
  const fields = {
    ...values,
    email: normalisedEmail(values.email),
    firstname: typedLine(values.firstname).slice(0, longestImported),
    lastname: typedLine(values.lastname).slice(0, longestImported),
  }
  return fields.billDifThanShip ? fields : { ...fields, ...billingAsShipping(fields) }
}

/** The value if it is one of the texts; null when absent, undefined otherwise. */
function oneOf<Text extends string>(
  texts: readonly Text[],
  value: unknown,
): Text | null | undefined {
  if (value === undefined || value === null || value === '') return null
  return texts.find((text) => text === value)
}

function customerIn(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === '' || value === 'none') return null
  return typeof value === 'string' && /^cus_\w{1,250}$/.test(value) ? value : undefined
}
