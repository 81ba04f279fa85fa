import type Stripe from 'stripe'

import { invalidParams, noSuchObject, noSuchReference, notSupported } from './errors.ts'
import { newId, randomText } from './ids.ts'
import { listPage, withinCreated } from './pagination.ts'
import { route, type Call } from './route.ts'
import { filledAddress, isEmail, mergedMetadata, orNull, previousValues } from './values.ts'
import type { World } from './world.ts'

export const customerRoutes = [
  route(
    'POST /v1/customers',
    'CustomerCreateParams',
    ({ world, params }: Call<Stripe.CustomerCreateParams>) => createCustomer(world, params),
  ),
  route(
    'GET /v1/customers',
    'CustomerListParams',
    ({ world, params }: Call<Stripe.CustomerListParams>) =>
      listPage(
        world.collections.customers,
        {
          url: '/v1/customers',
          params,
          matches: (customer) =>
            !customer.deleted && withinCreated(customer.created ?? 0, params.created),
        },
        params.email === undefined ? undefined : { field: 'email', value: params.email },
      ),
  ),
  route('GET /v1/customers/:id', 'CustomerRetrieveParams', ({ world, id }: Call<object>) => {
    const customer = world.collections.customers.get(id)
    if (!customer) throw noSuchObject('customer', id)
    return customer
  }),
  route('POST /v1/customers/:id', 'CustomerUpdateParams', updateCustomer),
  route('DELETE /v1/customers/:id', 'CustomerDeleteParams', ({ world, id }: Call<object>) => {
    const customer = requireCustomer(world, id)
    world.events.emit('customer.deleted', customer)
    return world.collections.customers.save({ id, object: 'customer', deleted: true })
  }),
]

/** The customer of the path; 404 when it is deleted. */
export function requireCustomer(world: World, id: string): Stripe.Customer {
  const customer = world.collections.customers.get(id)
  if (!customer || customer.deleted) throw noSuchObject('customer', id)
  return customer
}

/** The customer a parameter names. */
export function referencedCustomer(world: World, id: string): Stripe.Customer {
  const customer = world.collections.customers.get(id)
  if (!customer || customer.deleted) throw noSuchReference('customer', id, 'customer')
  return customer
}

export function createCustomer(world: World, params: Stripe.CustomerCreateParams): Stripe.Customer {
  if (params.payment_method) throw notSupported('a payment method here', 'payment_method')
  checkEmail(params.email)
  const id = newId('cus', 14)
  const customer: Stripe.Customer = {
    id,
    object: 'customer',
    address: params.address ? filledAddress(params.address) : null,
    balance: params.balance ?? 0,
    created: world.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: params.invoice_prefix ?? randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: params.shipping ? filledShipping(params.shipping) : null,
    tax_exempt: params.tax_exempt || 'none',
    test_clock: null,
  }
  if (params.individual_name) customer.individual_name = params.individual_name
  if (params.business_name) customer.business_name = params.business_name
  world.collections.customers.save(customer)
  world.events.emit('customer.created', customer)
  return customer
}

function updateCustomer({ world, id, params }: Call<Stripe.CustomerUpdateParams>): Stripe.Customer {
  const customer = requireCustomer(world, id)
  checkEmail(params.email)
  const changes: Partial<Stripe.Customer> = {}
  for (const field of [
    'balance',
    'description',
    'email',
    'name',
    'phone',
    'preferred_locales',
  ] as const) {
    if (params[field] !== undefined) Object.assign(changes, { [field]: orNull(params[field]) })
  }
  if (params.address !== undefined)
    changes.address = params.address ? filledAddress(params.address) : null
  if (params.shipping !== undefined)
    changes.shipping = params.shipping ? filledShipping(params.shipping) : null
  if (params.tax_exempt !== undefined) changes.tax_exempt = params.tax_exempt || 'none'
  if (params.metadata !== undefined)
    changes.metadata = mergedMetadata(customer.metadata, params.metadata)
  const defaultMethod = params.invoice_settings?.default_payment_method
  if (defaultMethod !== undefined) {
    changes.invoice_settings = {
      ...customer.invoice_settings,
      default_payment_method: defaultMethod || null,
    }
  }
  const previous = previousValues(customer, changes)
  Object.assign(customer, changes)
  world.collections.customers.save(customer)
  if (Object.keys(previous).length > 0) world.events.emit('customer.updated', customer, previous)
  return customer
}

function checkEmail(email: string | undefined) {
  if (email === undefined || isEmail(email)) return
  throw invalidParams(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' })
}

function filledShipping(shipping: Stripe.CustomerCreateParams.Shipping): Stripe.Customer.Shipping {
  return {
    address: filledAddress(shipping.address),
    name: shipping.name,
    phone: shipping.phone ?? null,
  }
}
