import type Stripe from 'stripe'

import { confirmPaymentIntent, type ConfirmParams } from './confirm-payment-intent.ts'
import { referencedCustomer } from './customers.ts'
import { invalidParams, invalidRequest, noSuchObject, StripeFailure } from './errors.ts'
import { listPage, withinCreated } from './pagination.ts'
import { acceptedParams } from './params/accepted.ts'
import {
  cancelPaymentIntent,
  capturePaymentIntent,
  createPaymentIntent,
} from './payment-intent-life.ts'
import { requirePaymentMethod } from './payment-methods.ts'
import { route, type Call } from './route.ts'
import { filledShipping, mergedMetadata, orNull } from './values.ts'
import type { World } from './world.ts'

type Intent = Stripe.PaymentIntent

const smallest = 50
const largest = 99_999_999

const confirmKnown = acceptedParams('PaymentIntentConfirmParams')
/** The browser script sends the client secret, which the SDK does not declare. */
const confirmAccepted = { ...confirmKnown, o: { ...confirmKnown.o, client_secret: 's' as const } }

export const paymentIntentRoutes = [
  route('POST /v1/payment_intents', 'PaymentIntentCreateParams', create),
  route(
    'GET /v1/payment_intents',
    'PaymentIntentListParams',
    ({ world, params }: Call<Stripe.PaymentIntentListParams>) =>
      listPage(
        world.collections.paymentIntents,
        {
          url: '/v1/payment_intents',
          params,
          matches: (intent) => withinCreated(intent.created, params.created),
        },
        params.customer ? { field: 'customer', value: params.customer } : undefined,
      ),
  ),
  route(
    'GET /v1/payment_intents/:id',
    'PaymentIntentRetrieveParams',
    ({ world, id, params, withKey }: Call<Stripe.PaymentIntentRetrieveParams>) => {
      const intent = requireIntent(world, id)
      checkClientSecret(intent, params.client_secret, withKey)
      return intent
    },
    { fromBrowser: true },
  ),
  route('POST /v1/payment_intents/:id', 'PaymentIntentUpdateParams', update),
  route(
    'POST /v1/payment_intents/:id/confirm',
    'PaymentIntentConfirmParams',
    ({ world, id, params, withKey }: Call<ConfirmParams & { client_secret?: string }>) => {
      const intent = requireIntent(world, id)
      checkClientSecret(intent, params.client_secret, withKey)
      const use_stripe_sdk = params.use_stripe_sdk ?? (withKey === 'publishable' ? true : undefined)
      return confirmPaymentIntent(world, intent, { ...params, use_stripe_sdk })
    },
    { fromBrowser: true, accepted: confirmAccepted },
  ),
  route(
    'POST /v1/payment_intents/:id/capture',
    'PaymentIntentCaptureParams',
    ({ world, id, params }: Call<Stripe.PaymentIntentCaptureParams>) => {
      const intent = requireIntent(world, id)
      if (params.metadata !== undefined)
        intent.metadata = mergedMetadata(intent.metadata, params.metadata)
      capturePaymentIntent(world, intent, params.amount_to_capture)
      return intent
    },
  ),
  route(
    'POST /v1/payment_intents/:id/cancel',
    'PaymentIntentCancelParams',
    ({ world, id, params }: Call<Stripe.PaymentIntentCancelParams>) => {
      const intent = requireIntent(world, id)
      refuseInsideOpenSession(world, intent)
      cancelPaymentIntent(world, intent, params.cancellation_reason ?? null)
      return intent
    },
  ),
]

function requireIntent(world: World, id: string): Intent {
  const intent = world.collections.paymentIntents.get(id)
  if (!intent) throw noSuchObject('payment_intent', id, 'intent')
  return intent
}

function checkClientSecret(
  intent: Intent,
  given: string | undefined,
  withKey: 'secret' | 'publishable',
) {
  if (given === intent.client_secret || (given === undefined && withKey === 'secret')) return
  throw new StripeFailure(400, {
    type: 'invalid_request_error',
    message: `The client_secret provided does not match any associated PaymentIntent on this account.`,
    param: 'client_secret',
  })
}

