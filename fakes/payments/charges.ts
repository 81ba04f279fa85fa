import type Stripe from 'stripe'

import { bookCharge } from './balance-transactions.ts'
import type { Card, CardBehaviour } from './cards.ts'
import { noSuchObject } from './errors.ts'
import { newId, randomText } from './ids.ts'
import { listPage, withinCreated } from './pagination.ts'
import { cardFingerprint, emptyBillingDetails } from './payment-methods.ts'
import { route, type Call } from './route.ts'
import type { World } from './world.ts'

const authorizedForSeconds = 7 * 24 * 60 * 60

export const chargeRoutes = [
  route(
    'GET /v1/charges',
    'ChargeListParams',
    ({ world, params }: Call<Stripe.ChargeListParams>) => {
      const { customer, payment_intent: intent } = params
      return listPage(
        world.collections.charges,
        {
          url: '/v1/charges',
          params,
          matches: (charge) =>
            (customer === undefined || charge.customer === customer) &&
            withinCreated(charge.created, params.created),
        },
        intent
          ? { field: 'payment_intent', value: intent }
          : customer
            ? { field: 'customer', value: customer }
            : undefined,
      )
    },
  ),
  route('GET /v1/charges/:id', 'ChargeRetrieveParams', ({ world, id }: Call<object>) => {
    const charge = world.collections.charges.get(id)
    if (!charge) throw noSuchObject('charge', id)
    return charge
  }),
]

type NewCharge = {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  card: Card
  authenticated: boolean
}

/** Creates the charge of a payment intent; the test card decides whether it succeeds. */
export function createCharge(
  world: World,
  { intent, method, card, authenticated }: NewCharge,
): Stripe.Charge {
  const refused = card.behaviour.does === 'decline' ? card.behaviour : null
  const captured = !refused && intent.capture_method !== 'manual'
  const id = newId('ch', 24)
  const charge: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: captured
      ? bookCharge(world, { id, amount_captured: intent.amount })
      : null,
    billing_details: method.billing_details ?? emptyBillingDetails(),
    calculated_statement_descriptor: intent.statement_descriptor ?? 'KOHUE WINES',
    captured,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer as string | null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refused?.code ?? null,
    failure_message: refused?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(refused),
    paid: !refused,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: chargedCard(world, { intent, card, captured, refused, authenticated }),
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: refused ? null : `${world.settings.publicUrl}/c/receipt/${id}`,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: refused ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  world.collections.charges.save(charge)
  world.events.emit(refused ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}

type Decline = Extract<CardBehaviour, { does: 'decline' }>

function outcomeOf(refused: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: refused ? '01' : null,
    network_status: refused ? 'declined_by_network' : 'approved_by_network',
    reason: refused ? (refused.declineCode ?? refused.code) : null,
    risk_level: 'normal',
    risk_score: 12,
    seller_message: refused
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: refused ? 'issuer_declined' : 'authorized',
  }
}

type Charged = {
  intent: Stripe.PaymentIntent
  card: Card
  captured: boolean
  refused: Decline | null
  authenticated: boolean
}

function chargedCard(
  world: World,
  { intent, card, captured, refused, authenticated }: Charged,
): Stripe.Charge.PaymentMethodDetails.Card {
  const details: Stripe.Charge.PaymentMethodDetails.Card = {
    amount_authorized: refused ? null : intent.amount,
    authorization_code: refused ? null : randomText(6).toUpperCase(),
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: refused?.code === 'incorrect_cvc' ? 'fail' : 'pass',
    },
    country: card.country,
    electronic_commerce_indicator: authenticated ? '05' : null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    extended_authorization: { status: 'disabled' },
    fingerprint: cardFingerprint(card),
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: `${Date.now()}${randomText(2)}`.slice(-15),
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: randomText(36),
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
  if (!captured && !refused) details.capture_before = world.now() + authorizedForSeconds
  return details
}
