import { hash } from 'node:crypto'

import type Stripe from 'stripe'

import { cardFromToken, type Card } from './cards.ts'
import { referencedCustomer, requireCustomer } from './customers.ts'
import { invalidRequest, noSuchObject, noSuchReference } from './errors.ts'
import { newId } from './ids.ts'
import { listPage } from './pagination.ts'
import { route, type Call } from './route.ts'
import { emptyAddress } from './values.ts'
import type { World } from './world.ts'

export type BillingDetails = Stripe.PaymentMethod.BillingDetails

export const paymentMethodRoutes = [
  route(
    'GET /v1/payment_methods',
    'PaymentMethodListParams',
    ({ world, params }: Call<Stripe.PaymentMethodListParams>) => {
      const { customer, type } = params
      if (customer) referencedCustomer(world, customer)
      return listPage(
        world.collections.paymentMethods,
        {
          url: '/v1/payment_methods',
          params,
          matches: (method) =>
            customer !== undefined && (type === undefined || method.type === type),
        },
        { field: 'customer', value: customer },
      )
    },
  ),
  route(
    'GET /v1/payment_methods/:id',
    'PaymentMethodRetrieveParams',
    ({ world, id }: Call<object>) => {
      const method = world.collections.paymentMethods.get(id)
      if (!method) throw noSuchObject('PaymentMethod', id, 'payment_method')
      return method
    },
  ),
  route(
    'POST /v1/payment_methods/:id/attach',
    'PaymentMethodAttachParams',
    ({ world, id, params }: Call<Stripe.PaymentMethodAttachParams>) => {
      const customer = referencedCustomer(world, params.customer ?? '')
      return attachPaymentMethod(
        world,
        requirePaymentMethod(world, id, 'payment_method'),
        customer.id,
      )
    },
  ),
  route('POST /v1/payment_methods/:id/detach', 'PaymentMethodDetachParams', detachPaymentMethod),
  route(
    'GET /v1/customers/:id/payment_methods',
    'CustomerListPaymentMethodsParams',
    ({ world, id, params }: Call<Stripe.CustomerListPaymentMethodsParams>) => {
      requireCustomer(world, id)
      return listPage(
        world.collections.paymentMethods,
        {
          url: `/v1/customers/${id}/payment_methods`,
          params,
          matches: (method) => params.type === undefined || method.type === params.type,
        },
        { field: 'customer', value: id },
      )
    },
  ),
  route(
    'GET /v1/customers/:id/payment_methods/:id',
    'CustomerRetrievePaymentMethodParams',
    ({ world, ids: [customer, id] }: Call<object>) => {
      const method = world.collections.paymentMethods.get(id!)
      if (!method || method.customer !== customer)
        throw noSuchObject('PaymentMethod', id!, 'payment_method')
      return method
    },
  ),
]

/** A payment method by id, or a new one for a predefined id such as `pm_card_visa`. */
export function requirePaymentMethod(
  world: World,
  id: string,
  param = 'payment_method',
): Stripe.PaymentMethod {
  const method = world.collections.paymentMethods.get(id)
  if (method) return method
  const card = cardFromToken(id, new Date(world.now() * 1000))
  if (!card) throw noSuchReference('PaymentMethod', id, param)
  return createPaymentMethod(world, card, emptyBillingDetails())
}

export const emptyBillingDetails = (): BillingDetails => ({
  address: emptyAddress(),
  email: null,
  name: null,
  phone: null,
  tax_id: null,
})

/** The public details of a card, in a payment method and a confirmation token's preview. */
export function cardDetails(card: Card): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
    country: card.country,
    display_brand: card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: cardFingerprint(card),
    funding: card.funding,
    generated_from: null,
    last4: card.last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

export const cardFingerprint = (card: Card): string =>
  hash('sha1', `${card.brand}${card.last4}${JSON.stringify(card.behaviour)}`, 'base64url')
    .replaceAll(/[-_]/g, '0')
    .slice(0, 16)

export function createPaymentMethod(
  world: World,
  card: Card,
  billing: BillingDetails,
): Stripe.PaymentMethod {
  const id = newId('pm', 24)
  world.collections.cardsOnFile.save({ id, card })
  return world.collections.paymentMethods.save({
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: cardDetails(card),
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  })
}

export function attachPaymentMethod(
  world: World,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  if (method.customer === customer) return method
  if (method.customer) {
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
      {
        param: 'payment_method',
      },
    )
  }
  method.customer = customer
  world.collections.paymentMethods.save(method)
  world.events.emit('payment_method.attached', method)
  return method
}

function detachPaymentMethod({ world, id }: Call<object>): Stripe.PaymentMethod {
  const method = world.collections.paymentMethods.get(id)
  if (!method) throw noSuchObject('PaymentMethod', id, 'payment_method')
  if (!method.customer) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      { param: 'payment_method' },
    )
  }
  const previous = { customer: method.customer }
  method.customer = null
  world.collections.paymentMethods.save(method)
  world.events.emit('payment_method.detached', method, previous)
  return method
}
