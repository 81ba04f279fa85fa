import type { AccountFields } from '#accounts/account/account-form.rules.ts'
import type { FieldErrors } from '#accounts/account/account-form.rules.ts'
import { accountCopy } from '#accounts/account/account.copy.ts'
import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { AddressFields } from '#platform/address/address-fields.tsx'
import type { AddressField } from '#platform/address/address.rules.ts'
import { stateOptions } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import { stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { purchaseCopy as copy } from './purchase.copy.ts'

import styles from './first-address.module.css'

type Refused = { values: Partial<AccountFields>; errors: FieldErrors; alert: string | null }

const labels = { ...accountCopy.fields, addressExtra: copy.addressExtra }

const states = [{ value: '', label: '–' }, ...stateOptions]

/** The form for the first address of an account, on the page of the purchase. */
export function FirstAddress({ refused }: { refused: Refused | null }) {
  const field = (name: AddressField) => ({
    name,
    defaultValue: refused?.values[name] ?? '',
    error: refused?.errors[name],
  })
  return (
    <section className={styles.section} aria-labelledby="first-address">
      <h2 id="first-address">{copy.addressTitle}</h2>
      <form method="post" className={stack(2)}>
        {refused ? (
          <Notice tone="bad">{refused.alert ?? Object.values(refused.errors)[0]}</Notice>
        ) : (
          <p>{shipToSentence['no-address']}</p>
        )}
        <AddressFields field={field} labels={labels} states={states} />
        <Button>{copy.saveAddress}</Button>
      </form>
    </section>
  )
}
