import { adminOrderCopy as copy } from '#domain/copy/admin-orders.ts'
import { formatAmount } from '#domain/money.ts'
import type { OrderForStaff } from '#use-cases/orders/view-order-as-staff.ts'
import { Block } from '#web/components/people/block.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

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

/** The table of them. */
export function OrderLines({ label, order, lines }: LinesProps) {
  return (
    <DataTable label={label}>
      <thead>
        <tr>
          <th scope="col">{copy.wine}</th>
          <th scope="col" data-numeric>
            {copy.quantity}
          </th>
          <th scope="col" data-numeric>
            {copy.price}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.productId}>
            <th scope="row">
              {line.description}
              {line.returned > 0 && <span className={styles.back}>{copy.back(line.returned)}</span>}
            </th>
            <td data-numeric>{line.quantity}</td>
            <td data-numeric>{formatAmount(line.unitPriceCents * line.quantity)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum term={copy.subtotal} cents={order.subtotalCents} />
        <Sum term={copy.shipping} cents={order.shippingCents} />
        <Sum term={copy.tax} cents={order.taxCents} />
        <Sum term={copy.total} cents={order.totalCents} isTotal />
        {order.refundedCents > 0 && <Sum term={copy.refunded} cents={-order.refundedCents} />}
      </tfoot>
    </DataTable>
  )
}

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
