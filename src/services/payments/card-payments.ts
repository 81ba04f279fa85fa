import type { Cents } from '#domain/money.ts'

import type { PaymentSession, ShippedTo } from './payments.ts'

/** What is to be paid by card. */
export type CardPaymentRequest = {
  checkoutId: string
  customerId: string
  amount: Cents
  description: string
  /** Goes along as the shipping of the payment; null for local pickup. */
  shipping: ShippedTo | null
}

/** What of a payment our books go by, whether it was made on the provider's page or by card. */
export type PaymentStanding = Pick<
  PaymentSession,
  'checkoutId' | 'state' | 'paid' | 'amountTotal' | 'paymentIntentId' | 'email' | 'name'
>

/** A payment by card as the provider sees it now. */
export type CardPayment = PaymentStanding & {
  id: string
  /** What it waits for: a card, the buyer's bank, the provider itself, or nothing any more. */
  waitsFor: 'card' | 'bank' | 'provider' | null
  /** What the provider's script needs to let the bank ask. */
  clientSecret: string
  /** Where the bank asks when no script of the provider's is there; else null. */
  bankUrl: string | null
  /** Why the last try failed, in the provider's words for the buyer, or null. */
  problem: string | null
}

/** What we ask of the provider to be paid by card in our own page. */
export type CardPayments = {
  /** Makes a payment that waits for its card; the card is kept for the customer once it is paid. */
  createCardPayment(request: CardPaymentRequest, key: string): Promise<CardPayment>
  /**
   * Tries to pay with the card behind a confirmation token. A declined card is no error: the payment
   * waits for another. One that is past trying is answered as it stands. `token-refused` when the
   * token is spent, too old or nobody's.
   */
  confirmCardPayment(
    id: string,
    by: { token: string; returnUrl: string },
    key: string,
  ): Promise<CardPayment | 'token-refused'>
  /** Null when there is no such payment. */
  getCardPayment(id: string): Promise<CardPayment | null>
  /** The payment made for a checkout, looked for among its customer's newest. Null: there is none. */
  findCardPayment(customerId: string, checkoutId: string): Promise<CardPayment | null>
  /** Ends a payment. Answers how it stands then: it may have been paid just before. */
  cancelCardPayment(id: string): Promise<CardPayment>
}
