import { adminOrderCopy as copy } from '#domain/copy/admin-orders.ts'
import { refundFailure } from '#domain/copy/order-flags.ts'
import { formatAmount } from '#domain/money.ts'
import type { OrderForStaff } from '#use-cases/orders/view-order-as-staff.ts'
import { ShopMoment } from '#web/components/dates.tsx'
import { Block } from '#web/components/people/block.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

import styles from './orders.module.css'

/** All refunds of an order: who requested them, and what came of them. */
export function OrderRefunds({ refunds }: Pick<OrderForStaff, 'refunds'>) {
  return (
    <Block id="order-refunds" title={copy.refunds}>
      {refunds.length === 0 ? (
        <p>{copy.noRefunds}</p>
      ) : (
        <DataTable label={copy.refunds} stacked>
          <thead>
            <tr>
              <th scope="col">{copy.when}</th>
              <th scope="col">{copy.by}</th>
              <th scope="col">{copy.reason}</th>
              <th scope="col">{copy.standing}</th>
              <th scope="col" data-numeric>
                {copy.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {refunds.map((refund) => (
              <tr key={refund.id}>
                <th scope="row" data-label={copy.when}>
                  <ShopMoment at={refund.requestedAt} />
                </th>
                <td data-label={copy.by}>{refund.requestedBy ?? copy.causes[refund.cause]}</td>
                <td data-label={copy.reason}>{refund.reason}</td>
                <td data-label={copy.standing}>
                  {copy.refundStates[refund.state]}
                  {refund.failure && (
                    <span className={styles.back}>{refundFailure(refund.failure)}</span>
                  )}
                </td>
                <td data-numeric data-label={copy.amount}>
                  {formatAmount(refund.amountCents)}
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </Block>
  )
}
