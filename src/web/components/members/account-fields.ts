import type { ComponentProps } from 'react'

import type { AccountBlock, AccountFields } from '#domain/account.ts'
import { accountCopy } from '#domain/copy/account.ts'

type FieldName = keyof AccountFields
export type TextName = Exclude<FieldName, 'byEmail' | 'byPhone'>

type FieldLook = {
  name: TextName
  label: string
  hint?: string
  kind?: 'text' | 'area' | 'state'
  wide?: boolean
} & Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode'>

const { fields: labels, hints } = accountCopy

/** How the text fields of each block look, in their order. */
export const blockLooks: Record<AccountBlock, readonly FieldLook[]> = {
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
  shipping: addressLooks('', 'shipping'),
  billing: [
    { name: 'xfirstname', label: labels.firstname, autoComplete: 'billing given-name' },
    { name: 'xlastname', label: labels.lastname, autoComplete: 'billing family-name' },
    ...addressLooks('x', 'billing'),
  ],
}

function addressLooks(prefix: '' | 'x', section: 'shipping' | 'billing'): FieldLook[] {
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
