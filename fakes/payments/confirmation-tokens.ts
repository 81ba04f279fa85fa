import type Stripe from 'stripe'

import { cardFromNumber, type Card } from './cards.ts'
import {
  invalidRequest,
  missingParam,
  noSuchObject,
  noSuchReference,
  StripeFailure,
} from './errors.ts'
import { newId } from './ids.ts'
import { acceptedParams, type AcceptedObject } from './params/accepted.ts'
import {
  cardDetails,
  createPaymentMethod,
  emptyBillingDetails,
  requirePaymentMethod,
  type BillingDetails,
} from './payment-methods.ts'
import { route, type Call } from './route.ts'
import { readTypedCard } from './typed-card.ts'
import { filledAddress } from './values.ts'
import type { World } from './world.ts'

const lastsSeconds = 12 * 60 * 60

type DeclaredParams = NonNullable<
  Parameters<Stripe['testHelpers']['confirmationTokens']['create']>[0]
>
type Params = DeclaredParams & {
  payment_method_data?: {
    card?: { number: string; exp_month: number; exp_year: number; cvc: string }
  }
}

const declared = acceptedParams('ConfirmationTokenCreateParams')
const methodData = declared.o.payment_method_data as AcceptedObject

/** The browser script also sends a card, which the SDK does not declare. */
const fromBrowser: AcceptedObject = {
  o: {
    ...declared.o,
    payment_method_data: {
      ...methodData,
      o: {
        ...methodData.o,
        type: { e: ['card'] },
        card: {
          o: { number: 's', exp_month: 'i', exp_year: 'i', cvc: 's' },
          r: ['number', 'exp_month', 'exp_year', 'cvc'],
        },
      },
    },
  },
}

export const confirmationTokenRoutes = [
  route('POST /v1/confirmation_tokens', 'ConfirmationTokenCreateParams', createToken, {
    fromBrowser: true,
    accepted: fromBrowser,
  }),
  route('POST /v1/test_helpers/confirmation_tokens', 'ConfirmationTokenCreateParams', createToken),
  route(
    'GET /v1/confirmation_tokens/:id',
    'ConfirmationTokenRetrieveParams',
    ({ world, id }: Call<object>) => {
      const token = world.collections.confirmationTokens.get(id)
      if (!token) throw noSuchObject('confirmation_token', id, 'confirmation_token')
      return token
    },
  ),
]

function createToken({ world, params, withKey }: Call<Params>): Stripe.ConfirmationToken {
  const { card, billing } = cardOf(world, params)
  const id = newId('ctoken', 24)
  world.collections.cardsOnFile.save({ id, card })
  return world.collections.confirmationTokens.save({
    id,
    object: 'confirmation_token',
    created: world.now(),
    expires_at: world.now() + lastsSeconds,
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: null,
    payment_method_options: { card: { cvc_token: null } },
    payment_method_preview: {
      allow_redisplay: params.payment_method_data?.allow_redisplay ?? 'unspecified',
      billing_details: billing,
      card: cardDetails(card) as Stripe.ConfirmationToken.PaymentMethodPreview.Card,
      customer: null,
      customer_account: null,
      type: 'card',
    },
    return_url: params.return_url ?? null,
    setup_future_usage: params.setup_future_usage ?? null,
    setup_intent: null,
    shipping: params.shipping
      ? {
          address: filledAddress(params.shipping.address),
          name: params.shipping.name,
          phone: params.shipping.phone || null,
        }
      : null,
    use_stripe_sdk: withKey === 'publishable',
  } satisfies Stripe.ConfirmationToken)
}

function cardOf(world: World, params: Params): { card: Card; billing: BillingDetails } {
  if (params.payment_method) {
    const method = requirePaymentMethod(world, params.payment_method)
    return {
      card: world.collections.cardsOnFile.get(method.id)!.card,
      billing: method.billing_details,
    }
  }
  const data = params.payment_method_data
  if (!data) throw missingParam('payment_method_data')
  if (data.type !== 'card' || !data.card) throw missingParam('payment_method_data[card]')
  const { number, exp_month: month, exp_year: year, cvc } = data.card
  const read = readTypedCard(
    { card: number, expiry: `${month}/${year}`, cvc },
    new Date(world.now() * 1000),
  )
  if (!read.ok) {
    const [error] = read.errors
    throw new StripeFailure(402, {
      type: 'card_error',
      code: error!.code,
      message: error!.message,
      param: error!.field,
    })
  }
  return { card: cardFromNumber(read.fields), billing: billingOf(data.billing_details) }
}

function billingOf(
  given: NonNullable<DeclaredParams['payment_method_data']>['billing_details'],
): BillingDetails {
  if (!given) return emptyBillingDetails()
  return {
    address: filledAddress(given.address || {}),
    email: given.email || null,
    name: given.name || null,
    phone: given.phone || null,
    tax_id: null,
  }
}

/** Exchanges a token for a payment method, once. */
export function spendToken(
  world: World,
  id: string,
  intent: Stripe.PaymentIntent,
): { token: Stripe.ConfirmationToken; method: Stripe.PaymentMethod; card: Card } {
  const token = world.collections.confirmationTokens.get(id)
  if (!token) throw noSuchReference('confirmation_token', id, 'confirmation_token')
  if (token.payment_intent && token.payment_intent !== intent.id) {
    throw invalidRequest(
      `The ConfirmationToken ${id} has already been used to confirm another PaymentIntent.`,
      {
        param: 'confirmation_token',
      },
    )
  }
  if (token.expires_at !== null && token.expires_at < world.now()) {
    throw invalidRequest(`The ConfirmationToken ${id} has expired.`, {
      param: 'confirmation_token',
    })
  }
  const { card } = world.collections.cardsOnFile.get(id)!
  const method = createPaymentMethod(world, card, token.payment_method_preview!.billing_details)
  token.payment_intent = intent.id
  world.collections.confirmationTokens.save(token)
  return { token, method, card }
}
