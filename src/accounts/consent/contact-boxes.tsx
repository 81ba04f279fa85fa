import { accountCopy } from '../account/account.copy.ts'
import { Checkbox } from '#ui/checkbox.tsx'

import styles from '../account/account-details.module.css'
import type { BlockValues } from '../account/block-form.tsx'

/** How the customer would like to be contacted. */
export function ContactBoxes({ initial }: { initial: BlockValues }) {
  return (
    <fieldset>
      <legend className={styles.legend}>{accountCopy.fields.contact}</legend>
      <div className={styles.boxes}>
        {(['byEmail', 'byPhone'] as const).map((name) => (
          <Checkbox
            key={name}
            name={name}
            label={accountCopy.fields[name]}
            defaultChecked={initial[name] === true}
          />
        ))}
      </div>
    </fieldset>
  )
}
