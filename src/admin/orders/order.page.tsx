import { textOf } from '#platform/form/form-text.rules.ts'
import { data, Link, redirect } from 'react-router'

import { approvalCopy, refundEffectSentences } from '#orders/approvals/admin-approvals.copy.ts'
import {
  adminOrderCopy as copy,
  orderNotesCopy,
  refundCopy,
} from '#orders/order/admin-orders.copy.ts'
import { refundFailure } from '#orders/flags/order-flags.copy.ts'
import type { WhyNotRefundable } from '#payments/after-sale.rules.ts'
import { orderNumberIn } from '#orders/order/order-number.rules.ts'
import type { RefundValues } from '#orders/refunds/refund-form.rules.ts'
import { checkRefund, readRefund } from '#orders/refunds/refund-form.rules.ts'
import { isUnderWay } from '#orders/order/shipment.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import type { MadeRefund, WhyNotRefunded } from '#orders/refunds/request-refund.actions.server.ts'
import { ApprovalNotice } from '#orders/approvals/approval-notice.tsx'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { OrderFlags } from './order-flags.tsx'
import { OrderLedger } from './order-ledger.tsx'
import { OrderDisputes } from './order-disputes.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderRefunds } from './order-refunds.tsx'
import type { RefundResult } from './refund-form.tsx'
import { RefundForm } from './refund-form.tsx'
import { OrderShipping } from '#shipping/shipments/order-shipping.tsx'
import { viewShipments } from '#shipping/shipments/view-shipments.actions.server.ts'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { flashTo } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import { decidedApproval } from '#orders/approvals/approval-response.ts'
import { cluster, ruled } from '#ui/layout.ts'

import type { Route } from './+types/order.page'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, copy.title(orderNumberIn(args.params['number'] ?? '') ?? 0))

export async function loader({ params, context }: Route.LoaderArgs) {
  const number = numberIn(params.number)
  if (params.number !== String(number)) throw redirect(paths.staffOrder(number))
  const { shop, viewer } = callerOf(context)
  const [viewed, shipments] = await Promise.all([
    shop.viewOrderAsStaff(viewer, number),
    viewShipments(context.get(servicesContext), viewer, number),
  ])
  if (viewed.ok) {
    return { ...viewed.view, shipments }
  }
  throw httpError(viewed.reason === 'gone' ? 404 : 403)
}

/** The number in any writing, such as `K-1011`. */
const numberIn = (text: string): number => {
  const number = orderNumberIn(text)
  if (number === null) throw httpError(404)
  return number
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const number = numberIn(params.number)
  const { shop, viewer } = callerOf(context)
  const form = await request.formData()
  const back = flashTo(context, paths.staffOrder(number))
  const intent = form.get('intent')

  if (intent === 'resolve-flag') {
    const flagId = textOf(form, 'flag')
    const resolved = await shop.resolveFlag(viewer, { number, flagId })
    if (resolved.ok) return back('good', copy.resolved)
    if (resolved.reason === 'undecided') return back('info', copy.undecided)
    throw httpError(resolved.reason === 'gone' ? 404 : 403)
  }
  if (intent === 'add-note') {
    const text = String(form.get('note') ?? '')
    const token = String(form.get('token') ?? '').slice(0, 100)
    const added = await shop.addOrderNote(viewer, { number, text, token })
    if (added.ok) return back('good', orderNotesCopy.added)
    if (added.reason === 'invalid')
      return data<OrderResult>({ note: text, refund: null }, { status: 400 })
    throw httpError(added.reason === 'gone' ? 404 : 403)
  }
  const path = paths.staffOrder(number)
  const decided = await decidedApproval(form, context, {
    path,
    approved: ({ refund }) => (refund ? outcomeOf(refund) : ['good', approvalCopy.replaced]),
    refused: (reason) => refusalText(reason as WhyNotRefunded),
  })
  if (decided) return back(...decided)
  const values = readRefund(form)
  const show = (result: Partial<RefundResult>, status: number) => {
    const refund = { ...untouched(values), ...result }
    return data<OrderResult>({ note: null, refund }, { status })
  }
  const refuse = (reason: WhyNotRefunded) =>
    show({ alert: refusalText(reason), isCodeDue: reason === 'code-due' }, 409)
  if (intent === 'change-refund') return show({}, 200)
  const checked = checkRefund(values)
  if (!checked.ok) return show({ errors: checked.errors }, 400)
  const { ok: _ok, ...typed } = checked
  if (intent !== 'refund') {
    const reviewed = await shop.reviewRefund(viewer, { ...typed, number })
    if (reviewed.ok) return show({ toConfirm: reviewed.refund }, 200)
    return refuse(reviewed.reason)
  }
  const token = textOf(form, 'token').slice(0, 100)
  const requested = await shop.requestRefund(viewer, { ...typed, number, token })
  if (!requested.ok) return refuse(requested.reason)
  if (requested.state === 'waiting') {
    return back('info', approvalCopy.done.asked(formatAmount(requested.amountCents)))
  }
  return back(...outcomeOf(requested))
}

const untouched = (values: RefundValues): RefundResult => ({
  values,
  errors: {},
  alert: null,
  toConfirm: null,
})

/** The result of a form of this page: a note that was refused, or a step of a refund. */
type OrderResult = { note: string | null; refund: RefundResult | null }

const refusalText = (reason: WhyNotRefunded): string =>
  reason in refundCopy.whyNot
    ? refundCopy.whyNot[reason as WhyNotRefundable]
    : refundCopy.errors[reason as Exclude<WhyNotRefunded, WhyNotRefundable>]

const outcomeOf = ({ state, amountCents, failure }: MadeRefund) => {
  const tone = { made: 'good', requested: 'info', failed: 'bad' } as const
  const why = failure === null ? null : refundFailure(failure)
  return [tone[state], refundCopy.done[state](formatAmount(amountCents), why)] as const
}

export default function AdminOrder({ loaderData: view, actionData }: Route.ComponentProps) {
  const { order, lines, refunds, disputes, evidence, flags, log, shipments } = view
  return (
    <AdminPage
      title={copy.title(order.number)}
      actions={
        <div data-print="no" className={cluster([0, 3])}>
          <Link to={paths.printedOrders(order.number)}>{copy.print}</Link>
          <Link to={paths.staffOrders()}>{copy.all}</Link>
        </div>
      }
    >
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
          <OrderNotes {...view} refused={actionData?.note ?? null} />
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
            result={actionData?.refund ?? null}
          />
          <RecordLog kind="order" id={order.id} entries={log} />
        </div>
      </div>
    </AdminPage>
  )
}
