import { deskOrderCopy as copy } from '#domain/copy/desk-orders.ts'
import { formatAmount } from '#domain/money.ts'
import type { DeskOrder } from '#use-cases/orders/view-desk-order.ts'
import { Block } from '#web/components/members/block.tsx'
import { shortDate } from '#web/components/members/short-date.ts'
import { DataTable } from '#web/ui/data-table.tsx'

/** What the buyer's bank asks about the payment, and until when it waits for an answer. */
export function OrderDisputes({ disputes }: Pick<DeskOrder, 'disputes'>) {
  return (
    <Block id="order-disputes" title={copy.disputes}>
      <DataTable label={copy.disputes} stacked>
        <thead>
          <tr>
            <th scope="col">{copy.when}</th>
            <th scope="col">{copy.reason}</th>
            <th scope="col">{copy.standing}</th>
            <th scope="col">{copy.respondBy}</th>
            <th scope="col" data-numeric>
              {copy.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {disputes.map((dispute) => (
            <tr key={dispute.id}>
              <th scope="row" data-label={copy.when}>
                {shortDate(dispute.openedAt)}
              </th>
              <td data-label={copy.reason}>{dispute.reason}</td>
              <td data-label={copy.standing}>{copy.disputeStates[dispute.state]}</td>
              <td data-label={copy.respondBy}>
                {dispute.respondBy ? shortDate(dispute.respondBy) : ''}
              </td>
              <td data-numeric data-label={copy.amount}>
                {formatAmount(dispute.amountCents)}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Block>
  )
}
