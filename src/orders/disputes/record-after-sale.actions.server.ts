import { queueMails } from '#mail/mails.store.server.ts'
import type { AfterSale, ProviderRefund } from '#payments/after-sale-payments.ts'
import { orderStateOf } from '#payments/after-sale.rules.ts'
import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'

import { raiseFlag } from '../flags/order-flags.store.server.ts'
import { orderSubject } from '../log.copy.ts'
import { refundMail } from '../order/order-mails.actions.server.ts'
import type { Order } from '../order/orders.store.server.ts'
import {
  lockOrder,
  mayBecomeOrder,
  orderByPayment,
  updateAfterSale,
} from '../order/orders.store.server.ts'
import type { Refund } from '../refunds/refunds.store.server.ts'
import {
  insertRefund,
  refundsOf,
  returnSold,
  settleRefund,
} from '../refunds/refunds.store.server.ts'
import { saveDisputes } from './save-disputes.actions.server.ts'

/** `early`: the payment has no order yet, and will have one. */
type RecordedAfterSale = 'recorded' | 'early' | 'none'

/**
 * Brings an order in line with the provider about the refunds and disputes of its payment. Webhook
 * events, staff, the refund job and the job of each minute call this, any number of times: each
 * refund is emailed once and returns its stock once. Throws ProviderUnavailable.
 */
export async function recordAfterSale(
  services: Services,
  paymentId: string,
): Promise<RecordedAfterSale> {
  const { db, payments, fulfilment } = services
  const order = await orderByPayment(db, paymentId)
  if (!order && (await fulfilment.recordAfterSale(services, paymentId))) return 'recorded'
  if (!order) return (await willBecomeOrder(services, paymentId)) ? 'early' : 'none'
  const afterSale = await payments.afterSaleOf(paymentId)
  await db.transaction((tx) => save(services, tx, order.id, afterSale))
  return 'recorded'
}

/** Events can be out of order; the payment of a voided offer never has an order. */
async function willBecomeOrder({ db, payments }: Services, paymentId: string): Promise<boolean> {
  const checkoutId = await payments.checkoutOfPayment(paymentId)
  return checkoutId !== null && mayBecomeOrder(db, checkoutId)
}

async function save(
  services: Services,
  tx: Transaction,
  orderId: string,
  { refunds, disputes }: AfterSale,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  const known = await refundsOf(tx, order.id)
  for (const refund of refunds) await saveRefund(services, tx, { order, known, refund })
  await saveDisputes(services, tx, order, disputes, 'order')

  const made = (await refundsOf(tx, order.id)).filter(({ state }) => state === 'made')
  const refundedCents = made.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const state = orderStateOf({
    totalCents: order.totalCents,
    refundedCents,
    disputes: disputes.map((dispute) => dispute.state),
  })
  await updateAfterSale(tx, order.id, { state, refundedCents })
  await services.fulfilment.followRefunds(tx, order, services.clock())
}

type FoundRefund = { order: Order; known: readonly Refund[]; refund: ProviderRefund }

async function saveRefund(
  { clock }: Services,
  tx: Transaction,
  { order, known, refund }: FoundRefund,
): Promise<void> {
  const mine =
    known.find(({ id, providerId }) => providerId === refund.id || id === refund.refundId) ??
    (await insertRefund(tx, {
      orderId: order.id,
      requestKey: `provider:${refund.id}`,
      cause: 'provider',
      amountCents: refund.amount,
      requestedAt: refund.createdAt,
    }))
  if (!mine || mine.state === refund.state) return
  // What failed at the provider stays so: this was read before it did.
  if (mine.state === 'failed' && mine.providerId === refund.id) return
  await saveRefundOutcome(tx, order, mine, {
    state: refund.state,
    providerId: refund.id,
    settledAt: clock(),
    failure: refund.failure,
  })
  if (refund.state !== 'made') return
  await returnSold(
    tx,
    order.id,
    Object.entries(mine.stockBack).map(([productId, quantity]) => ({ productId, quantity })),
    mine,
  )
  const reason = mine.cause === 'provider' ? null : mine.reason
  await queueMails(tx, [await refundMail(tx, order, refund.amount, reason)])
}

type Outcome = Pick<Refund, 'providerId' | 'settledAt' | 'failure'> & { state: 'made' | 'failed' }

/**
 * Saves the provider's result of a refund, with an audit log entry if staff requested it. Any
 * failed refund flags the order.
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
