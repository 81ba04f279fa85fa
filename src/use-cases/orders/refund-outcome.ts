import { writeAuditEntry } from '#data/admin/audit-log.ts'
import type { Transaction } from '#data/connection.server.ts'
import { raiseFlag } from '#data/orders/order-flags.ts'
import type { Order } from '#data/orders/orders.ts'
import type { Refund } from '#data/orders/refunds.ts'
import { settleRefund } from '#data/orders/refunds.ts'

import { orderSubject } from '#use-cases/admin/audit-subjects.ts'

type Outcome = Pick<Refund, 'providerId' | 'settledAt' | 'failure'> & { state: 'made' | 'failed' }

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
  await writeAuditEntry(
    tx,
    { id: null, email: 'payment provider' },
    outcome.state === 'made' ? 'refund-made' : 'refund-failed',
    orderSubject(order),
    {
      after: {
        amountCents: refund.amountCents,
        requestedBy: refund.requestedBy,
        ...(outcome.failure && { failure: outcome.failure }),
      },
    },
  )
}
