import { accountCopy } from '#domain/copy/account.ts'
import { stateCodes, usStates } from '#domain/us-states.ts'
import { classes } from '#web/ui/classes.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { FieldLook } from './field-look.ts'
import styles from './record-form.module.css'
import type { RecordFormState } from './use-record-form.ts'

const stateOptions = [
  { value: '', label: accountCopy.chooseState },
  ...stateCodes.map((code) => ({ value: code as string, label: usStates[code] as string })),
]

/** What stands there already can be chosen too. */
const optionsWith = (value: string) =>
  stateOptions.some((option) => option.value === value)
    ? stateOptions
    : [...stateOptions, { value, label: value }]

type Props<Fields extends Record<string, string | boolean>> = {
  look: FieldLook<keyof Fields & string>
  state: RecordFormState<Fields>
}

/** One field of a record's form. Nothing of the browser's own is filled into somebody's record. */
export function RecordField<Fields extends Record<string, string | boolean>>({
  look,
  state,
}: Props<Fields>) {
  const { name, label, kind, wide, hint, type, inputMode, maxLength } = look
  const value = String(state.values[name])
  const field = {
    name,
    label,
    value,
    hint,
    autoComplete: 'off',
    error: state.errorOf(name),
    touched: state.isTouched(name),
    className: classes(wide && styles.wide),
    onBlur: () => state.touch(name),
    onChange: ({ target }: { target: { value: string } }) => state.set(name, target.value),
  }
  switch (kind) {
    case 'state':
      return <SelectField {...field} options={optionsWith(value)} />
    case 'area':
      return <TextArea {...field} rows={3} />
    default:
      return <TextField {...field} {...{ type, inputMode, maxLength }} />
  }
}
