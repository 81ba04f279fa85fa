import { refundableCents } from '#payments/after-sale.rules.ts'
import { ProviderRefused } from '#payments/payments.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { queueJob } from '#platform/jobs/queue.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { Cents } from '#platform/text/money.rules.ts'

import { recordAfterSale, saveRefundOutcome } from '../disputes/record-after-sale.actions.server.ts'
import type { FlagReason } from '../flags/flag-reasons.copy.ts'
import { hasRefundFailureText } from '../flags/order-flags.copy.ts'
import type { Order } from '../order/orders.store.server.ts'
import { lockOrder, orderById } from '../order/orders.store.server.ts'
import { refundReasonOf } from './refunds.copy.ts'
import { insertRefund, reduceRefund, refundById, refundsOf } from './refunds.store.server.ts'

/** Requests a full refund of an order that can't be served, in the transaction that writes the order. */
export async function queueFullRefund(
  tx: Transaction,
  order: Pick<Order, 'id' | 'totalCents'>,
  flag: FlagReason | null,
): Promise<void> {
  const refund = await insertRefund(tx, {
    orderId: order.id,
    requestKey: `automatic:${order.id}`,
    cause: 'automatic',
    amountCents: order.totalCents,
    reason: refundReasonOf(flag),
  })
  if (refund) await queueRefund(tx, refund.id)
}

/** Queues the job that makes the refund; it starts once the transaction is committed. */
export const queueRefund = (tx: Transaction, refundId: string): Promise<void> =>
  queueJob(tx, 'make-refund', { refundId }, `refund:${refundId}`)

/**
 * Makes a requested refund once, however often it is called: a refund that carries our id is looked
 * for first. One that the provider refuses has failed, and flags the order. Throws
 * ProviderUnavailable; the queue tries again.
 */
export async function makeRefund(services: Services, refundId: string): Promise<void> {
  const { db, payments, fulfilment, clock, log } = services
  const refund = await refundById(db, refundId)
  const order = refund && (await orderById(db, refund.orderId))
  if (!refund || !order?.paymentIntentId || refund.state !== 'requested') return
  await recordAfterSale(services, order.paymentIntentId)
  const amount = await db.transaction((tx) => amountToMake(tx, order, refundId))
  if (amount === 0) return

  const request = { paymentId: order.paymentIntentId, refundId, amount }
  try {
    await payments.makeRefund(request, `refund:${refundId}`)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    log.error({ err: error, order: order.id }, 'refund refused by the payment provider')
    await db.transaction(async (tx) => {
      const locked = await lockOrder(tx, order.id)
      const current = locked && (await refundById(tx, refundId))
      if (current?.state !== 'requested') return
      const failure = refusalText(error)
      const outcome = { state: 'failed', providerId: null, settledAt: clock(), failure } as const
      await saveRefundOutcome(tx, locked!, current, outcome)
      await fulfilment.followRefunds(tx, locked!, clock())
    })
    return
  }
  await recordAfterSale(services, order.paymentIntentId)
}

/** The provider's code where there is a sentence for it, else the provider's message. */
const refusalText = ({ code, message }: ProviderRefused): string =>
  hasRefundFailureText(code) ? code : message

/**
 * The amount of a refund that is still to be made, in cents; 0 when there is none. An automatic
 * refund is lowered by what was refunded in the provider's dashboard before the order was written.
 */
async function amountToMake(
  tx: Transaction,
  { id, totalCents }: Pick<Order, 'id' | 'totalCents'>,
  refundId: string,
): Promise<Cents> {
  await lockOrder(tx, id)
  const refunds = await refundsOf(tx, id)
  const mine = refunds.find((refund) => refund.id === refundId)
  if (mine?.state !== 'requested') return 0
  if (mine.cause !== 'automatic') return mine.amountCents
  const others = refunds.filter((refund) => refund !== mine)
  const left = Math.min(mine.amountCents, refundableCents(totalCents, others))
  if (left < mine.amountCents) await reduceRefund(tx, refundId, left)
  return left
}
