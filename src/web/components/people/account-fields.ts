import type { AccountBlock, AccountFields } from '#domain/people/account.ts'
import { accountCopy } from '#domain/copy/account.ts'
import type { FieldProperties } from '#web/components/record-form/field-properties.ts'

type FieldName = keyof AccountFields
export type TextName = Exclude<FieldName, 'byEmail' | 'byPhone'>

type AccountField = FieldProperties<TextName>

const { fields: labels, hints } = accountCopy

/** How the text fields of each block are shown, in their order. */
export const blockFieldProps: Record<AccountBlock, readonly AccountField[]> = {
  personal: [
    { name: 'firstname', label: labels.firstname, autoComplete: 'given-name' },
    { name: 'lastname', label: labels.lastname, autoComplete: 'family-name' },
    { name: 'email', label: labels.email, type: 'email', autoComplete: 'email' },
    {
      name: 'phone',
      label: labels.phone,
      hint: hints.phone,
      type: 'tel',
      inputMode: 'numeric',
      autoComplete: 'tel-national',
    },
    {
      name: 'birthdate',
      label: labels.birthdate,
      hint: hints.birthdate,
      type: 'date',
      autoComplete: 'bday',
    },
    {
      name: 'optionalText',
      label: labels.optionalText,
      hint: hints.optionalText,
      kind: 'area',
      wide: true,
    },
  ],
  shipping: addressFields('', 'shipping'),
  billing: [
    { name: 'xfirstname', label: labels.firstname, autoComplete: 'billing given-name' },
    { name: 'xlastname', label: labels.lastname, autoComplete: 'billing family-name' },
    ...addressFields('x', 'billing'),
  ],
}

function addressFields(prefix: '' | 'x', section: 'shipping' | 'billing'): AccountField[] {
  return [
    {
      name: `${prefix}address`,
      label: labels.address,
      wide: true,
      autoComplete: `${section} address-line1`,
      ...(section === 'shipping' && { hint: hints.address }),
    },
    {
      name: `${prefix}addressExtra`,
      label: `${labels.addressExtra} (${accountCopy.optional.toLowerCase()})`,
      wide: true,
      autoComplete: `${section} address-line2`,
    },
    { name: `${prefix}city`, label: labels.city, autoComplete: `${section} address-level2` },
    {
      name: `${prefix}state`,
      label: labels.state,
      kind: 'state',
      autoComplete: `${section} address-level1`,
    },
    {
      name: `${prefix}zipCode`,
      label: labels.zipCode,
      inputMode: 'numeric',
      autoComplete: `${section} postal-code`,
    },
  ]
}