/** The payment of an open checkout session can only be cancelled by expiring the session. */
function refuseInsideOpenSession(world: World, intent: Intent) {
  for (const session of world.collections.sessions.newestFirst({
    field: 'payment_intent',
    value: intent.id,
  })) {
    if (session.status !== 'open') continue
    throw invalidRequest(
      'You cannot cancel a PaymentIntent created by an open Checkout Session. Expire the Checkout Session instead.',
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  }
}

function checkAmount(amount: number) {
  if (amount < 0) {
    throw invalidParams('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount < smallest) {
    throw invalidRequest('Amount must be at least $0.50 usd', {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > largest) {
    throw invalidRequest('Amount must be no more than $999,999.99 usd', {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
}

function create({ world, params }: Call<Stripe.PaymentIntentCreateParams>): Intent {
  checkAmount(params.amount)
  if (params.customer) referencedCustomer(world, params.customer)
  if (!params.confirm) {
    for (const param of [
      'confirmation_token',
      'return_url',
      'error_on_requires_action',
      'off_session',
    ] as const) {
      if (params[param] === undefined) continue
      throw invalidRequest(`You can only pass \`${param}\` if \`confirm\` is set to true.`, {
        param,
      })
    }
  }
  const intent = createPaymentIntent(world, {
    amount: params.amount,
    currency: params.currency.toLowerCase(),
    customer: params.customer ?? null,
    captureMethod: params.capture_method ?? 'automatic_async',
    description: params.description ?? null,
    metadata: (params.metadata ?? {}) as Stripe.Metadata,
    receiptEmail: params.receipt_email ?? null,
    setupFutureUsage: params.setup_future_usage ?? null,
    shipping: params.shipping ? filledShipping(params.shipping) : null,
    statementDescriptor: params.statement_descriptor ?? null,
    statementDescriptorSuffix: params.statement_descriptor_suffix ?? null,
    automatic: {
      enabled: params.automatic_payment_methods?.enabled ?? true,
      allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always',
    },
  })
  if (params.confirm) return confirmPaymentIntent(world, intent, params)
  if (params.payment_method) setMethod(world, intent, params.payment_method)
  return intent
}

function setMethod(world: World, intent: Intent, id: string) {
  const method = requirePaymentMethod(world, id)
  if (method.customer && method.customer !== intent.customer) {
    throw invalidRequest(
      'The provided PaymentMethod is attached to a Customer. To use it, pass that Customer on the PaymentIntent.',
      { param: 'payment_method' },
    )
  }
  intent.payment_method = method.id
  intent.status = 'requires_confirmation'
  world.collections.paymentIntents.save(intent)
}

const changeable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

function update({ world, id, params }: Call<Stripe.PaymentIntentUpdateParams>): Intent {
  const intent = requireIntent(world, id)
  const { amount, currency, customer, payment_method: method, shipping } = params
  if (
    (amount !== undefined || currency !== undefined || method !== undefined) &&
    !changeable.includes(intent.status)
  ) {
    throw invalidRequest(
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${changeable.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    )
  }
  if (amount !== undefined) {
    checkAmount(amount)
    intent.amount = amount
  }
  if (currency !== undefined) intent.currency = currency.toLowerCase()
  if (customer !== undefined) intent.customer = referencedCustomer(world, customer).id
  if (params.description !== undefined) intent.description = orNull(params.description)
  if (params.receipt_email !== undefined) intent.receipt_email = orNull(params.receipt_email)
  if (params.setup_future_usage !== undefined)
    intent.setup_future_usage = orNull(params.setup_future_usage)
  if (shipping !== undefined) intent.shipping = shipping ? filledShipping(shipping) : null
  if (params.metadata !== undefined)
    intent.metadata = mergedMetadata(intent.metadata, params.metadata)
  if (method) setMethod(world, intent, method)
  world.collections.paymentIntents.save(intent)
  const charge = world.collections.charges.get((intent.latest_charge as string | null) ?? '')
  if (charge && params.metadata !== undefined) {
    charge.metadata = intent.metadata
    world.collections.charges.save(charge)
  }
  return intent
}
