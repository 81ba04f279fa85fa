import type Stripe from 'stripe'

import type { Journal } from '#fakes/journal/journal.ts'
import type { Settings } from '#fakes/settings.ts'

import type { Card } from './cards.ts'
import type { SessionDetails } from './checkout-session-details.ts'
import { Collection } from './collection.ts'
import type { EventLog } from './events.ts'

/** The API sends decimals as strings; the SDK declares them as objects. */
export type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & {
  unit_amount_decimal: string | null
}

export type Customer =
  | Stripe.Customer
  | (Stripe.DeletedCustomer & { created?: number; email?: undefined })

/** A test card's behaviour, which the API never returns. */
type CardOnFile = { id: string; card: Card }

/** A file that was uploaded: its content is only kept as a digest. */
type UploadedFile = Stripe.File & { sha256: string }

/** The state of the fake payment server. */
export type World = {
  settings: Settings
  journal: Journal
  events: EventLog
  /** Unix time in seconds. */
  now: () => number
  collections: Collections
}

export type Collections = ReturnType<typeof makeCollections>

export function makeCollections(changed: (collection: string, object: { id: string }) => void) {
  return {
    customers: new Collection<Customer>('customer', changed, ['email']),
    products: new Collection<Stripe.Product | Stripe.DeletedProduct>('product', changed),
    prices: new Collection<Price>('price', changed, ['lookup_key', 'product']),
    shippingRates: new Collection<Stripe.ShippingRate>('shipping_rate', changed),
    taxRates: new Collection<Stripe.TaxRate>('tax_rate', changed),
    sessions: new Collection<Stripe.Checkout.Session>('checkout.session', changed, [
      'customer',
      'payment_intent',
    ]),
    sessionDetails: new Collection<SessionDetails>('session_details', changed),
    paymentIntents: new Collection<Stripe.PaymentIntent>('payment_intent', changed, ['customer']),
    paymentMethods: new Collection<Stripe.PaymentMethod>('payment_method', changed, ['customer']),
    confirmationTokens: new Collection<Stripe.ConfirmationToken>('confirmation_token', changed),
    cardsOnFile: new Collection<CardOnFile>('card_on_file', changed),
    charges: new Collection<Stripe.Charge>('charge', changed, ['customer', 'payment_intent']),
    refunds: new Collection<Stripe.Refund>('refund', changed, ['charge', 'payment_intent']),
    files: new Collection<UploadedFile>('file', changed),
    balanceTransactions: new Collection<Stripe.BalanceTransaction>('balance_transaction', changed),
    payouts: new Collection<Stripe.Payout>('payout', changed),
    disputes: new Collection<Stripe.Dispute>('dispute', changed, ['charge', 'payment_intent']),
    webhookEndpoints: new Collection<Stripe.WebhookEndpoint>('webhook_endpoint', changed),
  }
}
