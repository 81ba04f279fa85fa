import { adminOrderCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { Block } from '#platform/layout/block.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { letters } from '#ui/layout.ts'

import styles from './orders.module.css'

/** The lines and sums of an order, and the units returned to stock. */
export function OrderLedger({ order, lines }: Pick<OrderForStaff, 'order' | 'lines'>) {
  return (
    <Block id="order-lines" title={copy.lines}>
      <OrderLines label={copy.lines} {...{ order, lines }} />
    </Block>
  )
}

type LinesProps = Pick<OrderForStaff, 'order' | 'lines'> & { label: string }

const columns: readonly TableColumn<OrderForStaff['lines'][number]>[] = [
  {
    label: copy.wine,
    cell: ({ description, returned }) => (
      <>
        {description}
        {returned > 0 && <span className={letters.below}>{copy.back(returned)}</span>}
      </>
    ),
  },
  { label: copy.quantity, numeric: true, cell: ({ quantity }) => quantity },
  {
    label: copy.price,
    numeric: true,
    cell: ({ unitPriceCents, quantity }) => formatAmount(unitPriceCents * quantity),
  },
]

/** The table of them. */
export const OrderLines = ({ label, order, lines }: LinesProps) => (
  <RowsTable label={label} columns={columns} rows={lines} rowKey={({ productId }) => productId}>
    <tfoot>
      <Sum term={copy.subtotal} cents={order.subtotalCents} />
      <Sum term={copy.shipping} cents={order.shippingCents} />
      <Sum term={copy.tax} cents={order.taxCents} />
      <Sum term={copy.total} cents={order.totalCents} isTotal />
      {order.refundedCents > 0 && <Sum term={copy.refunded} cents={-order.refundedCents} />}
    </tfoot>
  </RowsTable>
)

function Sum({ term, cents, isTotal }: { term: string; cents: number; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? styles.total : undefined}>
      <th scope="row" colSpan={2}>
        {term}
      </th>
      <td data-numeric>{formatAmount(cents)}</td>
    </tr>
  )
}
