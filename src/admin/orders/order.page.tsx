import { Link, redirect } from 'react-router'

import { forBuyerActions, viewForBuyer } from '#order-changes/for-buyer-part.actions.server.ts'
import { ForBuyer } from '#order-changes/for-buyer.tsx'
import { refundEffectSentences } from '#orders/approvals/admin-approvals.copy.ts'
import { ApprovalNotice } from '#orders/approvals/approval-notice.tsx'
import { flagName, reviewReasons, isReviewable } from '#orders/flags/flag-reasons.copy.ts'
import { disputeReason, refundFailure } from '#orders/flags/order-flags.copy.ts'
import { orderActions } from '#orders/order/on-staff-page.actions.server.ts'
import { orderNumberIn } from '#orders/order/order-number.rules.ts'
import type { OrderForStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { viewOrderAsStaff } from '#orders/order/view-order-as-staff.actions.server.ts'
import { purposeText } from '#orders/refunds/refunds.copy.ts'
import type { DisputeState, RefundState } from '#payments/after-sale.rules.ts'
import { may } from '#platform/access/access.rules.ts'
import { sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { logOfAll } from '#platform/audit/record-log.actions.server.ts'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { ShopDay, ShopMoment, useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { hasMoved, OrderShipping } from '#shipping/shipments/order-shipping.tsx'
import { isUnderWay } from '#shipping/shipments/shipment.rules.ts'
import { viewShipments } from '#shipping/shipments/view-shipments.actions.server.ts'
import { classes } from '#ui/classes.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { aside, atMost, cluster, letters, stack } from '#ui/layout.ts'

import type { Route } from './+types/order.page'
import { OrderBuyer, ShipTo } from './order-facts.tsx'
import { OrderLedger } from './order-ledger.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderSummary } from './order-state.tsx'
import { recordsOfOrder } from './records-of-order.store.server.ts'
import { RefundForm, refundBlock } from './refund-form.tsx'

import styles from './orders.module.css'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, `Order K-${orderNumberIn(args.params['number'] ?? '') ?? 0}`)

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'handle-orders',
  async load({ services, db, viewer, params, today }) {
    // The number in any writing, such as `K-1011`.
    const number = orderNumberIn(params['number'] ?? '')
    if (number === null) throw httpError(404)
    if (params['number'] !== String(number)) throw redirect(paths.staffOrder(number))
    const [view, shipments] = await Promise.all([
      viewOrderAsStaff(services, viewer, number),
      viewShipments(services, viewer, number),
    ])
    if (!view) throw httpError(404)
    const forBuyer = await viewForBuyer(services, view.order)
    const log = await logOfAll(db, await recordsOfOrder(db, view.order))
    const { sendsEvidence } = services.settings
    const mayOpenRecord = may(viewer, 'manage-compliance')
    return { ...view, shipments, forBuyer, log, today, sendsEvidence, mayOpenRecord }
  },
  actions: { ...orderActions, ...forBuyerActions },
})
export const loader = page.loader
export const action = page.action

const refundIntents: ReadonlySet<string> = new Set(['review-refund', 'change-refund', 'refund'])

export default function AdminOrder({ loaderData: view, actionData: sent }: Route.ComponentProps) {
  const { order, lines, refunds, disputes, flags, log, shipments } = view
  const phone = shipments[0]?.buyer.phone || order.shipTo?.phone || ''
  const isRefund = sent !== undefined && refundIntents.has(sent.intent)
  const asked = view.approval
  const effects =
    asked?.replaces === null
      ? refundEffectSentences(asked.effects, lines, view.refundable - (asked.amountCents ?? 0))
      : []
  const approval = <ApprovalNotice approval={asked} effects={effects} />
  const isWaiting = asked?.state === 'open'
  return (
    <AdminPage
      title={`Order K-${order.number}`}
      saysRefusal={!isRefund}
      summary={<OrderSummary {...view} />}
      actions={
        <div data-print="no" className={cluster([0, 3])}>
          {view.mayOpenRecord && (
            <Link to={paths.complianceRecord(order.number)}>Compliance record</Link>
          )}
          <Link to={paths.printedOrders(order.number)}>Print</Link>
          <Link to={paths.staffOrders()}>All orders</Link>
        </div>
      }
    >
      <div>
        {(isWaiting || flags.length > 0) && (
          <div data-print="no">
            {isWaiting && approval}
            {flags.length > 0 && <OrderFlags flags={flags} />}
          </div>
        )}
        <Block id="order-shipping" title="Shipping">
          <ShipTo order={order} phone={phone} hasMoved={hasMoved(order, shipments)} />
          {shipments.length > 0 && (
            <div data-print="no">
              <OrderShipping
                orderNumber={order.number}
                shipments={shipments}
                shown={order.shipTo && { shipTo: order.shipTo, phone }}
              />
            </div>
          )}
        </Block>
        {/* What is work on the order is not printed with it. */}
        <div data-print="no">
          <ForBuyer {...view.forBuyer} formKey={view.formKey} sent={sent} />
        </div>
        <OrderLedger order={order} lines={lines} />
        <OrderBuyer order={order} />
        <div data-print="no">
          {disputes.length > 0 && <OrderDisputes {...view} />}
          {!isWaiting && approval}
          <Block id={refundBlock} title="Refund">
            {refunds.length > 0 && <OrderRefunds order={order} lines={lines} refunds={refunds} />}
            <RefundForm
              key={`${refunds.length} ${view.approval?.state}`}
              {...view}
              asksBox={shipments.some(({ shipment }) => isUnderWay(shipment.state))}
              sent={isRefund ? sent : null}
            />
          </Block>
          <OrderNotes {...view} sent={sentBy(sent, { intent: 'add-note' })} />
          <RecordLog kind="order" id={order.id} entries={log} />
        </div>
      </div>
    </AdminPage>
  )
}

