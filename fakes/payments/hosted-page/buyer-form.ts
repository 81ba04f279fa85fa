import type Stripe from 'stripe'

import type { BuyerDraft } from '#fakes/payments/checkout-session-details.ts'
import { readTypedCard, type CardFields } from '#fakes/payments/typed-card.ts'
import { isEmail } from '#fakes/payments/values.ts'

/** The form fields of the payment page in page order. */
export const fieldNames = [
  'email',
  'phone',
  'shipping_name',
  'shipping_country',
  'shipping_line1',
  'shipping_line2',
  'shipping_city',
  'shipping_state',
  'shipping_postal_code',
  'shipping_rate',
  'card',
  'expiry',
  'cvc',
  'name',
  'line1',
  'line2',
  'city',
  'state',
  'country',
  'postal_code',
  'terms',
] as const

export type FieldName = (typeof fieldNames)[number]

const cardFields: readonly string[] = ['card', 'expiry', 'cvc']

export type FieldErrors = Partial<Record<FieldName, string>>

export type BuyerForm = {
  email: string
  phone: string | null
  name: string
  billing: Stripe.Address
  shipping: { name: string; address: Stripe.Address } | null
  shippingRate: string | null
  terms: boolean
  card: CardFields
}

/** The typed values without the card, which is never stored. */
export function draftOf(typed: URLSearchParams): BuyerDraft {
  const draft: BuyerDraft = {}
  for (const name of fieldNames) {
    const value = typed.get(name)
    if (value !== null && !cardFields.includes(name)) draft[name] = value.slice(0, 500)
  }
  return draft
}

type Session = Stripe.Checkout.Session

/** Reads the payment form; returns a message for each invalid field. */
export function readBuyerForm(
  session: Session,
  typed: URLSearchParams,
  now: Date,
): { ok: true; form: BuyerForm } | { ok: false; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const text = (name: FieldName) => (typed.get(name) ?? '').trim()
  const needed = (name: FieldName, sentence: string) => {
    if (text(name) === '') errors[name] = sentence
    return text(name)
  }
  const email = session.customer_details?.email ?? session.customer_email ?? text('email')
  if (!email) errors.email = 'Enter your email.'
  else if (!isEmail(email)) errors.email = 'Your email is incomplete.'
  if (session.phone_number_collection?.enabled) needed('phone', 'Enter your phone number.')

  const card = readTypedCard({ card: text('card'), expiry: text('expiry'), cvc: text('cvc') }, now)
  if (!card.ok) for (const error of card.errors) errors[error.field] ??= error.message
  const name = needed('name', 'Enter the name on the card.')
  if (session.billing_address_collection === 'required') {
    needed('line1', 'Enter the billing address.')
    needed('city', 'Enter the city.')
    needed('postal_code', 'Enter the ZIP.')
  }

  const shipping = session.shipping_address_collection
    ? readShipping(session, text, needed, errors)
    : null
  const shippingRate = text('shipping_rate') || null
  if (
    shippingRate &&
    !session.shipping_options.some((option) => option.shipping_rate === shippingRate)
  ) {
    errors.shipping_rate = 'Choose one of the shipping methods.'
  }
  const terms = typed.has('terms')
  if (session.consent_collection?.terms_of_service === 'required' && !terms) {
    errors.terms = 'You need to agree to the terms to go on.'
  }
  if (!card.ok || Object.keys(errors).length > 0) return { ok: false, errors }
  return {
    ok: true,
    form: {
      email,
      phone: text('phone') || null,
      name,
      billing: {
        city: text('city') || null,
        country: text('country') || 'US',
        line1: text('line1') || null,
        line2: text('line2') || null,
        postal_code: text('postal_code') || null,
        state: text('state') || null,
      },
      shipping,
      shippingRate,
      terms,
      card: card.fields,
    },
  }
}

type ReadText = (name: FieldName) => string
type ReadNeeded = (name: FieldName, sentence: string) => string

function readShipping(session: Session, text: ReadText, needed: ReadNeeded, errors: FieldErrors) {
  const allowed: string[] = session.shipping_address_collection!.allowed_countries
  const country = text('shipping_country') || allowed[0]!
  if (!allowed.includes(country))
    errors.shipping_country = 'This shop does not ship to that country.'
  const state =
    country === 'US' ? needed('shipping_state', 'Choose the state.') : text('shipping_state')
  return {
    name: needed('shipping_name', 'Enter the full name.'),
    address: {
      city: needed('shipping_city', 'Enter the city.'),
      country,
      line1: needed('shipping_line1', 'Enter the address.'),
      line2: text('shipping_line2') || null,
      postal_code: needed('shipping_postal_code', 'Enter the ZIP.'),
      state: state || null,
    },
  }
}
