import { orderByNumber } from '#data/orders/orders.ts'
import { may } from '#domain/admin/access.ts'
import type { Cents } from '#domain/money.ts'
import type { PaidCard } from '#services/payments/after-sale-payments.ts'
import { ProviderUnavailable } from '#services/payments/payments.ts'

import type { Outcome, Services, Staff } from '#use-cases/services.ts'
import type { RefundRequest, WhyNotRefunded } from './request-refund.ts'
import { checkRequest } from './request-refund.ts'

/** What staff confirm before a refund is made. */
export type RefundToConfirm = {
  amountCents: Cents
  /** What can be refunded once this is made, in cents. */
  leftAfterCents: Cents
  buyer: { name: string; email: string }
  /** `unknown` while the provider can't be reached; null when it was not paid by card. */
  card: PaidCard | 'unknown' | null
  /** It is asked for, and made once a second person approves. */
  needsApproval: boolean
}

type ReviewedRefund = Outcome<WhyNotRefunded, { refund: RefundToConfirm }>

/** Names the amount, the person and the card of a refund, without making it. Only for staff. */
export async function reviewRefund(
  { db, payments }: Services,
  viewer: Staff,
  request: Omit<RefundRequest, 'token'>,
): Promise<ReviewedRefund> {
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const order = await orderByNumber(db, request.number)
  if (!order) return { ok: false, reason: 'no-order' }
  const { left, isOver, whyNot } = await checkRequest(db, order, request)
  if (whyNot) return { ok: false, reason: whyNot }
  if (isOver && viewer.isCodeStale) return { ok: false, reason: 'code-due' }
  const card = await payments.cardOfPayment(order.paymentIntentId!).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return 'unknown' as const
    throw error
  })
  return {
    ok: true,
    refund: {
      amountCents: request.amountCents,
      leftAfterCents: left - request.amountCents,
      buyer: { name: order.name, email: order.email },
      card,
      needsApproval: isOver,
    },
  }
}
