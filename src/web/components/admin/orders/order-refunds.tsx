import { deskOrderCopy as copy } from '#domain/copy/desk-orders.ts'
import { formatAmount } from '#domain/money.ts'
import type { DeskOrder } from '#use-cases/orders/view-desk-order.ts'
import { momentOf } from '#web/components/admin/moment.ts'
import { Block } from '#web/components/members/block.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

/** What went back to the buyer, by whose hand, and what is on its way. */
export function OrderRefunds({ refunds }: Pick<DeskOrder, 'refunds'>) {
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
                  {momentOf(refund.askedAt)}
                </th>
                <td data-label={copy.by}>{refund.askedBy ?? copy.causes[refund.cause]}</td>
                <td data-label={copy.reason}>{refund.reason}</td>
                <td data-label={copy.standing}>{copy.refundStates[refund.state]}</td>
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
