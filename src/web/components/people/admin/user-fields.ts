import { allocationYears } from '#domain/people/membership.ts'
import { fieldNames as labels, userCopy as copy } from '#domain/copy/records.ts'
import type { StaffUserFields } from '#domain/people/staff-user.ts'

import type { FieldProperties } from '#web/components/record-form/field-properties.ts'

type UserField = FieldProperties<keyof StaffUserFields>

const address = (prefix: '' | 'x'): UserField[] => [
  { name: `${prefix}address`, label: labels.address, wide: true },
  { name: `${prefix}addressExtra`, label: labels.addressExtra, wide: true },
  { name: `${prefix}city`, label: labels.city },
  { name: `${prefix}state`, label: labels.state, kind: 'state' },
  { name: `${prefix}zipCode`, label: labels.zipCode, inputMode: 'numeric' },
]

/** How the text fields of each block are shown, in their order. */
export const userFields = {
  personal: [
    { name: 'firstname', label: labels.firstname },
    { name: 'lastname', label: labels.lastname },
    { name: 'email', label: labels.email, type: 'email', wide: true },
    { name: 'phone', label: labels.phone, type: 'tel', inputMode: 'numeric' },
    { name: 'birthdate', label: labels.birthdate, type: 'date' },
  ],
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
  shipping: address(''),
  billing: [
    { name: 'xfirstname', label: labels.firstname },
    { name: 'xlastname', label: labels.lastname },
    ...address('x'),
  ],
} as const satisfies Record<string, readonly UserField[]>

export const userBoxes = {
  byEmail: copy.contact.email,
  byPhone: copy.contact.phone,
  billDifThanShip: labels.billDifThanShip,
} as const
