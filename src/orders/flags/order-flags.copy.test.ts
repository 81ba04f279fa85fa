import { expect, test } from 'vitest'

import { disputeReason, refundFailure } from './order-flags.copy.ts'

test.each([
  ['charge_disputed', 'The payment is disputed; a disputed payment cannot be refunded.'],
  ['charge_already_refunded', 'The payment has already been refunded in full.'],
  ['lost_or_stolen_card', 'The card was reported lost or stolen.'],
  ['expired_or_canceled_card', 'The card has expired or was canceled.'],
  [
    'charge_for_pending_refund_disputed',
    'The buyer disputed the payment while the refund was pending.',
  ],
  ['insufficient_funds', 'The balance at the payment provider was too low.'],
  ['merchant_request', 'The refund was canceled in the payment provider’s dashboard.'],
  ['declined', 'The card’s bank declined the refund.'],
  ['unknown', 'The payment provider gave no reason.'],
  ['No such charge: ch_1', 'No such charge: ch_1'],
  ['constructor', 'constructor'],
])('a refund that failed with “%s” is told so', (failure, sentence) => {
  expect(refundFailure(failure)).toBe(sentence)
})

test.each([
  ['credit_not_processed', 'Refund not received'],
  ['duplicate', 'Charged twice'],
  ['fraudulent', 'Reported as fraud'],
  ['general', 'No particular reason'],
  ['product_not_received', 'Wine not received'],
  ['product_unacceptable', 'Wine not acceptable'],
  ['subscription_canceled', 'Subscription canceled'],
  ['unrecognized', 'Payment not recognized'],
  ['check_returned', 'check returned'],
])('the reason “%s” of a dispute is named so', (code, name) => {
  expect(disputeReason(code)).toBe(name)
})
