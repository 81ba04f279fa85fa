import { isReviewable } from '#payments/after-sale.rules.ts'
import { adminOrderCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { flagName, flagSentence } from '#orders/flags/order-flags.copy.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { Block } from '#platform/layout/block.tsx'
import { stack } from '#ui/layout.ts'

import styles from './orders.module.css'

/** Why this order needs a person: each flag is reviewed by itself. */
export function OrderFlags({ flags }: Pick<OrderForStaff, 'flags'>) {
  return (
    <Block id="order-flags" title={copy.flags}>
      <ul className={stack(3)}>
        {flags.map(({ id, reason }) => (
          <li key={id} className={styles.flag}>
            <h3>{flagName[reason]}</h3>
            <p>{flagSentence[reason]}</p>
            {isReviewable(reason) && (
              <ButtonForm
                kind="secondary"
                fields={{ flag: id }}
                intent="resolve-flag"
                aria-label={copy.resolveOf(flagName[reason])}
              >
                {copy.resolve}
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}
