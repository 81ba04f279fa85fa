import type Stripe from 'stripe'

import { closeInquiries } from './disputes.ts'
import { invalidRequest, missingParam, noSuchReference } from './errors.ts'
import { newRefund } from './new-refund.ts'
import { listPage, withinCreated } from './pagination.ts'
import { cancelPaymentIntent } from './payment-intent-life.ts'
import { route, type Call } from './route.ts'
import type { World } from './world.ts'

export const refundRoutes = [
  route('POST /v1/refunds', 'RefundCreateParams', createRefund),
  route(
    'GET /v1/refunds',
    'RefundListParams',
    ({ world, params }: Call<Stripe.RefundListParams>) => {
      const { charge, payment_intent: intent } = params
      return listPage(
        world.collections.refunds,
        {
          url: '/v1/refunds',
          params,
          matches: (refund) =>
            (intent === undefined || refund.payment_intent === intent) &&
            withinCreated(refund.created, params.created),
        },
        charge
          ? { field: 'charge', value: charge }
          : intent
            ? { field: 'payment_intent', value: intent }
            : undefined,
      )
    },
  ),
]

function chargeToRefund(world: World, params: Stripe.RefundCreateParams): Stripe.Charge {
  if (params.charge) {
    const charge = world.collections.charges.get(params.charge)
    if (!charge) throw noSuchReference('charge', params.charge, 'charge')
    return charge
  }
  if (!params.payment_intent) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const intent = world.collections.paymentIntents.get(params.payment_intent)
  if (!intent) throw noSuchReference('payment_intent', params.payment_intent, 'payment_intent')
  const charge = intent.latest_charge
    ? world.collections.charges.get(intent.latest_charge as string)
    : undefined
  if (!charge?.paid) {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      {
        param: 'payment_intent',
      },
    )
  }
  return charge
}

function createRefund({ world, params }: Call<Stripe.RefundCreateParams>): Stripe.Refund {
  const charge = chargeToRefund(world, params)
  if (params.amount !== undefined && params.amount <= 0) {
    throw invalidRequest('Invalid positive integer', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (charge.disputed) {
    const open = [
      ...world.collections.disputes.newestFirst({ field: 'charge', value: charge.id }),
    ][0]
    if (open && !open.is_charge_refundable) {
      throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      })
    }
  }
  if (!charge.captured) return releaseUncaptured(world, charge, params)
  // The part that was not captured counts as refunded.
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = params.amount ?? left
  if (amount > left) {
    throw invalidRequest(
      charge.amount_refunded > 0
        ? `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`
        : `Refund amount (${dollars(amount)}) is greater than charge amount (${dollars(left)})`,
      { param: 'amount' },
    )
  }
  const refund = newRefund(world, charge, amount, params)
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  world.collections.charges.save(charge)
  world.events.emit('charge.refunded', charge, previous)
  world.events.emit('refund.created', refund)
  world.events.emit('charge.refund.updated', refund)
  world.events.emit('refund.updated', refund, {})
  if (charge.refunded) closeInquiries(world, charge)
  return refund
}

/** A refund of an authorised, uncaptured payment cancels the payment. */
function releaseUncaptured(
  world: World,
  charge: Stripe.Charge,
  params: Stripe.RefundCreateParams,
): Stripe.Refund {
  if (params.amount !== undefined && params.amount !== charge.amount) {
    throw invalidRequest(
      'You cannot partially refund an uncaptured charge. Instead, capture less than the whole.',
      {
        param: 'amount',
      },
    )
  }
  const intent = world.collections.paymentIntents.get(charge.payment_intent as string)
  if (!intent) throw missingParam('payment_intent')
  cancelPaymentIntent(world, intent, 'requested_by_customer')
  return [...world.collections.refunds.newestFirst({ field: 'charge', value: charge.id })][0]!
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
