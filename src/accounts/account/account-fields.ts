import {
  addressAutoComplete,
  addressFormLabels,
  byAddressField,
} from '#platform/address/address.rules.ts'
import type { FieldProperties } from '#platform/form/field-properties.ts'
import { formCopy } from '#platform/form/fields.copy.ts'

import type { ContactBox } from '../consent/consent-kinds.rules.ts'
import { isContactBox } from '../consent/consent-kinds.rules.ts'
import type { AccountFields, AccountBlock } from './account-form.rules.ts'
import { blockFields } from './account-form.rules.ts'
import { accountCopy } from './account.copy.ts'

type TextName = Exclude<keyof AccountFields, ContactBox>

type AccountField = FieldProperties<TextName>

const { fields: labels, hints } = accountCopy

/** By the name of the label: the fields of the billing address have those of the shipping address. */
type Shown = Partial<Record<keyof typeof labels, Partial<AccountField>>>

function addressAs(section: 'shipping' | 'billing'): Shown {
  const each = byAddressField((field) => ({
    label: addressFormLabels[field],
    autoComplete: `${section} ${addressAutoComplete[field]}`,
  }))
  return {
    ...each,
    address: {
      ...each.address,
      wide: true,
      ...(section === 'shipping' && { hint: formCopy.addressHint }),
    },
    addressExtra: { ...each.addressExtra, wide: true },
    state: { ...each.state, kind: 'state' },
    zipCode: { ...each.zipCode, inputMode: 'numeric' },
  }
}

/** How fields are shown that are more than a line of text with a label. */
const shown: Record<AccountBlock, Shown> = {
  personal: {
    firstname: { autoComplete: 'given-name' },
    lastname: { autoComplete: 'family-name' },
    email: { type: 'email', autoComplete: 'email' },
    phone: {
      hint: hints.phone,
      type: 'tel',
      inputMode: 'numeric',
      autoComplete: 'tel-national',
    },
    birthdate: { hint: hints.birthdate, type: 'date', autoComplete: 'bday' },
    optionalText: { hint: hints.optionalText, kind: 'area', wide: true },
  },
  shipping: addressAs('shipping'),
  billing: {
    firstname: { autoComplete: 'billing given-name' },
    lastname: { autoComplete: 'billing family-name' },
    ...addressAs('billing'),
  },
}

/** The text fields of a block, in their order. */
export const fieldPropsOf = (block: AccountBlock): AccountField[] =>
  blockFields[block]
    .filter((name): name is Exclude<typeof name, ContactBox> => !isContactBox(name))
    .map((name) => {
      const label = (block === 'billing' ? name.slice(1) : name) as keyof typeof labels
      return { name, label: labels[label], ...shown[block][label] }
    })
