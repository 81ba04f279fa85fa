import type Stripe from 'stripe'

import type { Card } from './cards.ts'
import { spendToken } from './confirmation-tokens.ts'
import { invalidRequest, missingParam, notSupported, StripeFailure } from './errors.ts'
import { authenticationUrl } from './hosted-page/pay.ts'
import { afterPayment, attemptPayment, failPayment } from './payment-intent-life.ts'
import { requirePaymentMethod } from './payment-methods.ts'
import { filledShipping, orNull } from './values.ts'
import type { World } from './world.ts'

type Intent = Stripe.PaymentIntent

export type ConfirmParams = Pick<
  Stripe.PaymentIntentConfirmParams,
  | 'confirmation_token'
  | 'payment_method'
  | 'payment_method_data'
  | 'return_url'
  | 'use_stripe_sdk'
  | 'off_session'
  | 'error_on_requires_action'
  | 'setup_future_usage'
  | 'receipt_email'
  | 'shipping'
>

type Means = { method: Stripe.PaymentMethod; card: Card; token: Stripe.ConfirmationToken | null }

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** Confirms the payment with the card of a confirmation token or payment method. */
export function confirmPaymentIntent(world: World, intent: Intent, params: ConfirmParams): Intent {
  if (!confirmable.includes(intent.status)) throw alreadyPast(intent)
  const { method, card, token } = meansOf(world, intent, params)
  const returnUrl = params.return_url ?? token?.return_url ?? null
  checkReturnUrl(intent, returnUrl)
  if (params.receipt_email !== undefined) intent.receipt_email = orNull(params.receipt_email)
  if (params.shipping) intent.shipping = filledShipping(params.shipping)
  else if (token?.shipping && !intent.shipping) {
    intent.shipping = { ...token.shipping, carrier: null, tracking_number: null }
  }
  intent.setup_future_usage =
    params.setup_future_usage === undefined
      ? (token?.setup_future_usage ?? intent.setup_future_usage)
      : orNull(params.setup_future_usage)

  const inBrowser = params.use_stripe_sdk ?? token?.use_stripe_sdk ?? false
  const outcome = attemptPayment(world, {
    intent,
    method,
    card,
    authenticated: false,
    nextAction: () => nextAction(world, intent, returnUrl, inBrowser),
  })
  if (outcome.kind === 'taken') {
    afterPayment(world, outcome.charge, card)
    return intent
  }
  if (outcome.kind === 'declined') {
    const { code, declineCode, message } = outcome.decline
    throw declined(intent, { method, code, declineCode, message, charge: outcome.charge.id })
  }
  if (!params.off_session && !params.error_on_requires_action) return intent
  const message = 'Your card was declined. This transaction requires authentication.'
  failPayment(world, intent, {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message,
    payment_method: method,
  })
  throw declined(intent, {
    method,
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message,
  })
}

function alreadyPast(intent: Intent) {
  const message =
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${confirmable.join(', ')}.`
  return invalidRequest(message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

function meansOf(world: World, intent: Intent, params: ConfirmParams): Means {
  if (params.payment_method_data) throw notSupported('`payment_method_data`', 'payment_method_data')
  if (params.confirmation_token) {
    if (params.payment_method) {
      throw invalidRequest(
        'You may only specify one of these parameters: confirmation_token, payment_method.',
        { param: 'payment_method' },
      )
    }
    return spendToken(world, params.confirmation_token, intent)
  }
  const id = params.payment_method ?? (intent.payment_method as string | null)
  if (!id) throw missingParam('payment_method')
  const method = requirePaymentMethod(world, id)
  if (method.customer && method.customer !== intent.customer) {
    throw invalidRequest(
      'The provided PaymentMethod is attached to a Customer. To use it, pass that Customer on the PaymentIntent.',
      { param: 'payment_method' },
    )
  }
  return { method, card: world.collections.cardsOnFile.get(method.id)!.card, token: null }
}

/** Stripe requires a return URL because payment methods other than cards may redirect. */
function checkReturnUrl(intent: Intent, returnUrl: string | null) {
  const automatic = intent.automatic_payment_methods
  if (returnUrl !== null || !automatic?.enabled || automatic.allow_redirects === 'never') return
  throw invalidRequest(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    { param: 'return_url' },
  )
}

function nextAction(
  world: World,
  intent: Intent,
  returnUrl: string | null,
  inBrowser: boolean,
): Stripe.PaymentIntent.NextAction {
  const url = authenticationUrl(world, intent)
  if (!inBrowser)
    return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
  const action = { type: 'three_d_secure_redirect', stripe_js: url }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: action as Stripe.PaymentIntent.NextAction.UseStripeSdk,
  }
}

type Refused = {
  method: Stripe.PaymentMethod
  code: string
  declineCode?: string
  message: string
  charge?: string
}

const declined = (intent: Intent, { method, code, declineCode, message, charge }: Refused) =>
  new StripeFailure(402, {
    type: 'card_error',
    code,
    message,
    ...(declineCode ? { decline_code: declineCode } : {}),
    ...(charge ? { charge } : {}),
    payment_intent: intent,
    payment_method: method,
  })
