import { isOwnOrder, orderByNumber } from '../order/orders.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import type { PaidCard } from '#payments/after-sale-payments.ts'
import { ProviderUnavailable } from '#payments/payments.ts'

import type { Outcome, Services, Staff } from '#platform/services/services.ts'
import type { RefundRequest, WhyNotRefunded } from './request-refund.actions.server.ts'
import { checkRequest } from './request-refund.actions.server.ts'

/** A refund as staff confirm it. */
export type RefundToConfirm = {
  amountCents: Cents
  /** What is left to refund afterwards, in cents. */
  leftAfterCents: Cents
  buyer: { name: string; email: string }
  /** `unknown` while the provider is unavailable; null when it was not paid by card. */
  card: PaidCard | 'unknown' | null
  /** It is made once a second person approves. */
  needsApproval: boolean
}

/** The amount, buyer and card of a refund, which is not made yet. Only for staff. */
export async function reviewRefund(
  services: Services,
  viewer: Staff,
  request: Omit<RefundRequest, 'token'>,
): Promise<Outcome<WhyNotRefunded, { refund: RefundToConfirm }>> {
  const { db, payments } = services
  if (!may(viewer, 'handle-orders')) return { ok: false, reason: 'not-staff' }
  const order = await orderByNumber(db, request.number)
  if (!order) return { ok: false, reason: 'no-order' }
  if (await isOwnOrder(db, viewer.id, order)) return { ok: false, reason: 'own-order' }
  const { left, isOver, whyNot } = await checkRequest(services, db, order, request)
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
