import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { formCopy } from '../form/fields.copy.ts'
import { inOrder } from '../text/in-order.rules.ts'
import { destinationNames } from '../text/us-states.rules.ts'
import type { AddressField } from './address.rules.ts'
import { addressAutoComplete, addressFields, addressFormLabels } from './address.rules.ts'

type Options = readonly { value: string; label: string }[]

/** The states and the District of Columbia, which is served too. */
const destinations: Options = [
  { value: '', label: formCopy.chooseState },
  ...Object.entries(destinationNames)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => inOrder(a.label, b.label)),
]

type Labels = Readonly<Record<AddressField, string>> & { readonly addressHint?: string }

const shippingLabels: Labels = { ...addressFormLabels, addressHint: formCopy.addressHint }

type Props = {
  field: (name: AddressField) => {
    name: string
    defaultValue: string
    error: string | undefined
  }
  labels?: Labels
  states?: Options
  /** Of a box around state and ZIP code. */
  pairClassName?: string
}

/** The fields of one shipping address. */
export function AddressFields({
  field,
  labels = shippingLabels,
  states = destinations,
  pairClassName,
}: Props) {
  const shown = (name: AddressField) => ({
    ...field(name),
    label: labels[name],
    autoComplete: `shipping ${addressAutoComplete[name]}`,
  })
  const stateAndZip = (
    <>
      <SelectField {...shown('state')} options={states} />
      <TextField {...shown('zipCode')} inputMode="numeric" />
    </>
  )
  return (
    <>
      {addressFields
        .filter((name) => name !== 'state' && name !== 'zipCode')
        .map((name) => (
          <TextField
            key={name}
            {...shown(name)}
            hint={name === 'address' ? labels.addressHint : undefined}
          />
        ))}
      {pairClassName ? <div className={pairClassName}>{stateAndZip}</div> : stateAndZip}
    </>
  )
}
