import { accountCopy } from '#accounts/account/account.copy.ts'
import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { AddressFields } from '#platform/address/address-fields.tsx'
import { stateOptions } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { ruled, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { purchaseCopy as copy } from './purchase.copy.ts'

const labels = { ...accountCopy.fields, addressExtra: copy.addressExtra }

const states = [{ value: '', label: '–' }, ...stateOptions]

/** The form for the first address of an account, on the page of the purchase. */
export function FirstAddress({ sent }: { sent: Sent | undefined }) {
  return (
    <section className={classes(stack(2), ruled(4))} aria-labelledby="first-address">
      <h2 id="first-address">{copy.addressTitle}</h2>
      <form method="post" className={stack(2)}>
        {sent ? (
          <Notice tone="bad">{sent.refusal ?? Object.values(sent.errors)[0]}</Notice>
        ) : (
          <p>{shipToSentence['no-address']}</p>
        )}
        <AddressFields field={fieldsOf(sent)} labels={labels} states={states} />
        <Button>{copy.saveAddress}</Button>
      </form>
    </section>
  )
}
