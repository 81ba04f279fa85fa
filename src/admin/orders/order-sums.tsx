import { count, counted } from '#platform/admin/admin.copy.ts'
import { adminOrdersCopy } from '#orders/order/admin-orders.copy.ts'
import type { ListTotals } from '#platform/list/list-query.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'

import styles from './orders.module.css'

const copy = adminOrdersCopy.sums

/** How many orders the filters leave, and what was paid and refunded for them, over all pages. */
export function OrderSums({ totals }: { totals: ListTotals | undefined }) {
  if (!totals) return null
  const { total, isMore, sums } = totals
  if (!sums) return <p className={styles.sums}>{counted(total, 'order', 'orders', isMore)}</p>
  const paid = sums['total'] ?? 0
  const refunded = sums['refunded'] ?? 0
  return (
    <ul className={styles.sums} aria-label={copy.label}>
      <li>{copy.orders(count(total), total === 1)}</li>
      <li>{copy.paid(formatAmount(paid))}</li>
      {refunded > 0 && (
        <>
          <li>{copy.refunded(formatAmount(refunded))}</li>
          <li>{copy.kept(formatAmount(paid - refunded))}</li>
        </>
      )}
    </ul>
  )
}
