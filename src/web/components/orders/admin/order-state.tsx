import type { FlagReason, OrderState as State } from '#domain/orders/after-sale.ts'
import { flagName } from '#domain/copy/admin-orders.ts'
import { ordersCopy } from '#domain/copy/members.ts'

import styles from './orders.module.css'

type Props = { state: State; flags: readonly FlagReason[] }

/** The state of an order, and why it needs a person. */
export function OrderState({ state, flags }: Props) {
  return (
    <>
      {ordersCopy.states[state]}
      {flags.map((reason) => (
        <span key={reason} className={styles.look}>
          {flagName[reason]}
        </span>
      ))}
    </>
  )
}
