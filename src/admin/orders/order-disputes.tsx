import { adminOrderCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { disputeReason } from '#orders/flags/order-flags.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { Block } from '#platform/layout/block.tsx'
import { ShopDay, ShopMoment, useDates } from '#platform/text/dates.tsx'
import { RowsTable } from '#ui/data-table.tsx'

type Props = Pick<OrderForStaff, 'order' | 'disputes' | 'evidence'>

/** The disputes over the payment, and until when each can be responded to. */
export function OrderDisputes({ order, disputes, evidence }: Props) {
  const dates = useDates()
  return (
    <Block id="order-disputes" title={copy.disputes}>
      <RowsTable
        label={copy.disputes}
        stacked
        rows={disputes}
        rowKey={({ id }) => id}
        columns={[
          { label: copy.when, cell: ({ openedAt }) => <ShopDay at={openedAt} /> },
          { label: copy.reason, cell: ({ reason }) => disputeReason(reason) },
          { label: copy.standing, cell: ({ state }) => copy.disputeStates[state] },
          {
            label: copy.respondBy,
            cell: ({ respondBy }) => respondBy && <ShopMoment at={respondBy} />,
          },
          {
            label: 'Evidence',
            cell: ({ id, openedAt }) => (
              <>
                <a
                  href={paths.disputeFile(order.number, id)}
                  aria-label={`PDF: evidence for the dispute of ${dates.day(openedAt)}`}
                >
                  PDF
                </a>
                <Sent evidence={evidence.find(({ disputeId }) => disputeId === id)} />
              </>
            ),
          },
          {
            label: copy.amount,
            numeric: true,
            cell: ({ amountCents }) => formatAmount(amountCents),
          },
        ]}
      />
    </Block>
  )
}

/** Whether the shop has sent it to the provider by itself. */
function Sent({ evidence }: { evidence: OrderForStaff['evidence'][number] | undefined }) {
  const dates = useDates()
  if (!evidence) return null
  if (evidence.sentAt) return <p>Evidence sent on {dates.moment(evidence.sentAt)}.</p>
  return evidence.failure ? <p>Evidence could not be sent: {evidence.failure}</p> : null
}
