import { Link, redirect } from 'react-router'

import { refundEffectSentences } from '#orders/approvals/admin-approvals.copy.ts'
import { ApprovalNotice } from '#orders/approvals/approval-notice.tsx'
import { declineApproval, withdrawApproval } from '#orders/approvals/approvals.actions.server.ts'
import { resolveFlag } from '#orders/flags/resolve-flag.actions.server.ts'
import { addOrderNote } from '#orders/notes/add-order-note.actions.server.ts'
import { orderNumberIn } from '#orders/order/order-number.rules.ts'
import { isUnderWay } from '#orders/order/shipment.rules.ts'
import { viewOrderAsStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { approveRefund } from '#orders/refunds/approve-refund.actions.server.ts'
import {
  changeRefund,
  requestRefund,
  reviewRefund,
} from '#orders/refunds/request-refund.actions.server.ts'
import { RefusalNotice } from '#platform/action/action-form.tsx'
import { sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { OrderShipping } from '#shipping/shipments/order-shipping.tsx'
import { viewShipments } from '#shipping/shipments/view-shipments.actions.server.ts'
import { cluster, ruled } from '#ui/layout.ts'

import type { Route } from './+types/order.page'
import { OrderDisputes } from './order-disputes.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderFlags } from './order-flags.tsx'
import { OrderLedger } from './order-ledger.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import { RefundForm } from './refund-form.tsx'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, `Order K-${orderNumberIn(args.params['number'] ?? '') ?? 0}`)

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  duty: 'handle-orders',
  async load({ services, viewer, params }) {
    // The number in any writing, such as `K-1011`.
    const number = orderNumberIn(params['number'] ?? '')
    if (number === null) throw httpError(404)
    if (params['number'] !== String(number)) throw redirect(paths.staffOrder(number))
    const [view, shipments] = await Promise.all([
      viewOrderAsStaff(services, viewer, number),
      viewShipments(services, viewer, number),
    ])
    if (!view) throw httpError(404)
    return { ...view, shipments }
  },
  actions: {
    'resolve-flag': resolveFlag,
    'add-note': addOrderNote,
    'review-refund': reviewRefund,
    'change-refund': changeRefund,
    refund: requestRefund,
    'approval-approve': approveRefund,
    'approval-decline': declineApproval,
    'approval-withdraw': withdrawApproval,
  },
})
export const loader = page.loader
export const action = page.action

const refundIntents: ReadonlySet<string> = new Set(['review-refund', 'change-refund', 'refund'])

export default function AdminOrder({ loaderData: view, actionData: sent }: Route.ComponentProps) {
  const { order, lines, refunds, disputes, evidence, flags, log, shipments } = view
  const isRefund = sent !== undefined && refundIntents.has(sent.intent)
  return (
    <AdminPage
      title={`Order K-${order.number}`}
      actions={
        <div data-print="no" className={cluster([0, 3])}>
          <Link to={paths.printedOrders(order.number)}>Print</Link>
          <Link to={paths.staffOrders()}>All orders</Link>
        </div>
      }
    >
      {!isRefund && <RefusalNotice />}
      <div>
        {flags.length > 0 && (
          <div data-print="no">
            <OrderFlags flags={flags} />
          </div>
        )}
        <OrderFacts order={order} flags={flags} />
        <OrderLedger order={order} lines={lines} />
        {/* What follows is work on the order: on paper only the order itself. */}
        <div data-print="no" className={ruled(4)}>
          <OrderNotes {...view} sent={sentBy(sent, { intent: 'add-note' })} />
          {disputes.length > 0 && (
            <OrderDisputes order={order} disputes={disputes} evidence={evidence} />
          )}
          {shipments.length > 0 && (
            <OrderShipping orderNumber={order.number} shipments={shipments} />
          )}
          <OrderRefunds refunds={refunds} />
          <ApprovalNotice
            approval={view.approval}
            effects={
              view.approval && view.approval.replaces === null
                ? refundEffectSentences(view.approval.effects, lines)
                : []
            }
          />
          <RefundForm
            key={`${refunds.length} ${view.approval?.state}`}
            {...view}
            asksBox={shipments.some(({ shipment }) => isUnderWay(shipment.state))}
            sent={isRefund ? sent : null}
          />
          <RecordLog kind="order" id={order.id} entries={log} />
        </div>
      </div>
    </AdminPage>
  )
}
