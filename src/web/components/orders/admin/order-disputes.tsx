import { adminOrderCopy as copy } from '#domain/copy/admin-orders.ts'
import { disputeReason } from '#domain/copy/order-flags.ts'
import { disputeFileCopy as fileCopy } from '#domain/copy/dispute-file.ts'
import { paths } from '#domain/paths.ts'
import { formatAmount } from '#domain/money.ts'
import type { OrderForStaff } from '#use-cases/orders/view-order-as-staff.ts'
import { Block } from '#web/components/people/block.tsx'
import { ShopDay, ShopMoment, useDates } from '#web/components/dates.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

type Props = Pick<OrderForStaff, 'order' | 'disputes' | 'evidence'>

/** The disputes over the payment, and until when each can be responded to. */
export function OrderDisputes({ order, disputes, evidence }: Props) {
  const dates = useDates()
  return (
    <Block id="order-disputes" title={copy.disputes}>
      <DataTable label={copy.disputes} stacked>
        <thead>
          <tr>
            <th scope="col">{copy.when}</th>
            <th scope="col">{copy.reason}</th>
            <th scope="col">{copy.standing}</th>
            <th scope="col">{copy.respondBy}</th>
            <th scope="col">{fileCopy.evidence}</th>
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
              <td data-label={fileCopy.evidence}>
                <a
                  href={paths.disputeFile(order.number, dispute.id)}
                  aria-label={fileCopy.downloadOf(dates.day(dispute.openedAt))}
                >
                  {fileCopy.download}
                </a>
                <Sent evidence={evidence.find(({ disputeId }) => disputeId === dispute.id)} />
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

/** Whether the shop has sent it to the provider by itself. */
function Sent({ evidence }: { evidence: OrderForStaff['evidence'][number] | undefined }) {
  const dates = useDates()
  if (!evidence) return null
  if (evidence.sentAt) return <p>{fileCopy.sent(dates.moment(evidence.sentAt))}</p>
  return evidence.failure ? <p>{fileCopy.failed(evidence.failure)}</p> : null
}
