import type { OrderState as State } from '#domain/after-sale.ts'
import { deskOrdersCopy } from '#domain/copy/desk-orders.ts'
import { ordersCopy } from '#domain/copy/members.ts'

import styles from './orders.module.css'

/** How an order stands, and whether somebody should look at it. */
export function OrderState({ order }: { order: { state: State; attention: string | null } }) {
  return (
    <>
      {ordersCopy.states[order.state]}
      {order.attention && <span className={styles.look}>{deskOrdersCopy.look}</span>}
    </>
  )
}
