import type { Account } from '#domain/account.ts'
import { accountCopy } from '#domain/copy/account.ts'
import { shipToSentence } from '#domain/copy/cart.ts'
import type { AddressWarnings } from '#domain/forms/address-warnings.ts'
import { addressWarnings } from '#domain/forms/address-warnings.ts'
import { stateCodes, usStates } from '#domain/us-states.ts'
import { classes } from '#web/ui/classes.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import styles from './account-details.module.css'
import type { blockLooks } from './account-fields.ts'
import type { BlockFormState } from './use-block-form.ts'

type Look = (typeof blockLooks)['personal'][number]
type Props = { look: Look; state: BlockFormState; now: Account | null }

const stateOptions = [
  { value: '', label: accountCopy.chooseState },
  ...stateCodes.map((code) => ({ value: code, label: usStates[code] })),
]

/** One field of a block, with what is wrong, what wine would meet there, and what was saved elsewhere. */
export function BlockField({ look, state, now }: Props) {
  const { name, label, kind, wide, hint: _hint, ...input } = look
  const { values } = state
  const field = {
    ...input,
    name,
    label,
    value: values[name],
    error: state.errorOf(name),
    touched: state.isTouched(name),
    className: classes(wide && styles.wide),
    onBlur: () => state.touch(name),
  }
  const hint = hintOf(look, state, now)
  if (kind === 'state') {
    return (
      <SelectField
        name={name}
        label={label}
        value={values[name]}
        error={field.error}
        touched={field.touched}
        autoComplete={input.autoComplete}
        options={stateOptions}
        hint={hint}
        onBlur={field.onBlur}
        onChange={({ target }) => state.set(name, target.value)}
      />
    )
  }
  if (kind === 'area') {
    return (
      <TextArea
        name={name}
        label={label}
        value={values[name]}
        error={field.error}
        touched={field.touched}
        className={field.className}
        hint={hint}
        rows={2}
        onBlur={field.onBlur}
        onChange={({ target }) => state.set(name, target.value)}
      />
    )
  }
  return (
    <TextField {...field} hint={hint} onChange={({ target }) => state.set(name, target.value)} />
  )
}

/** What is said beside the field: first what was saved elsewhere, then what wine meets there. */
function hintOf({ name, hint }: Look, { values, today }: BlockFormState, now: Account | null) {
  if (now && now.fields[name] !== values[name]) return accountCopy.savedNow(now.fields[name])
  if (name in values && isAddressField(name)) {
    const problem = addressWarnings(values, today)[name]
    if (problem) return <WarningHint>{shipToSentence[problem]}</WarningHint>
  }
  return hint
}

const WarningHint = ({ children }: { children: string }) => (
  <span role="status" className={styles.warning}>
    {children}
  </span>
)

const isAddressField = (name: string): name is keyof AddressWarnings =>
  ['address', 'addressExtra', 'state', 'zipCode'].includes(name)
