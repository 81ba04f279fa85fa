import type { AddressField } from '#catalogue/destinations/address-form.rules.ts'
import { formCopy } from '#platform/form/fields.copy.ts'
import { inOrder } from '#platform/text/in-order.rules.ts'
import { stateCodes, stateName } from '#platform/text/us-states.rules.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

type Options = readonly { value: string; label: string }[]

/** The states and the District of Columbia, which is served too. */
const destinations: Options = [
  { value: '', label: formCopy.chooseState },
  ...[...stateCodes, 'DC']
    .map((code) => ({ value: code, label: stateName(code) }))
    .sort((a, b) => inOrder(a.label, b.label)),
]

type Props = {
  field: (name: AddressField) => {
    name: string
    defaultValue: string
    error: string | undefined
  }
  labels: Readonly<Record<AddressField, string>> & { readonly addressHint?: string }
  states?: Options
  /** Of a box around state and ZIP code. */
  pairClassName?: string
}

/** The fields of one shipping address. */
export function AddressFields({ field, labels, states = destinations, pairClassName }: Props) {
  const stateAndZip = (
    <>
      <SelectField
        {...field('state')}
        label={labels.state}
        options={states}
        autoComplete="shipping address-level1"
      />
      <TextField
        {...field('zipCode')}
        label={labels.zipCode}
        inputMode="numeric"
        autoComplete="shipping postal-code"
      />
    </>
  )
  return (
    <>
      <TextField
        {...field('address')}
        label={labels.address}
        hint={labels.addressHint}
        autoComplete="shipping address-line1"
      />
      <TextField
        {...field('addressExtra')}
        label={labels.addressExtra}
        autoComplete="shipping address-line2"
      />
      <TextField {...field('city')} label={labels.city} autoComplete="shipping address-level2" />
      {pairClassName ? <div className={pairClassName}>{stateAndZip}</div> : stateAndZip}
    </>
  )
}
