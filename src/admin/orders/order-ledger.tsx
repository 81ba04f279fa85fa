import { SumRow, SumRows } from '#orders/order/sum-rows.tsx'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { Block } from '#platform/layout/block.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { letters } from '#ui/layout.ts'

/** The lines and sums of an order, and the units returned to stock. */
export function OrderLedger({ order, lines }: Pick<OrderForStaff, 'order' | 'lines'>) {
  return (
    <Block id="order-lines" title="Wines">
      <OrderLines label="Wines" {...{ order, lines }} />
    </Block>
  )
}

type LinesProps = Pick<OrderForStaff, 'order' | 'lines'> & { label: string }

const columns: readonly TableColumn<OrderForStaff['lines'][number]>[] = [
  {
    label: 'Wine',
    cell: ({ description, returned }) => (
      <>
        {description}
        {returned > 0 && <span className={letters.below}>{returned} back in stock</span>}
      </>
    ),
  },
  { label: 'Qty', numeric: true, cell: ({ quantity }) => quantity },
  {
    label: 'Price',
    numeric: true,
    cell: ({ unitPriceCents, quantity }) => formatAmount(unitPriceCents * quantity),
  },
]

/** The table of them. */
export const OrderLines = ({ label, order, lines }: LinesProps) => (
  <RowsTable label={label} columns={columns} rows={lines} rowKey={({ productId }) => productId}>
    <tfoot>
      <SumRows order={order} />
      {order.refundedCents > 0 && <SumRow term="Refunded" cents={-order.refundedCents} />}
    </tfoot>
  </RowsTable>
)
