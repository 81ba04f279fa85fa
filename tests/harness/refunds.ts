import { leftField, stockField } from '#orders/refunds/refund-form.rules.ts'
import type { RefundRequest } from '#orders/refunds/request-refund.actions.server.ts'
import { requestRefund, reviewRefund } from '#orders/refunds/request-refund.actions.server.ts'
import type { Staff } from '#platform/services/services.ts'

import type { TestShop } from './test-shop.ts'

/** As staff type it. */
const typed = ({
  amountCents,
  stockBack,
  toAllocation,
  leftCents,
  ...rest
}: Omit<RefundRequest, 'token'>) => ({
  ...rest,
  amount: String(amountCents / 100),
  ...(toAllocation && { toAllocation: 'on' }),
  ...(leftCents !== undefined && { [leftField]: String(leftCents) }),
  ...Object.fromEntries(
    Object.entries(stockBack).map(([productId, units]) => [stockField(productId), String(units)]),
  ),
})

/** Sends the form of a refund, whose key is `token`. */
export async function askRefund({ services }: TestShop, viewer: Staff, request: RefundRequest) {
  const { token, ...refund } = request
  const asked = await requestRefund(services, viewer, typed(refund), { key: token })
  if (!asked.ok) return asked
  const { state, amountCents, failure } = asked.done
  return { ok: true as const, state, amountCents, failure }
}

/** Sends it for the step before. */
export const previewRefund = (
  { services }: TestShop,
  viewer: Staff,
  request: Omit<RefundRequest, 'token'>,
) => reviewRefund(services, viewer, typed(request))
