import type Stripe from 'stripe'

import { invalidRequest, noSuchObject, noSuchReference } from './errors.ts'
import { newId } from './ids.ts'
import { listPage, withinCreated } from './pagination.ts'
import { route, type Call } from './route.ts'
import { mergedMetadata } from './values.ts'
import type { World } from './world.ts'

export const taxRateRoutes = [
  route('POST /v1/tax_rates', 'TaxRateCreateParams', createTaxRate),
  route(
    'GET /v1/tax_rates',
    'TaxRateListParams',
    ({ world, params }: Call<Stripe.TaxRateListParams>) =>
      listPage(world.collections.taxRates, {
        url: '/v1/tax_rates',
        params,
        matches: (rate) =>
          (params.active === undefined || rate.active === params.active) &&
          (params.inclusive === undefined || rate.inclusive === params.inclusive) &&
          withinCreated(rate.created, params.created),
      }),
  ),
  route('GET /v1/tax_rates/:id', 'TaxRateRetrieveParams', ({ world, id }: Call<object>) =>
    requireTaxRate(world, id),
  ),
]

function requireTaxRate(world: World, id: string): Stripe.TaxRate {
  const rate = world.collections.taxRates.get(id)
  if (!rate) throw noSuchObject('tax_rate', id)
  return rate
}

export function referencedTaxRate(world: World, id: string, param: string): Stripe.TaxRate {
  const rate = world.collections.taxRates.get(id)
  if (!rate) throw noSuchReference('tax rate', id, param)
  return rate
}

function createTaxRate({ world, params }: Call<Stripe.TaxRateCreateParams>): Stripe.TaxRate {
  if (params.percentage < 0 || params.percentage > 100) {
    throw invalidRequest('Percentage must be between 0 and 100.', { param: 'percentage' })
  }
  const rate: Stripe.TaxRate = {
    id: newId('txr', 24),
    object: 'tax_rate',
    active: params.active ?? true,
    country: params.country ?? null,
    created: world.now(),
    description: params.description ?? null,
    display_name: params.display_name,
    effective_percentage: params.percentage,
    flat_amount: null,
    inclusive: params.inclusive,
    jurisdiction: params.jurisdiction ?? null,
    jurisdiction_level: null,
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    percentage: params.percentage,
    rate_type: 'percentage',
    state: params.state ?? null,
    tax_type: params.tax_type ?? null,
  }
  world.collections.taxRates.save(rate)
  world.events.emit('tax_rate.created', rate)
  return rate
}
