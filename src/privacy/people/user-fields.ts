import { allocationYears } from '#accounts/account/membership.rules.ts'
import type { AccountBlock } from '#accounts/account/account.rules.ts'
import { blockFields, isBox } from '#accounts/account/account-form.rules.ts'
import { fieldNames as labels } from '#platform/form/fields.copy.ts'
import { userCopy as copy } from './user.copy.ts'
import type { StaffUserFields } from '#accounts/users/staff-user.rules.ts'

import type { FieldProperties } from '#platform/form/field-properties.ts'

type UserField = FieldProperties<keyof StaffUserFields>

/** How fields are shown that are more than a line of text with a label. */
const shown: Partial<Record<string, Partial<UserField>>> = {
  email: { type: 'email', wide: true },
  phone: { type: 'tel', inputMode: 'numeric' },
  birthdate: { type: 'date' },
  address: { wide: true },
  addressExtra: { wide: true },
  state: { kind: 'state' },
  zipCode: { inputMode: 'numeric' },
}

/** The fields of a block of the account. Those of billing have the labels of the shipping address. */
const fieldsOf = (block: AccountBlock): UserField[] =>
  blockFields[block]
    .filter((name) => !isBox(name) && name !== 'optionalText')
    .map((name) => {
      const label = (block === 'billing' ? name.slice(1) : name) as keyof typeof labels
      return { name, label: labels[label], ...shown[label] }
    })

/** How the text fields of each block are shown, in their order. */
export const userFields = {
  personal: fieldsOf('personal'),
  notes: allocationYears.map((year): UserField => ({
    name: `membershipText${year}`,
    label: String(year),
    kind: 'area',
  })),
  texts: [
    { name: 'membershipTextA', label: labels.membershipTextA, kind: 'area' },
    { name: 'membershipTextB', label: labels.membershipTextB, kind: 'area' },
    {
      name: 'optionalText',
      label: labels.optionalText,
      hint: copy.optionalHint,
      kind: 'area',
      wide: true,
    },
  ],
  shipping: fieldsOf('shipping'),
  billing: fieldsOf('billing'),
} as const satisfies Record<string, readonly UserField[]>

export const userBoxes = {
  byEmail: copy.contact.email,
  byPhone: copy.contact.phone,
  billDifThanShip: labels.billDifThanShip,
} as const
