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
type Props = {
  look: Look
  state: BlockFormState
  /** How the account stands when somebody saved it meanwhile. */
  now: Account | null
}

const stateOptions = [
  { value: '', label: accountCopy.chooseState },
  ...stateCodes.map((code) => ({ value: code, label: usStates[code] })),
]

/** One field: what is wrong with it, what wine would meet there, and what was saved elsewhere. */
export function BlockField({ look, state, now }: Props) {
  const { name, label, kind, wide, hint, ...input } = look
  const value = state.values[name]
  const warning = warningFor(name, state)
  const field = {
    ...input,
    name,
    label,
    value,
    error: state.errorOf(name),
    // A tick beside a warning would say two things at once.
    touched: state.isTouched(name) && !warning,
    className: classes(wide && styles.wide),
    hint:
      now && now.fields[name] !== value
        ? accountCopy.savedNow(now.fields[name])
        : (warning ?? hint),
    onBlur: () => state.touch(name),
    onChange: ({ target }: { target: { value: string } }) => state.set(name, target.value),
  }
  switch (kind) {
    case 'state':
      return <SelectField {...omitted(field)} options={stateOptions} />
    case 'area':
      return <TextArea {...omitted(field)} rows={2} />
    default:
      return <TextField {...field} />
  }
}

/** What only an input takes. */
const omitted = <T extends { type?: unknown; inputMode?: unknown }>({
  type: _type,
  inputMode: _inputMode,
  ...rest
}: T) => rest

function warningFor(name: string, { values, today }: BlockFormState) {
  if (!isAddressField(name)) return null
  const problem = addressWarnings(values, today)[name]
  return problem ? <WarningHint>{shipToSentence[problem]}</WarningHint> : null
}

const WarningHint = ({ children }: { children: string }) => (
  <span role="status" className={styles.warning}>
    {children}
  </span>
)

const isAddressField = (name: string): name is keyof AddressWarnings =>
  ['address', 'addressExtra', 'state', 'zipCode'].includes(name)
