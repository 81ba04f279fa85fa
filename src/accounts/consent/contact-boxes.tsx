import { Checkbox } from '#ui/checkbox.tsx'
import { cluster, letters } from '#ui/layout.ts'

import { accountCopy } from '../account/account.copy.ts'
import { contactBoxNames } from './consent-kinds.rules.ts'

/** How the customer would like to be contacted. */
export function ContactBoxes({ initial }: { initial: Readonly<Record<string, unknown>> }) {
  return (
    <fieldset>
      <legend className={letters.small}>{accountCopy.fields.contact}</legend>
      <div className={cluster([0, 4])}>
        {contactBoxNames.map((name) => (
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
