import type { FlagReason } from '#payments/after-sale.rules.ts'

/** Each flag in two or three words, for lists and the audit log. */
export const flagName = {
  'stock-gone': 'Sold out before payment',
  'amount-short': 'Paid too little',
  'amount-differs': 'Amount differs',
  'address-differs': 'Address differs',
  'address-not-served': 'Address not served',
  'refund-failed': 'Refund failed',
  disputed: 'Payment disputed',
  'dispute-lost': 'Dispute lost',
  'no-longer-served': 'State closed since',
  'delivered-unsigned': 'Delivered without a signature',
  'second-attempt': 'Second attempt failed',
  'return-contradicts': 'Delivered, then reported as returned',
  'return-unanswered': 'No answer about a returned box',
  'collect-returned': 'Wants to pick up a returned box',
  'return-refund-waits': 'Returned box to refund',
  'shipment-lost': 'Box lost',
  'shipment-damaged': 'Box damaged',
  'pickup-missed': 'Pickup missed again',
  'refund-after-handover': 'Refunded after handover',
  'reshipment-not-served': 'Paid to be sent again, too late',
  'difference-not-served': 'Paid for other shipping, too late',
  'evidence-refused': 'Evidence not accepted',
} as const satisfies Record<FlagReason, string>

/** What staff should know and do about each flag. */
export const flagSentence = {
  'stock-gone':
    'The payment arrived after the wine had sold out. The full amount is refunded automatically, and the buyer is told by email.',
  'amount-short':
    'Less was paid than the order costs. It does not ship: the full amount is refunded automatically, and the buyer is told by email.',
  'amount-differs':
    'The amount paid is not the sum of wine, shipping and tax. Find out why before it ships.',
  'address-differs': 'The buyer paid for a different address than the one they first gave us.',
  'address-not-served':
    'The buyer paid for an address we may not ship wine to. The full amount is refunded automatically, and the buyer is told by email.',
  'refund-failed':
    'A refund did not go through. See the reason under Refunds, then try again here or in the payment provider’s dashboard.',
  disputed:
    'The buyer disputes this payment with their bank. Respond in the payment provider’s dashboard. This notice stays until the bank has decided.',
  'dispute-lost': 'The bank decided for the buyer: the disputed amount was taken back.',
  'no-longer-served':
    'Today’s rules no longer allow wine to this address. Refund the order, or hold the shipment until the state opens again.',
  'delivered-unsigned':
    'The carrier reports a delivery without the name of who signed. Ask the carrier for the signature record.',
  'second-attempt':
    'The second delivery attempt failed. Call the buyer before the box goes to the depot or back.',
  'return-contradicts':
    'The carrier reported a delivery and, later, a return. Ask the carrier, and mark the shipment as returned if it came back.',
  'return-unanswered':
    'The box came back and the buyer has not said within 14 days what to do with it. Call them.',
  'collect-returned': 'The box came back and the buyer wants to pick it up. Agree on a time.',
  'return-refund-waits':
    'The buyer wants a refund for a box that came back to us. It needs a second person, or part of it was already refunded. Refund it below; its wine is already back in stock.',
  'shipment-lost':
    'The carrier lost the box. Send a replacement or refund the wine, and record the claim.',
  'shipment-damaged':
    'The box was damaged on its way. Send a replacement or refund the wine, and record the claim.',
  'pickup-missed': 'The buyer missed the pickup again. Call them.',
  'refund-after-handover':
    'The order was refunded in full after its box was handed over. Ask the shipper to stop it, or decide what happens to the box.',
  'reshipment-not-served':
    'The buyer paid to have the box sent again after it had already been taken care of. That payment is refunded automatically, and the buyer is told by email.',
  'difference-not-served':
    'The buyer paid for faster shipping after the box had left or the order was changed. That payment is refunded automatically, and the buyer is told by email.',
  'evidence-refused':
    'The payment provider did not accept the evidence for a dispute. Download it under Disputes and send it in the provider’s dashboard.',
} as const satisfies Record<FlagReason, string>

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
