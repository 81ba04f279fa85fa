import type { OrderState as State } from '#domain/orders/after-sale.ts'
import { adminOrdersCopy } from '#domain/copy/admin-orders.ts'
import { ordersCopy } from '#domain/copy/members.ts'

import styles from './orders.module.css'

type Props = { state: State; isFlagged: boolean }

/** The state of an order, and whether it has a flag to review. */
export function OrderState({ state, isFlagged }: Props) {
  return (
    <>
      {ordersCopy.states[state]}
      {isFlagged && <span className={styles.look}>{adminOrdersCopy.review}</span>}
    </>
  )
}
