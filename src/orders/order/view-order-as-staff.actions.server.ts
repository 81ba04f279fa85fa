import { eachAlone } from '#catalogue/prices/amounts.rules.ts'
import { whyNotRefundable } from '#payments/after-sale.rules.ts'
import { approvalRulesNow } from '#platform/approvals/approvals.store.server.ts'
import type { Services, Staff } from '#platform/services/services.ts'

import { approvalOf } from '../approvals/approvals.actions.server.ts'
import { evidenceOfOrder } from '../disputes/dispute-evidence.store.server.ts'
import { disputesOf, ownDisputeStatesOf } from '../disputes/disputes.store.server.ts'
import { openFlagsOf } from '../flags/order-flags.store.server.ts'
import { notesOf } from '../notes/order-notes.store.server.ts'
import { centsOfPurpose, leftToRefund, purposeOf } from '../refunds/refund-purpose.rules.ts'
import { mayReturnToAllocation, refundsOf } from '../refunds/refunds.store.server.ts'
import { orderByNumber, orderLinesOf } from './orders.store.server.ts'

/**
 * An order as staff see it, with refunds, disputes, flags and notes; null when there is none. The payment
 * names it at the provider; its checkout session is shown nowhere.
 */
export async function viewOrderAsStaff(services: Services, viewer: Staff, number: number) {
  const { db } = services
  const order = await orderByNumber(db, number)
  if (!order) return null
  const [
    lines,
    refunds,
    disputes,
    ownDisputes,
    evidence,
    flags,
    notes,
    mayReturn,
    rules,
    approval,
  ] = await Promise.all([
    orderLinesOf(db, order.id),
    refundsOf(db, order.id),
    disputesOf(db, order.id),
    ownDisputeStatesOf(db, order.id),
    evidenceOfOrder(db, order.id),
    openFlagsOf(db, order.id),
    notesOf(db, order.id),
    mayReturnToAllocation(db, order.id),
    approvalRulesNow(db),
    approvalOf(services, viewer, 'refund', order.id),
  ])
  const sold = { ...order, lines, taxPercent: services.settings.taxPercent }
  const left = leftToRefund(sold, refunds)
  const refundable = left.cents
  const oneOf = (productId: string) =>
    centsOfPurpose(purposeOf(sold, left, { wines: { [productId]: 1 }, goodwillCents: 0 }))
  const { sessionId: _session, ...shown } = order
  return {
    order: shown,
    lines,
    refunds,
    disputes,
    /** Evidence sent to the provider about the disputes. */
    evidence,
    /** Unresolved ones. */
    flags,
    notes,
    /** What can still be refunded, in cents. */
    refundable,
    /** What of it has not been refunded yet: units of each line with the price and tax of one, and the other parts. */
    left: {
      wines: left.lines.map(({ productId, units }) => ({
        productId,
        units,
        oneCents: units > 0 ? oneOf(productId) : 0,
      })),
      ...eachAlone((amount) => Math.max(0, left[amount])),
    },
    whyNotRefundable: whyNotRefundable({
      hasPayment: order.paymentIntentId !== null,
      disputes: ownDisputes,
      leftCents: refundable,
    }),
    /** Whether refunded wine can return to the allocation under which it was bought. */
    mayReturnToAllocation: mayReturn,
    /** A refund that waits for approval, or the outcome of the last one. */
    approval,
    /** Refunds above this amount in cents need approval by a second person; null where none do. */
    approvalOverCents: rules.refundOverCents,
  }
}

export type OrderForStaff = NonNullable<Awaited<ReturnType<typeof viewOrderAsStaff>>>
