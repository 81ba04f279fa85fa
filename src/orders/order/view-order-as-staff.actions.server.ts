import { randomUUID } from 'node:crypto'

import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import type { Dispute } from '../disputes/disputes.store.server.ts'
import { disputesOf } from '../disputes/disputes.store.server.ts'
import type { SentEvidence } from '../disputes/dispute-evidence.store.server.ts'
import { evidenceOfOrder } from '../disputes/dispute-evidence.store.server.ts'
import type { OrderFlag } from '../flags/order-flags.store.server.ts'
import { openFlagsOf } from '../flags/order-flags.store.server.ts'
import type { OrderNote } from '../notes/order-notes.store.server.ts'
import { notesOf } from '../notes/order-notes.store.server.ts'
import type { Order, OrderLine } from './orders.store.server.ts'
import { orderByNumber, orderLinesOf } from './orders.store.server.ts'
import type { Refund } from '../refunds/refunds.store.server.ts'
import { mayReturnToAllocation, refundsOf } from '../refunds/refunds.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { WhyNotRefundable } from '#payments/after-sale.rules.ts'
import { refundableCents, whyNotRefundable } from '#payments/after-sale.rules.ts'
import type { WordedEntry } from '#platform/audit/audit.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import type { ApprovalView } from '../approvals/approvals.actions.server.ts'
import { approvalOf } from '../approvals/approvals.actions.server.ts'
import { logOf } from '#platform/audit/record-log.actions.server.ts'

/** An order as staff see it, with refunds, disputes, flags and notes. */
export type OrderForStaff = {
  order: Order
  lines: OrderLine[]
  refunds: Refund[]
  disputes: Dispute[]
  /** Evidence sent to the provider about the disputes. */
  evidence: SentEvidence[]
  /** Unresolved ones. */
  flags: OrderFlag[]
  notes: OrderNote[]
  /** What can still be refunded, in cents. */
  refundable: Cents
  whyNotRefundable: WhyNotRefundable | null
  /** Whether refunded wine can return to the allocation under which it was bought. */
  mayReturnToAllocation: boolean
  /** A refund that waits for approval, or the outcome of the last one. */
  approval: ApprovalView | null
  /** Refunds above this amount in cents need approval by a second person; null where none do. */
  approvalOverCents: Cents | null
  log: WordedEntry[]
  /** Idempotency key for the next form, such as a refund. */
  token: string
}

/** One order by its number. Only for staff. */
export async function viewOrderAsStaff(
  services: Services,
  viewer: Staff,
  number: number,
): Promise<Outcome<'not-staff' | 'gone', { view: OrderForStaff }>> {
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const { db } = services
  const order = await orderByNumber(db, number)
  if (!order) return { ok: false, reason: 'gone' }
  const [lines, refunds, disputes, evidence, flags, notes, mayReturn, log, rules, approval] =
    await Promise.all([
      orderLinesOf(db, order.id),
      refundsOf(db, order.id),
      disputesOf(db, order.id),
      evidenceOfOrder(db, order.id),
      openFlagsOf(db, order.id),
      notesOf(db, order.id),
      mayReturnToAllocation(db, order.id),
      logOf(db, 'order', order.id),
      approvalRulesNow(db),
      approvalOf(services, viewer, 'refund', order.id),
    ])
  const refundable = refundableCents(order.totalCents, refunds)
  const whyNot = whyNotRefundable({
    hasPayment: order.paymentIntentId !== null,
    disputes: disputes.map(({ state }) => state),
    leftCents: refundable,
  })
  return {
    ok: true,
    view: {
      order,
      lines,
      refunds,
      disputes,
      evidence,
      flags,
      notes,
      refundable,
      whyNotRefundable: whyNot,
      mayReturnToAllocation: mayReturn,
      approval,
      approvalOverCents: rules.refundOverCents,
      log,
      token: randomUUID(),
    },
  }
}
