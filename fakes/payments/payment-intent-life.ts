import type Stripe from 'stripe'

import { bookCharge } from './balance-transactions.ts'
import type { Card, CardBehaviour } from './cards.ts'
import { createCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import { newClientSecret, newId } from './ids.ts'
import { newRefund } from './new-refund.ts'
import { attachPaymentMethod } from './payment-methods.ts'
import { mergedMetadata } from './values.ts'
import type { World } from './world.ts'

type IntentTerms = {
  amount: number
  currency: string
  customer: string | null
  captureMethod: Stripe.PaymentIntent.CaptureMethod
  description: string | null
  metadata: Stripe.Metadata
  receiptEmail: string | null
  setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null
  shipping: Stripe.PaymentIntent.Shipping | null
  statementDescriptor: string | null
  statementDescriptorSuffix: string | null
  automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null
}

export function createPaymentIntent(world: World, terms: IntentTerms): Stripe.PaymentIntent {
  const id = newId('pi', 24)
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: terms.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: terms.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: terms.captureMethod,
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: world.now(),
    currency: terms.currency,
    customer: terms.customer,
    customer_account: null,
    description: terms.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergedMetadata({}, terms.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: terms.receiptEmail,
    review: null,
    setup_future_usage: terms.setupFutureUsage,
    shipping: terms.shipping,
    source: null,
    statement_descriptor: terms.statementDescriptor,
    statement_descriptor_suffix: terms.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  world.collections.paymentIntents.save(intent)
  world.events.emit('payment_intent.created', intent)
  return intent
}

export type Outcome =
  | { kind: 'taken'; charge: Stripe.Charge }
  | { kind: 'authenticate' }
  | {
      kind: 'declined'
      charge: Stripe.Charge
      decline: Extract<CardBehaviour, { does: 'decline' }>
    }

type Attempt = {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  card: Card
  authenticated: boolean
  nextAction: () => Stripe.PaymentIntent.NextAction
}

/** Charges a payment intent: succeeds, is declined, or requires 3-D Secure. */
export function attemptPayment(world: World, attempt: Attempt): Outcome {
  const { intent, method, card, authenticated } = attempt
  intent.last_payment_error = null
  if (card.behaviour.does === 'authenticate' && !authenticated) {
    intent.payment_method = method.id
    intent.status = 'requires_action'
    intent.next_action = attempt.nextAction()
    world.collections.paymentIntents.save(intent)
    world.events.emit('payment_intent.requires_action', intent)
    return { kind: 'authenticate' }
  }
  intent.next_action = null
  const charge = createCharge(world, { intent, method, card, authenticated })
  intent.latest_charge = charge.id
  if (card.behaviour.does === 'decline') {
    failPayment(world, intent, {
      type: 'card_error',
      code: card.behaviour.code as Stripe.PaymentIntent.LastPaymentError.Code,
      ...(card.behaviour.declineCode ? { decline_code: card.behaviour.declineCode } : {}),
      charge: charge.id,
      doc_url: `https://stripe.com/docs/error-codes/${card.behaviour.code.replaceAll('_', '-')}`,
      message: card.behaviour.message,
      payment_method: method,
    })
    return { kind: 'declined', charge, decline: card.behaviour }
  }
  intent.payment_method = method.id
  settle(world, intent, charge)
  if (intent.setup_future_usage && intent.customer)
    attachPaymentMethod(world, method, intent.customer as string)
  return { kind: 'taken', charge }
}

/** Effects of a payment that come after its events. */
export function afterPayment(world: World, charge: Stripe.Charge, card: Card): void {
  if (card.behaviour.does === 'dispute') openDispute(world, charge, 'chargeback')
  if (card.behaviour.does === 'inquire') openDispute(world, charge, 'inquiry')
}

function settle(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge) {
  if (charge.captured) {
    intent.status = 'succeeded'
    intent.amount_received = charge.amount_captured
    world.collections.paymentIntents.save(intent)
    world.events.emit('payment_intent.succeeded', intent)
  } else {
    intent.status = 'requires_capture'
    intent.amount_capturable = charge.amount
    world.collections.paymentIntents.save(intent)
    world.events.emit('payment_intent.amount_capturable_updated', intent)
  }
}

export function failPayment(
  world: World,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = error
  world.collections.paymentIntents.save(intent)
  world.events.emit('payment_intent.payment_failed', intent)
}

/** Records a failed 3-D Secure authentication. */
export function failAuthentication(world: World, intent: Stripe.PaymentIntent): void {
  const method = world.collections.paymentMethods.get(intent.payment_method as string)
  failPayment(world, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    ...(method ? { payment_method: method } : {}),
  })
}

const unexpectedState = (message: string, intent: Stripe.PaymentIntent) =>
  invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })

/** Captures the authorised amount or less; the rest is released. */
export function capturePaymentIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  amount = intent.amount_capturable,
) {
  if (intent.status !== 'requires_capture') {
    throw unexpectedState(
      intent.status === 'succeeded'
        ? 'This PaymentIntent could not be captured because it has already been captured.'
        : `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      intent,
    )
  }
  if (amount < 1 || amount > intent.amount_capturable) {
    throw invalidRequest(
      `The requested capture amount is greater than the amount you can capture for this PaymentIntent (${intent.amount_capturable}).`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    )
  }
  const charge = world.collections.charges.get(intent.latest_charge as string)!
  charge.captured = true
  charge.amount_captured = amount
  charge.balance_transaction = bookCharge(world, charge)
  if (amount < charge.amount) charge.amount_refunded = charge.amount - amount
  world.collections.charges.save(charge)
  intent.status = 'succeeded'
  intent.amount_received = amount
  intent.amount_capturable = 0
  world.collections.paymentIntents.save(intent)
  world.events.emit('charge.captured', charge)
  world.events.emit('payment_intent.succeeded', intent)
  for (const session of world.collections.sessions.newestFirst({
    field: 'payment_intent',
    value: intent.id,
  })) {
    session.payment_status = 'paid'
    world.collections.sessions.save(session)
  }
}

const cancelable = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
]

/** Cancels an uncaptured payment and its authorisation. */
export function cancelPaymentIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void {
  if (!cancelable.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(', ')}.`,
      intent,
    )
  }
  if (intent.status === 'requires_capture') {
    const charge = world.collections.charges.get(intent.latest_charge as string)!
    const refund = newRefund(world, charge, charge.amount)
    charge.amount_refunded = charge.amount
    charge.refunded = true
    world.collections.charges.save(charge)
    world.events.emit('charge.refunded', charge)
    world.events.emit('refund.created', refund)
  }
  intent.status = 'canceled'
  intent.canceled_at = world.now()
  intent.cancellation_reason = reason
  intent.amount_capturable = 0
  intent.next_action = null
  world.collections.paymentIntents.save(intent)
  world.events.emit('payment_intent.canceled', intent)
}
