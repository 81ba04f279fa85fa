import type Stripe from 'stripe'

import { html, type Html } from '#fakes/http/html.ts'
import type { BuyerDraft } from '#fakes/payments/checkout-session-details.ts'
import type { World } from '#fakes/payments/world.ts'

import type { FieldErrors, FieldName } from './buyer-form.ts'
import { shownAmount } from './money.ts'
import { usStates } from './us-states.ts'

export type Typed = { values: BuyerDraft; errors: FieldErrors; session: Stripe.Checkout.Session }

type Field = {
  name: FieldName
  label: string
  type?: string
  autocomplete: string
  inputmode?: string
  placeholder?: string
}

function field({ values, errors }: Typed, { name, label, type = 'text', ...rest }: Field): Html {
  const error = errors[name]
  return html`<div class="field ${error ? 'wrong' : ''}">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${values[name] ?? ''}"
      autocomplete="${rest.autocomplete}"
      ${rest.inputmode ? html`inputmode="${rest.inputmode}"` : ''}
      ${rest.placeholder ? html`placeholder="${rest.placeholder}"` : ''}
      ${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''}
    />
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
  </div>`
}

function choice(
  { values, errors }: Typed,
  name: FieldName,
  label: string,
  options: [string, string][],
  first?: string,
): Html {
  const error = errors[name]
  const chosen = values[name] ?? first ?? ''
  return html`<div class="field ${error ? 'wrong' : ''}">
    <label for="${name}">${label}</label>
    <select
      id="${name}"
      name="${name}"
      ${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ''}
    >
      ${first === undefined ? html`<option value="">Choose…</option>` : ''}
      ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${text}</option>`)}
    </select>
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
  </div>`
}

export function contactSection(typed: Typed): Html {
  const prefilled = typed.session.customer_details?.email ?? typed.session.customer_email
  return html`<fieldset>
    <legend>Contact</legend>
    ${
      prefilled
        ? html`<p class="prefilled"><span class="quiet">Email</span> ${prefilled}</p>`
        : field(typed, { name: 'email', label: 'Email', type: 'email', autocomplete: 'email' })
    }
    ${
      typed.session.phone_number_collection?.enabled
        ? field(typed, { name: 'phone', label: 'Phone', type: 'tel', autocomplete: 'tel' })
        : ''
    }
  </fieldset>`
}

export function shippingSection(typed: Typed, world: World): Html {
  const collection = typed.session.shipping_address_collection
  return html`${collection ? shippingAddress(typed, collection.allowed_countries) : ''}${shippingMethods(typed, world)}`
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

function shippingAddress(typed: Typed, allowed: string[]): Html {
  const country = typed.values.shipping_country ?? allowed[0]!
  const note = typed.session.custom_text.shipping_address?.message
  return html`<fieldset>
    <legend>Shipping address</legend>
    ${field(typed, { name: 'shipping_name', label: 'Full name', autocomplete: 'shipping name' })}
    ${choice(
      typed,
      'shipping_country',
      'Country',
      allowed.map((code) => [code, countryNames.of(code) ?? code]),
      allowed[0],
    )}
    ${field(typed, { name: 'shipping_line1', label: 'Address', autocomplete: 'shipping address-line1' })}
    ${field(typed, { name: 'shipping_line2', label: 'Address line 2 (optional)', autocomplete: 'shipping address-line2' })}
    <div class="row">
      ${field(typed, { name: 'shipping_city', label: 'City', autocomplete: 'shipping address-level2' })}
      ${
        country === 'US'
          ? choice(typed, 'shipping_state', 'State', usStates)
          : field(typed, {
              name: 'shipping_state',
              label: 'State',
              autocomplete: 'shipping address-level1',
            })
      }
      ${field(typed, { name: 'shipping_postal_code', label: 'ZIP', autocomplete: 'shipping postal-code', inputmode: 'numeric' })}
    </div>
    ${note ? html`<p class="quiet">${note}</p>` : ''}
  </fieldset>`
}

function shippingMethods({ session, errors }: Typed, world: World): Html | '' {
  if (session.shipping_options.length < 2) return ''
  const chosen = session.shipping_cost?.shipping_rate
  return html`<fieldset id="shipping_rate">
    <legend>Shipping method</legend>
    ${errors.shipping_rate ? html`<p class="error">${errors.shipping_rate}</p>` : ''}
    <div class="methods">
      ${session.shipping_options.map((option) => {
        const rate = world.collections.shippingRates.get(option.shipping_rate as string)!
        const amount =
          option.shipping_amount === 0
            ? 'Free'
            : shownAmount(option.shipping_amount, session.currency!)
        const total =
          session.amount_total! - session.shipping_cost!.amount_total + option.shipping_amount
        return html`<label
          ><input
            type="radio"
            name="shipping_rate"
            value="${rate.id}"
            ${rate.id === chosen ? html`checked` : ''}
            data-amount="${amount}"
            data-cents="${total}"
            data-total-text="${shownAmount(total, session.currency!)}"
          />
          <span>${rate.display_name}${estimate(rate)}</span><span>${amount}</span></label
        >`
      })}
    </div>
    <noscript
      ><button type="submit" class="button" name="update" value="1">Update total</button></noscript
    >
  </fieldset>`
}

function estimate({ delivery_estimate: when }: Stripe.ShippingRate): Html | '' {
  const bounds = [when?.minimum, when?.maximum].filter(
    (bound) => bound !== null && bound !== undefined,
  )
  if (bounds.length === 0) return ''
  const unit = bounds.at(-1)!.unit.replace('_', ' ')
  return html`<br /><span class="quiet"
      >${bounds.map((bound) => bound.value).join('–')} ${unit}s</span
    >`
}

export function cardSection(typed: Typed): Html {
  const full = typed.session.billing_address_collection === 'required'
  const countries: [string, string][] = [
    'US',
    'CA',
    'AR',
    'GB',
    'ES',
    'FR',
    'DE',
    'IT',
    'MX',
    'BR',
    'AU',
  ].map((code) => [code, countryNames.of(code) ?? code])
  return html`<fieldset>
    <legend>Card</legend>
    ${field(typed, { name: 'card', label: 'Card number', autocomplete: 'cc-number', inputmode: 'numeric', placeholder: '1234 1234 1234 1234' })}
    <div class="row">
      ${field(typed, { name: 'expiry', label: 'Expires', autocomplete: 'cc-exp', inputmode: 'numeric', placeholder: 'MM / YY' })}
      ${field(typed, { name: 'cvc', label: 'Security code', autocomplete: 'cc-csc', inputmode: 'numeric', placeholder: 'CVC' })}
    </div>
    ${field(typed, { name: 'name', label: 'Name on card', autocomplete: 'cc-name' })}
    ${
      full
        ? html`${field(typed, { name: 'line1', label: 'Billing address', autocomplete: 'billing address-line1' })}
            ${field(typed, { name: 'line2', label: 'Address line 2 (optional)', autocomplete: 'billing address-line2' })}
            <div class="row">
              ${field(typed, { name: 'city', label: 'City', autocomplete: 'billing address-level2' })}
              ${field(typed, { name: 'state', label: 'State', autocomplete: 'billing address-level1' })}
            </div>`
        : ''
    }
    <div class="row">
      ${choice(typed, 'country', 'Country', countries, 'US')}
      ${field(typed, { name: 'postal_code', label: full ? 'ZIP' : 'ZIP (optional)', autocomplete: 'billing postal-code', inputmode: 'numeric' })}
    </div>
  </fieldset>`
}

export function termsSection({ session, errors, values }: Typed): Html | '' {
  if (session.consent_collection?.terms_of_service !== 'required') return ''
  const words =
    session.custom_text.terms_of_service_acceptance?.message ?? 'I agree to the terms of service.'
  return html`<div class="field ${errors.terms ? 'wrong' : ''}">
    <label class="tick"
      ><input
        type="checkbox"
        id="terms"
        name="terms"
        value="1"
        ${values.terms ? html`checked` : ''}
        ${errors.terms ? html`aria-invalid="true" aria-describedby="terms-error"` : ''}
      />
      <span>${words}</span></label
    >
    ${errors.terms ? html`<p class="error" id="terms-error">${errors.terms}</p>` : ''}
  </div>`
}
