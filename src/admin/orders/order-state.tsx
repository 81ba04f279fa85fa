import type { FlagReason, OrderState as State } from '#payments/after-sale.rules.ts'
import { flagName } from '#orders/flags/order-flags.copy.ts'
import { ordersCopy } from '#platform/layout/members.copy.ts'

import styles from './orders.module.css'

type Props = { state: State; flags: readonly FlagReason[]; isRehearsal: boolean }

/** The state of an order, and why it needs a person. */
export function OrderState({ state, flags, isRehearsal }: Props) {
  return (
    <>
      {ordersCopy.states[state]}
      {isRehearsal && <span className={styles.look}>Rehearsal</span>}
      {flags.map((reason) => (
        <span key={reason} className={styles.look}>
          {flagName[reason]}
        </span>
      ))}
    </>
  )
}
