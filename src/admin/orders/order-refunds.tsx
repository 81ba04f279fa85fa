import { adminOrderCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { refundFailure } from '#orders/flags/order-flags.copy.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Block } from '#platform/layout/block.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { letters } from '#ui/layout.ts'

const columns: readonly TableColumn<OrderForStaff['refunds'][number]>[] = [
  { label: copy.when, cell: ({ requestedAt }) => <ShopMoment at={requestedAt} /> },
  { label: copy.by, cell: ({ requestedBy, cause }) => requestedBy ?? copy.causes[cause] },
  { label: copy.reason, cell: ({ reason }) => reason },
  {
    label: copy.standing,
    cell: ({ state, failure }) => (
      <>
        {copy.refundStates[state]}
        {failure && <span className={letters.below}>{refundFailure(failure)}</span>}
      </>
    ),
  },
  { label: copy.amount, numeric: true, cell: ({ amountCents }) => formatAmount(amountCents) },
]

/** All refunds of an order: who requested them, and their results. */
export const OrderRefunds = ({ refunds }: Pick<OrderForStaff, 'refunds'>) => (
  <Block id="order-refunds" title={copy.refunds}>
    <RowsTable
      label={copy.refunds}
      stacked
      columns={columns}
      rows={refunds}
      rowKey={({ id }) => id}
      none={copy.noRefunds}
    />
  </Block>
)
