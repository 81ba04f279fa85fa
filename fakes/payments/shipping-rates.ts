import type Stripe from 'stripe'

import { missingParam, noSuchObject, noSuchReference } from './errors.ts'
import { newId } from './ids.ts'
import { listPage, withinCreated } from './pagination.ts'
import { route, type Call } from './route.ts'
import { mergedMetadata } from './values.ts'
import type { World } from './world.ts'

export const shippingRateRoutes = [
  route(
    'POST /v1/shipping_rates',
    'ShippingRateCreateParams',
    ({ world, params }: Call<Stripe.ShippingRateCreateParams>) => createShippingRate(world, params),
  ),
  route(
    'GET /v1/shipping_rates',
    'ShippingRateListParams',
    ({ world, params }: Call<Stripe.ShippingRateListParams>) =>
      listPage(world.collections.shippingRates, {
        url: '/v1/shipping_rates',
        params,
        matches: (rate) =>
          (params.active === undefined || rate.active === params.active) &&
          (params.currency === undefined || rate.fixed_amount?.currency === params.currency) &&
          withinCreated(rate.created, params.created),
      }),
  ),
  route(
    'POST /v1/shipping_rates/:id',
    'ShippingRateUpdateParams',
    ({ world, id, params }: Call<Stripe.ShippingRateUpdateParams>) => {
      const rate = requireShippingRate(world, id)
      if (params.active !== undefined) rate.active = params.active
      if (params.metadata !== undefined)
        rate.metadata = mergedMetadata(rate.metadata, params.metadata)
      if (params.tax_behavior !== undefined) rate.tax_behavior = params.tax_behavior
      return world.collections.shippingRates.save(rate)
    },
  ),
]

function requireShippingRate(world: World, id: string): Stripe.ShippingRate {
  const rate = world.collections.shippingRates.get(id)
  if (!rate) throw noSuchObject('shipping_rate', id)
  return rate
}

export function referencedShippingRate(
  world: World,
  id: string,
  param: string,
): Stripe.ShippingRate {
  const rate = world.collections.shippingRates.get(id)
  if (!rate) throw noSuchReference('shipping_rate', id, param)
  return rate
}

export function createShippingRate(
  world: World,
  params: Stripe.ShippingRateCreateParams,
): Stripe.ShippingRate {
  if (!params.fixed_amount) throw missingParam('fixed_amount')
  const { minimum, maximum } = params.delivery_estimate ?? {}
  return world.collections.shippingRates.save({
    id: newId('shr', 24),
    object: 'shipping_rate',
    active: true,
    created: world.now(),
    delivery_estimate: params.delivery_estimate
      ? { minimum: minimum ?? null, maximum: maximum ?? null }
      : null,
    display_name: params.display_name,
    fixed_amount: {
      amount: params.fixed_amount.amount,
      currency: params.fixed_amount.currency.toLowerCase(),
    },
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tax_code: params.tax_code ?? null,
    type: 'fixed_amount',
  } satisfies Stripe.ShippingRate)
}
