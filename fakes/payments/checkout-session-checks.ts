import type Stripe from 'stripe'

import { invalidRequest, missingParam, notSupported } from './errors.ts'
import { isEmail } from './values.ts'

type Params = Stripe.Checkout.SessionCreateParams

const shortestSeconds = 30 * 60
const longestSeconds = 24 * 60 * 60
const mostShippingOptions = 5
const mostLines = 100

/** Refuses session parameters that Stripe refuses or that this fake server does not implement. */
export function checkSessionParams(params: Params, now: number): void {
  if (params.mode === undefined) throw missingParam('mode')
  checkStoodIn(params)
  checkUrl(params.success_url, 'success_url')
  if (params.success_url === undefined) throw missingParam('success_url')
  checkUrl(params.cancel_url, 'cancel_url')
  if (!params.line_items || params.line_items.length === 0) throw missingParam('line_items')
  if (params.line_items.length > mostLines) throw tooMany('line_items', mostLines)
  checkExpiry(params.expires_at, now)
  notBesideCustomer(params, 'customer_email')
  notBesideCustomer(params, 'customer_creation')
  if (params.customer_email !== undefined && !isEmail(params.customer_email)) {
    throw invalidRequest(`Invalid email address: ${params.customer_email}`, {
      code: 'email_invalid',
      param: 'customer_email',
    })
  }
  if (params.customer_update && !params.customer) {
    throw invalidRequest('`customer_update` can only be used with `customer`.', {
      param: 'customer_update',
    })
  }
  if (params.payment_intent_data?.shipping && params.shipping_address_collection) {
    throw invalidRequest(
      'You may only specify one of these parameters: payment_intent_data[shipping], shipping_address_collection.',
      { param: 'shipping_address_collection' },
    )
  }
  if ((params.shipping_options?.length ?? 0) > mostShippingOptions) {
    throw tooMany('shipping_options', mostShippingOptions)
  }
  if (params.client_reference_id !== undefined && params.client_reference_id.length > 200) {
    throw invalidRequest('Invalid string: client_reference_id must be at most 200 characters', {
      param: 'client_reference_id',
    })
  }
}

const tooMany = (param: string, most: number) =>
  invalidRequest(`Array ${param} exceeded maximum ${most} allowed elements.`, {
    code: 'parameter_invalid_range',
    param,
  })

function notBesideCustomer(params: Params, param: keyof Params) {
  if (params.customer === undefined || params[param] === undefined) return
  throw invalidRequest(`You may only specify one of these parameters: customer, ${param}.`, {
    param,
  })
}

function checkUrl(url: string | undefined, param: string) {
  if (url === undefined) return
  const parsed = URL.parse(url)
  if (parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:')) return
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param })
}

function checkExpiry(expiresAt: number | undefined, now: number) {
  if (expiresAt === undefined) return
  if (expiresAt < now + shortestSeconds) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    )
  }
  if (expiresAt > now + longestSeconds) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      {
        param: 'expires_at',
      },
    )
  }
}

function checkStoodIn(params: Params) {
  if (params.mode !== 'payment') throw notSupported(`sessions of mode ${params.mode}`, 'mode')
  if (params.ui_mode !== undefined && params.ui_mode !== 'hosted_page') {
    throw notSupported(`sessions with ui_mode ${params.ui_mode}`, 'ui_mode')
  }
  const unsupported: [keyof Params, boolean][] = [
    ['after_expiration', params.after_expiration !== undefined],
    ['allow_promotion_codes', params.allow_promotion_codes === true],
    ['automatic_tax', params.automatic_tax?.enabled === true],
    ['custom_fields', (params.custom_fields?.length ?? 0) > 0],
    ['discounts', (params.discounts?.length ?? 0) > 0],
    ['invoice_creation', params.invoice_creation?.enabled === true],
    ['managed_payments', params.managed_payments?.enabled === true],
    ['name_collection', params.name_collection !== undefined],
    ['optional_items', (params.optional_items?.length ?? 0) > 0],
    ['permissions', params.permissions !== undefined],
    ['return_url', params.return_url !== undefined],
    ['setup_intent_data', params.setup_intent_data !== undefined],
    ['subscription_data', params.subscription_data !== undefined],
    ['tax_id_collection', params.tax_id_collection?.enabled === true],
  ]
  for (const [name, present] of unsupported) if (present) throw notSupported(`\`${name}\``, name)
  const adjustable = params.line_items?.findIndex((line) => line.adjustable_quantity?.enabled) ?? -1
  if (adjustable >= 0) {
    throw notSupported(
      'quantities the buyer changes',
      `line_items[${adjustable}][adjustable_quantity]`,
    )
  }
}
