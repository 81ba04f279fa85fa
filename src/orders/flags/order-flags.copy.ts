/** Why the provider failed or refused a refund, by its code. */
const refundFailures: Record<string, string> = {
  charge_disputed: 'The payment is disputed; a disputed payment cannot be refunded.',
  charge_already_refunded: 'The payment has already been refunded in full.',
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  expired_or_canceled_card: 'The card has expired or was canceled.',
  charge_for_pending_refund_disputed:
    'The buyer disputed the payment while the refund was pending.',
  insufficient_funds: 'The balance at the payment provider was too low.',
  merchant_request: 'The refund was canceled in the payment provider’s dashboard.',
  declined: 'The card’s bank declined the refund.',
  unknown: 'The payment provider gave no reason.',
}

export const hasRefundFailureText = (code: string): boolean => Object.hasOwn(refundFailures, code)

/** A failure in words: the provider's code where it is known, else the provider's own sentence. */
export const refundFailure = (failure: string): string =>
  hasRefundFailureText(failure) ? refundFailures[failure]! : failure

/** The bank's reason for a dispute, by the provider's code. */
const disputeReasons: Record<string, string> = {
  credit_not_processed: 'Refund not received',
  duplicate: 'Charged twice',
  fraudulent: 'Reported as fraud',
  general: 'No particular reason',
  product_not_received: 'Wine not received',
  product_unacceptable: 'Wine not acceptable',
  subscription_canceled: 'Subscription canceled',
  unrecognized: 'Payment not recognized',
}

export const disputeReason = (code: string): string =>
  Object.hasOwn(disputeReasons, code) ? disputeReasons[code]! : code.replaceAll('_', ' ')
