import type Stripe from 'stripe'

import { checkSessionParams } from './checkout-session-checks.ts'
import { currentSession, expireSession, setTotals } from './checkout-session-life.ts'
import { priceLines, shippingOptions } from './checkout-session-lines.ts'
import { referencedCustomer } from './customers.ts'
import { invalidRequest, noSuchObject, notSupported } from './errors.ts'
import { newSessionId } from './ids.ts'
import { listPage, withinCreated } from './pagination.ts'
import { route, type Call } from './route.ts'
import { sessionLineItems } from './session-line-items.ts'
import { mergedMetadata } from './values.ts'
import type { World } from './world.ts'

type Session = Stripe.Checkout.Session
type CreateParams = Stripe.Checkout.SessionCreateParams

const lastsSeconds = 24 * 60 * 60
const smallestCharge = 50

export const checkoutSessionRoutes = [
  route('POST /v1/checkout/sessions', 'SessionCreateParams', createSession),
  route('GET /v1/checkout/sessions', 'SessionListParams', listSessions),
  route('GET /v1/checkout/sessions/:id', 'SessionRetrieveParams', ({ world, id }: Call<object>) =>
    requireSession(world, id),
  ),
  route(
    'POST /v1/checkout/sessions/:id/expire',
    'SessionExpireParams',
    ({ world, id }: Call<object>) => {
      const session = requireSession(world, id)
      if (session.status !== 'open') {
        throw invalidRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        )
      }
      expireSession(world, session)
      return session
    },
  ),
  route(
    'GET /v1/checkout/sessions/:id/line_items',
    'SessionListLineItemsParams',
    ({ world, id, params }: Call<Stripe.Checkout.SessionListLineItemsParams>) => {
      requireSession(world, id)
      return sessionLineItems(world, id, params)
    },
  ),
]

function requireSession(world: World, id: string): Session {
  const session = currentSession(world, id)
  if (!session) throw noSuchObject('checkout.session', id, 'session')
  return session
}

function createSession({ world, params }: Call<CreateParams>): Session {
  const now = world.now()
  checkSessionParams(params, now)
  const customer = params.customer === undefined ? null : referencedCustomer(world, params.customer)
  const lines = priceLines(world, params.line_items!)
  const currency = lines[0]!.currency
  const shipping = shippingOptions(world, params.shipping_options, currency)
  const id = newSessionId()
  const session = newSession(world, id, params, currency)
  session.shipping_options = shipping
  setTotals(session, lines, shipping[0] ?? null)
  const total = session.amount_total!
  if (total === 0) throw notSupported('sessions with nothing to pay', 'line_items')
  if (total < smallestCharge) {
    throw invalidRequest("The Checkout Session's total amount must convert to at least 50 cents.", {
      code: 'amount_too_small',
    })
  }
  const email = customer?.email ?? params.customer_email ?? null
  if (email !== null) {
    session.customer_details = {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name: null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: null,
    }
  }
  world.collections.sessionDetails.save({
    id,
    lines,
    intentData: params.payment_intent_data ?? {},
    customerUpdate: params.customer_update ?? {},
    draft: {},
  })
  return world.collections.sessions.save(session)
}

function newSession(world: World, id: string, params: CreateParams, currency: string): Session {
  const now = world.now()
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: 0,
    amount_total: 0,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: params.consent_collection
      ? {
          payment_method_reuse_agreement:
            params.consent_collection.payment_method_reuse_agreement ?? null,
          promotions: params.consent_collection.promotions ?? 'none',
          terms_of_service: params.consent_collection.terms_of_service ?? 'none',
        }
      : null,
    created: now,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: params.custom_text?.after_submit || null,
      shipping_address: params.custom_text?.shipping_address || null,
      submit: params.custom_text?.submit || null,
      terms_of_service_acceptance: params.custom_text?.terms_of_service_acceptance || null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: params.customer ? null : (params.customer_creation ?? 'if_required'),
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: params.expires_at ?? now + lastsSeconds,
    integration_identifier: params.integration_identifier ?? null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: { enabled: false },
    metadata: mergedMetadata({}, params.metadata),
    mode: 'payment',
    origin_context: params.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: params.customer
      ? {
          allow_redisplay_filters: ['always'],
          payment_method_remove: 'disabled',
          payment_method_save: null,
        }
      : null,
    setup_intent: null,
    shipping_address_collection: params.shipping_address_collection ?? null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `${world.settings.publicUrl}/c/pay/${id}`,
    wallet_options: null,
  }
}

function listSessions({ world, params }: Call<Stripe.Checkout.SessionListParams>) {
  const { customer, payment_intent: intent, status, customer_details: buyer } = params
  return listPage(
    world.collections.sessions,
    {
      url: '/v1/checkout/sessions',
      params,
      matches: (session) =>
        (customer === undefined || session.customer === customer) &&
        (status === undefined || session.status === status) &&
        (buyer === undefined || session.customer_details?.email === buyer.email) &&
        params.subscription === undefined &&
        params.payment_link === undefined &&
        withinCreated(session.created, params.created),
    },
    intent
      ? { field: 'payment_intent', value: intent }
      : customer
        ? { field: 'customer', value: customer }
        : undefined,
  )
}
