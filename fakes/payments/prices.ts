import type Stripe from 'stripe'

import {
  invalidRequest,
  missingParam,
  noSuchObject,
  noSuchReference,
  notSupported,
} from './errors.ts'
import { newId } from './ids.ts'
import { listPage, withinCreated } from './pagination.ts'
import { createProduct, referencedProduct } from './products.ts'
import { route, type Call } from './route.ts'
import { mergedMetadata, orNull, previousValues } from './values.ts'
import type { Price, World } from './world.ts'

export const priceRoutes = [
  route(
    'POST /v1/prices',
    'PriceCreateParams',
    ({ world, params }: Call<Stripe.PriceCreateParams>) => createPrice(world, params),
  ),
  route('GET /v1/prices', 'PriceListParams', ({ world, params }: Call<Stripe.PriceListParams>) =>
    listPage(
      world.collections.prices,
      {
        url: '/v1/prices',
        params,
        matches: (price) =>
          (params.active === undefined || price.active === params.active) &&
          (params.currency === undefined || price.currency === params.currency) &&
          (params.type === undefined || price.type === params.type) &&
          (params.recurring === undefined || price.recurring !== null) &&
          (params.lookup_keys === undefined ||
            params.lookup_keys.includes(price.lookup_key ?? '')) &&
          withinCreated(price.created, params.created),
      },
      params.product === undefined ? undefined : { field: 'product', value: params.product },
    ),
  ),
  route('GET /v1/prices/:id', 'PriceRetrieveParams', ({ world, id }: Call<object>) =>
    requirePrice(world, id),
  ),
  route('POST /v1/prices/:id', 'PriceUpdateParams', updatePrice),
]

function requirePrice(world: World, id: string): Price {
  const price = world.collections.prices.get(id)
  if (!price) throw noSuchObject('price', id)
  return price
}

export function referencedPrice(world: World, id: string, param: string): Price {
  const price = world.collections.prices.get(id)
  if (!price) throw noSuchReference('price', id, param)
  return price
}

type PriceTerms = Pick<
  Stripe.PriceCreateParams,
  'currency' | 'unit_amount' | 'unit_amount_decimal' | 'product' | 'tax_behavior' | 'metadata'
>

/** Creates a one-time price; Stripe stores prices created inside a session as inactive. */
export function createPrice(
  world: World,
  params: PriceTerms & Partial<Stripe.PriceCreateParams>,
): Price {
  if (params.recurring) throw notSupported('recurring prices', 'recurring')
  if (params.billing_scheme === 'tiered' || params.tiers)
    throw notSupported('tiered prices', 'tiers')
  if (params.custom_unit_amount)
    throw notSupported('prices the customer chooses', 'custom_unit_amount')
  const amount = unitAmount(params)
  const lookupKey = params.lookup_key ?? null
  if (lookupKey) releaseLookupKey(world, lookupKey, params.transfer_lookup_key ?? false)
  const price: Price = {
    id: newId('price', 24),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey,
    metadata: mergedMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: productOf(world, params),
    recurring: null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  }
  world.collections.prices.save(price)
  if (price.active) world.events.emit('price.created', price)
  return price
}

function unitAmount(params: PriceTerms): number {
  const amount =
    params.unit_amount ?? (params.unit_amount_decimal && Number(String(params.unit_amount_decimal)))
  if (amount === undefined) throw missingParam('unit_amount')
  if (!Number.isInteger(amount))
    throw notSupported('amounts of less than a cent', 'unit_amount_decimal')
  if (Number(amount) < 0) {
    throw invalidRequest('Invalid non-negative integer', {
      code: 'parameter_invalid_integer',
      param: 'unit_amount',
    })
  }
  if (Number(amount) > 99_999_999) {
    throw invalidRequest('Invalid integer: must be less than or equal to 99999999', {
      param: 'unit_amount',
    })
  }
  return Number(amount)
}

function productOf(world: World, params: Partial<Stripe.PriceCreateParams>): string {
  if (params.product) return referencedProduct(world, params.product, 'product').id
  if (!params.product_data) throw missingParam('product')
  return createProduct(world, params.product_data).id
}

function releaseLookupKey(world: World, lookupKey: string, transfer: boolean, except?: string) {
  for (const price of world.collections.prices.newestFirst({
    field: 'lookup_key',
    value: lookupKey,
  })) {
    if (price.id === except || !price.active) continue
    if (!transfer) {
      throw invalidRequest(`A price (\`${price.id}\`) already uses that lookup key.`, {
        param: 'lookup_key',
      })
    }
    price.lookup_key = null
    world.collections.prices.save(price)
  }
}

function updatePrice({ world, id, params }: Call<Stripe.PriceUpdateParams>): Price {
  const price = requirePrice(world, id)
  const changes: Partial<Price> = {}
  if (params.active !== undefined) changes.active = params.active
  if (params.nickname !== undefined) changes.nickname = orNull(params.nickname)
  if (params.tax_behavior !== undefined) changes.tax_behavior = params.tax_behavior
  if (params.metadata !== undefined)
    changes.metadata = mergedMetadata(price.metadata, params.metadata)
  if (params.lookup_key !== undefined) {
    releaseLookupKey(world, params.lookup_key, params.transfer_lookup_key ?? false, id)
    changes.lookup_key = params.lookup_key
  }
  const previous = previousValues(price, changes)
  Object.assign(price, changes)
  world.collections.prices.save(price)
  if (Object.keys(previous).length > 0) world.events.emit('price.updated', price, previous)
  return price
}
