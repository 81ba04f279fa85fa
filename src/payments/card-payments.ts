import type { Cents } from '#platform/text/money.rules.ts'

import type { PaymentSession, ShippedTo } from './payment-session.ts'

/** What is to be paid by card. */
type CardPaymentRequest = {
  checkoutId: string
  customerId: string
  amount: Cents
  description: string
  /** Sent as the shipping of the payment; null for local pickup. */
  shipping: ShippedTo | null
}

/** The parts of a payment that our ledger uses, for hosted sessions and card payments alike. */
export type PaymentStatus = Pick<
  PaymentSession,
  'checkoutId' | 'state' | 'paid' | 'amountTotal' | 'paymentIntentId' | 'email' | 'name'
>

/** A card payment in its current state at the provider. */
export type CardPayment = PaymentStatus & {
  id: string
  /** What it waits for: a card, the buyer's bank, the provider, or nothing any more. */
  waitsFor: 'card' | 'bank' | 'provider' | null
  /** Lets the provider's browser script show the bank's challenge. */
  clientSecret: string
  /** URL of the bank's challenge when the provider's browser script is not available; else null. */
  bankUrl: string | null
  /** Why the last attempt failed, in the provider's message for the buyer, or null. */
  problem: string | null
}

/** A card that its customer chose to save at the provider. */
export type KeptCard = {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** What a payment is attempted with: a confirmation token of an entered card, or a saved card. */
export type ConfirmedBy = ({ token: string; keepsCard: boolean } | { keptCardId: string }) & {
  returnUrl: string
}

/** Card payments on our own page. */
export type CardPayments = {
  /** Creates a payment without a card yet. */
  createCardPayment(request: CardPaymentRequest, key: string): Promise<CardPayment>
  /**
   * Attempts to pay with the card behind a confirmation token. A declined card is not an error: the
   * payment waits for another card. A payment that can't be confirmed any more is returned as it
   * is. `token-refused` when the token is used, expired or unknown.
   */
  confirmCardPayment(
    id: string,
    by: ConfirmedBy,
    key: string,
  ): Promise<CardPayment | 'token-refused'>
  /** Null when there is no such payment. */
  getCardPayment(id: string): Promise<CardPayment | null>
  /**
   * The payment made for a checkout, searched among the customer's newest; null if there is none.
   */
  findCardPayment(customerId: string, checkoutId: string): Promise<CardPayment | null>
  /** Cancels a payment. Returns its state after that: it may have been paid just before. */
  cancelCardPayment(id: string): Promise<CardPayment>
  /** The cards a customer chose to save, newest first, without duplicates. */
  keptCards(customerId: string): Promise<KeptCard[]>
  /** Removes a saved card. False when it is not one of the customer's. */
  removeKeptCard(customerId: string, cardId: string): Promise<boolean>
}
