import { accountCopy } from '#domain/copy/account.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

import styles from './account-details.module.css'
import type { BlockFormState } from './use-block-form.ts'

/** How the member would like to hear from the house. */
export function ContactBoxes({ state }: { state: BlockFormState }) {
  return (
    <fieldset>
      <legend className={styles.legend}>{accountCopy.fields.contact}</legend>
      <div className={styles.boxes}>
        {(['byEmail', 'byPhone'] as const).map((name) => (
          <Checkbox
            key={name}
            name={name}
            label={accountCopy.fields[name]}
            checked={state.values[name]}
            onChange={({ target }) => state.set(name, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
