/** Why a payment was refunded, as the buyer's email says it. */
export const refundReason = {
  'stock-gone': 'The last cases sold before your payment reached us, and we are sorry.',
  'amount-short': 'Your payment did not cover the price of the order, so we can’t send it.',
  'can-not-be-served': 'We can’t fill this order, and we are sorry.',
  /** Refunded in the provider's own dashboard. */
  'by-hand': 'If you did not expect it, please write to us.',
} as const
