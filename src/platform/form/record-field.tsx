import type { ReactNode } from 'react'

import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { stateOptions } from '../text/us-states.rules.ts'
import type { FieldProperties } from './field-properties.ts'
import { formCopy } from './fields.copy.ts'
import type { RecordFormState } from './use-record-form.ts'

const states = [{ value: '', label: formCopy.chooseState }, ...stateOptions]

/** A stored value that is none of the states stays selectable. */
const optionsWith = (value: string) =>
  states.some((option) => option.value === value) ? states : [...states, { value, label: value }]

type Props<Fields extends Record<string, string | boolean>> = {
  properties: FieldProperties<keyof Fields & string>
  state: RecordFormState<Fields>
  /** Takes the hint's place: what to know about the value, though it may be saved. */
  warning?: ReactNode
  className?: string | undefined
}

/** One text field of a record's form. */
export function RecordField<Fields extends Record<string, string | boolean>>(props: Props<Fields>) {
  const { properties, state, warning, className } = props
  const { name, label, kind, hint, autoComplete = 'off', type, inputMode, maxLength } = properties
  const initial = String(state.initial[name])
  const field = {
    name,
    label,
    defaultValue: initial,
    hint: warning || hint,
    autoComplete,
    error: state.errorOf(name),
    // A tick beside a warning would say two things at once.
    touched: state.isTouched(name) && !warning,
    className: className ?? '',
  }
  switch (kind) {
    case 'state':
      return <SelectField {...field} options={optionsWith(initial)} />
    case 'area':
      return <TextArea {...field} rows={3} />
    default:
      return <TextField {...field} {...{ type, inputMode, maxLength }} />
  }
}
