import { adminOrderCopy as copy, disputeReason } from '#domain/copy/admin-orders.ts'
import { formatAmount } from '#domain/money.ts'
import type { OrderForStaff } from '#use-cases/orders/view-order-as-staff.ts'
import { Block } from '#web/components/people/block.tsx'
import { ShopDay, ShopMoment } from '#web/components/dates.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

/** The disputes over the payment, and until when each can be responded to. */
export function OrderDisputes({ disputes }: Pick<OrderForStaff, 'disputes'>) {
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
                <ShopDay at={dispute.openedAt} />
              </th>
              <td data-label={copy.reason}>{disputeReason(dispute.reason)}</td>
              <td data-label={copy.standing}>{copy.disputeStates[dispute.state]}</td>
              <td data-label={copy.respondBy}>
                {dispute.respondBy && <ShopMoment at={dispute.respondBy} />}
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
