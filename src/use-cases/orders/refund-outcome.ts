import { writeAuditEntry } from '#data/admin/audit-log.ts'
import type { Transaction } from '#data/connection.server.ts'
import { raiseFlag } from '#data/orders/order-flags.ts'
import type { Order } from '#data/orders/orders.ts'
import type { Refund } from '#data/orders/refunds.ts'
import { settleRefund } from '#data/orders/refunds.ts'
import type { SubjectKind } from '#domain/admin/audit.ts'

type Outcome = Pick<Refund, 'providerId' | 'settledAt' | 'failure'> & { state: 'made' | 'failed' }

/** What an audit entry about an order is about. */
export const orderSubject = (order: Pick<Order, 'id' | 'number' | 'name' | 'email'>) => ({
  subjectKind: 'order' satisfies SubjectKind as SubjectKind,
  subjectId: order.id,
  subjectLabel: `K-${order.number} ${order.name} ${order.email}`,
})

/**
 * Saves the provider's result of a refund. The result of a request by staff has an audit entry of its
 * own, beside that of the request. A failed refund flags the order, also one that staff did not ask for.
 */
export async function saveRefundOutcome(
  tx: Transaction,
  order: Order,
  refund: Refund,
  outcome: Outcome,
): Promise<void> {
  await settleRefund(tx, refund.id, outcome)
  if (outcome.state === 'failed') {
    await raiseFlag(tx, order.id, 'refund-failed', { source: refund.id })
  }
  if (refund.cause !== 'staff') return
  await writeAuditEntry(tx, {
    actorId: null,
    actorEmail: 'payment provider',
    action: outcome.state === 'made' ? 'refund-made' : 'refund-failed',
    ...orderSubject(order),
    before: null,
    after: {
      amountCents: refund.amountCents,
      requestedBy: refund.requestedBy,
      ...(outcome.failure && { failure: outcome.failure }),
    },
  })
}
