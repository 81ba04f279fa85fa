import { z } from 'zod'

import type { Order } from '#orders/order/orders.store.server.ts'
import { orderLinesOf } from '#orders/order/orders.store.server.ts'
import { queueRefund } from '#orders/refunds/make-refund.actions.server.ts'
import type { RefundPurpose } from '#orders/refunds/refund-purpose.rules.ts'
import {
  centsOfPurpose,
  leftToRefund,
  purposeOfRest,
} from '#orders/refunds/refund-purpose.rules.ts'
import type { Refund } from '#orders/refunds/refunds.store.server.ts'
import { insertRefund, refundByRequest } from '#orders/refunds/refunds.store.server.ts'
import { finishRefund } from '#orders/refunds/request-refund.actions.server.ts'
import { customerAction } from '#platform/action/customer-action.server.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import { formatAmount } from '#platform/text/money.rules.ts'
import { recomputeReadiness } from '#shipping/readiness/recompute-readiness.actions.server.ts'

import type { FewerOption } from './change-money.rules.ts'
import { fewerOptions, paidInAll } from './change-money.rules.ts'
import type { Changed } from './change-order.actions.server.ts'
import {
  changedText,
  keyOf,
  lockForChange,
  notOffered,
  ofOrder,
  sayChanged,
  writeChange,
} from './change-order.actions.server.ts'
import type { Difference } from './differences.store.server.ts'
import { paidDifferencesOf } from './differences.store.server.ts'
import { cancelledOftenText, casesText, winesText, whyNoChangeText } from './order-changes.copy.ts'
import type { ChangedValue } from './order-changes.rules.ts'
import { isCancelledOften, lockCancelling } from './order-changes.store.server.ts'
import { paidOrderNow, paidOrderOf } from './paid-order.actions.server.ts'
import { closeDifference, makeNow, refundDifferences } from './refund-differences.actions.server.ts'

/** Cancels a whole order: all that is left is refunded, and the wine returns. */
export const cancelOrder = customerAction({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  mails: true,
  form: z.object(ofOrder),
  async run(asked, { seen, ...path }) {
    const { services, tx, now, formKey } = asked
    const open = await lockForChange(asked, path, seen, { isForPickups: true, isForSplits: true })
    if (open instanceof Refusal || 'after' in open) return open
    const { order } = open.own
    await lockCancelling(tx, order)
    if (await isCancelledOften(tx, order)) return refuse(cancelledOftenText)
    const paid = await paidOrderOf(services, tx, order, open.shipments)
    const { sold, refunds, units } = paid
    const left = leftToRefund(sold, refunds)
    const refundCents = paidInAll(paid)
    if (!order.paymentIntentId || left.cents === 0) return refuse(whyNoChangeText.buyer.over)
    const changed = await writeChange(
      services,
      tx,
      open,
      {
        at: now,
        requestKey: keyOf(order, formKey),
        kind: 'cancel',
        before: { kept: units, refundCents: 0 },
        after: { isCancelled: true, refundCents },
      },
      {
        kind: 'order-cancelled',
        money: `We refund ${formatAmount(refundCents)} to the card you paid with.`,
      },
    )
    const reason = 'You canceled this order.'
    const purpose = purposeOfRest(sold, left, refunds)
    // With the last of the order's payment, what is left of differences is refunded, too.
    const refund = { amountCents: left.cents, purpose, reason }
    await saveRefund(services, tx, changed, order, { ...refund, back: units })
    return changed
  },
  afterwards: refundNow,
  say: (changed) => ({ ...saidOfRefund(changed), to: changed.page }),
})

