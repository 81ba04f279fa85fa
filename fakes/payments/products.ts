import type Stripe from 'stripe'

import { invalidRequest, noSuchObject, noSuchReference, notSupported } from './errors.ts'
import { newId } from './ids.ts'
import { listPage, withinCreated } from './pagination.ts'
import { route, type Call } from './route.ts'
import { mergedMetadata, orNull, previousValues } from './values.ts'
import type { World } from './world.ts'

export const productRoutes = [
  route(
    'POST /v1/products',
    'ProductCreateParams',
    ({ world, params }: Call<Stripe.ProductCreateParams>) => {
      if (params.default_price_data) throw notSupported('default prices', 'default_price_data')
      return createProduct(world, params)
    },
  ),
  route(
    'GET /v1/products',
    'ProductListParams',
    ({ world, params }: Call<Stripe.ProductListParams>) =>
      listPage(world.collections.products, {
        url: '/v1/products',
        params,
        matches: (product) =>
          !product.deleted &&
          (params.active === undefined || product.active === params.active) &&
          (params.ids === undefined || params.ids.includes(product.id)) &&
          (params.shippable === undefined || product.shippable === params.shippable) &&
          (params.url === undefined || product.url === params.url) &&
          withinCreated(product.created, params.created),
      }),
  ),
  route('POST /v1/products/:id', 'ProductUpdateParams', updateProduct),
  route('DELETE /v1/products/:id', 'ProductDeleteParams', ({ world, id }: Call<object>) => {
    const product = requireProduct(world, id)
    for (const price of world.collections.prices.newestFirst({ field: 'product', value: id })) {
      throw invalidRequest(
        `This product cannot be deleted because it has one or more user-created prices (${price.id}).`,
      )
    }
    world.events.emit('product.deleted', product)
    return world.collections.products.save({ id, object: 'product', deleted: true })
  }),
]

function requireProduct(world: World, id: string): Stripe.Product {
  const product = world.collections.products.get(id)
  if (!product || product.deleted) throw noSuchObject('product', id)
  return product
}

export function referencedProduct(world: World, id: string, param: string): Stripe.Product {
  const product = world.collections.products.get(id)
  if (!product || product.deleted) throw noSuchReference('product', id, param)
  return product
}

type NewProduct = Omit<Stripe.ProductCreateParams, 'default_price_data' | 'expand' | 'type'>

export function createProduct(world: World, params: NewProduct): Stripe.Product {
  const id = params.id ?? newId('prod', 14)
  if (world.collections.products.get(id)) {
    throw invalidRequest('Product already exists.', {
      code: 'resource_already_exists',
      param: 'id',
    })
  }
  const now = world.now()
  const product: Stripe.Product = {
    id,
    object: 'product',
    active: params.active ?? true,
    created: now,
    default_price: null,
    description: params.description ?? null,
    images: params.images ?? [],
    livemode: false,
    marketing_features: params.marketing_features ?? [],
    metadata: mergedMetadata({}, params.metadata),
    name: params.name,
    package_dimensions: params.package_dimensions ?? null,
    shippable: params.shippable ?? null,
    statement_descriptor: params.statement_descriptor ?? null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: params.unit_label ?? null,
    updated: now,
    url: params.url ?? null,
  }
  world.collections.products.save(product)
  world.events.emit('product.created', product)
  return product
}

const plainFields = [
  'active',
  'default_price',
  'description',
  'name',
  'package_dimensions',
  'shippable',
  'statement_descriptor',
  'tax_code',
  'unit_label',
  'url',
] as const

function updateProduct({ world, id, params }: Call<Stripe.ProductUpdateParams>): Stripe.Product {
  const product = requireProduct(world, id)
  const changes: Partial<Stripe.Product> = {}
  for (const field of plainFields) {
    if (params[field] !== undefined) Object.assign(changes, { [field]: orNull(params[field]) })
  }
  if (params.images !== undefined) changes.images = params.images || []
  if (params.metadata !== undefined)
    changes.metadata = mergedMetadata(product.metadata, params.metadata)
  const previous = previousValues(product, changes)
  Object.assign(product, changes, { updated: world.now() })
  world.collections.products.save(product)
  if (Object.keys(previous).length > 0) world.events.emit('product.updated', product, previous)
  return product
}
