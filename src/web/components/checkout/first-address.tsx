import { shipToSentence } from '#domain/copy/cart.ts'
import { purchaseCopy as copy } from '#domain/copy/purchase.ts'
import type { AccountFields } from '#domain/people/account-form.ts'
import type { FieldErrors } from '#domain/people/account-form.ts'
import { stateCodes, usStates } from '#domain/us-states.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import styles from './first-address.module.css'

type Refused = { values: Partial<AccountFields>; errors: FieldErrors; alert: string | null }

const fields = [
  ['address', 'Address', 'shipping address-line1'],
  ['addressExtra', 'Apartment, suite (optional)', 'shipping address-line2'],
  ['city', 'City', 'shipping address-level2'],
] as const

/** The form for the first address of an account, on the page of the purchase. */
export function FirstAddress({ refused }: { refused: Refused | null }) {
  const valueOf = (name: keyof AccountFields) => String(refused?.values[name] ?? '')
  return (
    <section aria-labelledby="first-address">
      <h2 id="first-address">{copy.addressTitle}</h2>
      <form method="post" className={styles.form}>
        {refused ? (
          <Notice tone="bad">{refused.alert ?? Object.values(refused.errors)[0]}</Notice>
        ) : (
          <p>{shipToSentence['no-address']}</p>
        )}
        {fields.map(([name, label, autoComplete]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            autoComplete={autoComplete}
            defaultValue={valueOf(name)}
            error={refused?.errors[name]}
          />
        ))}
        <SelectField
          name="state"
          label="State"
          autoComplete="shipping address-level1"
          defaultValue={valueOf('state')}
          error={refused?.errors.state}
          options={[
            { value: '', label: '–' },
            ...stateCodes.map((code) => ({ value: code, label: usStates[code] })),
          ]}
        />
        <TextField
          name="zipCode"
          label="ZIP code"
          autoComplete="shipping postal-code"
          inputMode="numeric"
          defaultValue={valueOf('zipCode')}
          error={refused?.errors.zipCode}
        />
        <Button>{copy.saveAddress}</Button>
      </form>
    </section>
  )
}