/** Keeps fewer cases of an order; the others are refunded with their tax and what their shipping cost more. */
export const keepFewer = customerAction({
  for: 'anyone',
  limit: 'secret',
  limited: true,
  mails: true,
  form: z.object({ ...ofOrder, keep: z.string('Please choose what you keep.') }),
  async run(asked, { keep, seen, ...path }) {
    const { services, tx, now, formKey } = asked
    const open = await lockForChange(asked, path, seen, { isForPickups: true })
    if (open instanceof Refusal || 'after' in open) return open
    const { order } = open.own
    const paid = await paidOrderOf(services, tx, order, open.shipments)
    const option = order.paymentIntentId && fewerOptions(paid).find(({ value }) => value === keep)
    if (!option) return notOffered(keep, 'keep', 'Please choose what you keep.')
    const { kept, purpose, refundCents } = option
    const lines = await orderLinesOf(tx, order.id)
    const totalCents = paidInAll(paid) - refundCents
    const changed = await writeChange(
      services,
      tx,
      open,
      {
        at: now,
        requestKey: keyOf(order, formKey),
        kind: 'fewer',
        before: { kept: paid.units, refundCents: 0 },
        after: { kept, refundCents },
      },
      {
        money: `We refund ${formatAmount(refundCents)} to the card you paid with. Your order comes to ${formatAmount(totalCents)} now.`,
        wines: lines.flatMap(({ productId, description }) =>
          kept[productId] ? [{ description, quantity: kept[productId] }] : [],
        ),
      },
    )
    const back = Object.fromEntries(
      Object.entries(purpose.wines).map(([productId, { units }]) => [productId, units]),
    )
    const reason = `You kept ${casesText(option.cases)} of your order.`
    const refund = { amountCents: centsOfPurpose(purpose), purpose, reason }
    await saveRefund(services, tx, changed, order, { ...refund, back })
    await refundDifferences(tx, paid.differences, option.fromDifferences)
    return changed
  },
  afterwards: refundNow,
  say: (changed) => ({ ...sayChanged(changed), ...saidOfRefund(changed) }),
})

/** Which fewer cases of an order may be kept, for its page. */
export async function viewFewer(services: Services, order: Order) {
  const paid = await paidOrderNow(services, order)
  const labelOf = (kept: FewerOption['kept']) => winesText(paid.sold.lines, kept)
  return {
    options: fewerOptions(paid).map(({ value, kept, refundCents }) => ({
      value,
      refundCents,
      label: labelOf(kept),
    })),
  }
}

type NewRefund = {
  amountCents: Cents
  purpose: RefundPurpose | null
  reason: string
  /** Units that return, to the allocation while its release is open, once the refund is made. */
  back: Readonly<Record<string, number>>
}

/** Saves the refund of a change before it is requested, in the transaction of the change. */
export async function saveRefund(
  { fulfilment, clock }: Services,
  tx: Transaction,
  { requestKey }: Changed,
  order: Order,
  { back, ...refund }: NewRefund,
): Promise<void> {
  const saved = await insertRefund(tx, {
    ...refund,
    orderId: order.id,
    requestKey: refundKey(requestKey),
    cause: 'staff',
    stockBack: { ...back },
    toAllocation: true,
    requestedBy: order.email,
  })
  if (!saved) throw new Error(`A refund of the change ${requestKey} is there already`)
  await queueRefund(tx, saved.id)
  await fulfilment.followRefunds(tx, order, clock())
}

const refundKey = (requestKey: string) => `change:${requestKey}`

/** Makes the refund of a change now, while the provider is available; else the queue makes it. */
export async function refundNow(
  services: Services,
  { orderId, requestKey, after }: Changed,
): Promise<{ refund: Pick<Refund, 'state' | 'amountCents'> | null }> {
  const { db } = services
  const saved = await refundByRequest(db, refundKey(requestKey))
  const made = saved?.state === 'requested' ? await finishRefund(services, saved) : saved
  const isDue = (one: Difference) => one.refundCents > one.refundedCents
  for (const { checkoutId } of (await paidDifferencesOf(db, orderId)).filter(isDue)) {
    await makeNow(services, checkoutId)
  }
  await closeDifference(services, orderId)
  await recomputeReadiness(services, { orderId })
  const amountCents = refundedBy(after)
  if (amountCents === 0) return { refund: null }
  const isWaiting = (await paidDifferencesOf(db, orderId)).some(isDue)
  const state = made?.state ?? 'made'
  return { refund: { amountCents, state: state === 'made' && isWaiting ? 'requested' : state } }
}

function refundedBy(after: ChangedValue): Cents {
  if ('refundCents' in after) return after.refundCents
  return 'method' in after ? Math.max(0, -after.cents) : 0
}

export function saidOfRefund({ after, refund }: Changed & Awaited<ReturnType<typeof refundNow>>) {
  if (!refund) return {}
  const amount = formatAmount(refund.amountCents)
  if (refund.state === 'failed') {
    return {
      tone: 'bad' as const,
      sentence: `${changedText(after)} The refund of ${amount} did not go through, so we will take care of it ourselves and write to you.`,
    }
  }
  const isMade = refund.state === 'made'
  return {
    sentence: `${changedText(after)} ${amount} is ${isMade ? '' : 'being '}refunded. We have emailed you.`,
  }
}