/** Why this order needs a person: each flag is reviewed by itself. */
function OrderFlags({ flags }: Pick<OrderForStaff, 'flags'>) {
  return (
    <Block id="order-flags" title="To review">
      <ul className={stack(3)}>
        {flags.map(({ id, reason }) => (
          <li key={id} className={classes(stack(1, { align: 'start' }), aside, styles.flag)}>
            <h3 className={classes(letters.strong, letters.bad)}>{flagName[reason]}</h3>
            <p className={atMost(40)}>{reviewReasons[reason].sentence}</p>
            {isReviewable(reason) && (
              <ButtonForm
                kind="secondary"
                fields={{ flag: id }}
                intent="resolve-flag"
                aria-label={`Mark as reviewed: ${flagName[reason]}`}
              >
                Mark as reviewed
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}

const refundStateName = {
  requested: 'Pending',
  made: 'Made',
  failed: 'Failed',
} as const satisfies Record<RefundState, string>

const causeName = {
  staff: 'Staff',
  automatic: 'Automatic',
  provider: 'Payment provider’s dashboard',
} as const

const refundColumns = ({
  order,
  lines,
}: Pick<OrderForStaff, 'order' | 'lines'>): readonly TableColumn<
  OrderForStaff['refunds'][number]
>[] => [
  { label: 'When', cell: ({ requestedAt }) => <ShopMoment at={requestedAt} /> },
  { label: 'By', cell: ({ requestedBy, cause }) => requestedBy ?? causeName[cause] },
  {
    label: 'For',
    cell: ({ purpose, amountCents }) =>
      purpose
        ? purposeText(purpose, lines).join('; ')
        : amountCents === order.totalCents
          ? 'Everything'
          : 'Not known',
  },
  { label: 'Reason', cell: ({ reason }) => reason },
  {
    label: 'State',
    cell: ({ state, failure }) => (
      <>
        {refundStateName[state]}
        {failure && <span className={letters.below}>{refundFailure(failure)}</span>}
      </>
    ),
  },
  { label: 'Amount', numeric: true, cell: ({ amountCents }) => formatAmount(amountCents) },
]

/** All refunds of an order: who requested them, and their results. */
const OrderRefunds = ({ refunds, ...sold }: Pick<OrderForStaff, 'order' | 'lines' | 'refunds'>) => (
  <RowsTable
    label="Refunds"
    stacked
    columns={refundColumns(sold)}
    rows={refunds}
    rowKey={({ id }) => id}
  />
)

const disputeStateName = {
  inquiry: 'Inquiry: needs our response',
  'inquiry-under-review': 'Inquiry: with the bank',
  'needs-response': 'Needs our response',
  'under-review': 'With the bank',
  won: 'Won',
  lost: 'Lost',
  withdrawn: 'Withdrawn',
} as const satisfies Record<DisputeState, string>

type Disputed = Pick<OrderForStaff, 'order' | 'disputes' | 'evidence'> & { sendsEvidence: boolean }

/** The disputes over the payment, until when each can be responded to, and who does it. */
function OrderDisputes({ order, disputes, evidence, sendsEvidence }: Disputed) {
  const dates = useDates()
  return (
    <Block id="order-disputes" title="Disputes">
      <RowsTable
        label="Disputes"
        stacked
        rows={disputes}
        rowKey={({ id }) => id}
        columns={[
          { label: 'When', cell: ({ openedAt }) => <ShopDay at={openedAt} /> },
          { label: 'Reason', cell: ({ reason }) => disputeReason(reason) },
          { label: 'State', cell: ({ state }) => disputeStateName[state] },
          {
            label: 'Respond by',
            cell: ({ respondBy }) => respondBy && <ShopMoment at={respondBy} />,
          },
          {
            label: 'Evidence',
            cell: ({ id, openedAt, state }) => (
              <>
                <a
                  href={paths.disputeFile(order.number, id)}
                  aria-label={`PDF: evidence for the dispute of ${dates.day(openedAt)}`}
                >
                  PDF
                </a>
                <Answer
                  isDue={state === 'needs-response' || state === 'inquiry'}
                  evidence={evidence.find(({ disputeId }) => disputeId === id)}
                  sendsEvidence={sendsEvidence}
                />
              </>
            ),
          },
          {
            label: 'Amount',
            numeric: true,
            cell: ({ amountCents }) => formatAmount(amountCents),
          },
        ]}
      />
    </Block>
  )
}

type AnswerProps = {
  isDue: boolean
  evidence: OrderForStaff['evidence'][number] | undefined
  sendsEvidence: boolean
}

/** Whether the shop has sent it to the provider by itself, and if not, who answers the dispute. */
function Answer({ isDue, evidence, sendsEvidence }: AnswerProps) {
  const dates = useDates()
  if (evidence?.sentAt) return <p>Evidence sent on {dates.moment(evidence.sentAt)}.</p>
  if (evidence?.failure) return <p>Evidence could not be sent: {evidence.failure}</p>
  if (!isDue) return null
  return <p className={atMost(40)}>{sendsEvidence ? shopAnswers : staffAnswer}</p>
}

const staffAnswer = 'Respond in the payment provider’s dashboard.'
const shopAnswers =
  'The shop sends this PDF by itself when every box is delivered, and two days before the deadline at the latest. Evidence sent in the payment provider’s dashboard stops that.'
