import type Stripe from 'stripe'

import { html, raw, type Html } from '#fakes/http/html.ts'
import type { SessionDetails, SessionLine } from '#fakes/payments/checkout-session-details.ts'
import type { World } from '#fakes/payments/world.ts'
import { merchantName } from '#fakes/settings.ts'

import { shownAmount } from './money.ts'

type Summary = {
  world: World
  session: Stripe.Checkout.Session
  details: SessionDetails
}

export function orderSummary({ world, session, details }: Summary): Html {
  const currency = session.currency!
  const shipping = session.shipping_cost
  const rate = shipping && world.collections.shippingRates.get(shipping.shipping_rate as string)
  const given = details.intentData.shipping
  return html` <header>
      <p class="provider">
        <span class="mark" aria-hidden="true"></span>Demo payments
        <span class="badge">Fake</span>
      </p>
      ${session.cancel_url ? html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←</span> Back to ${merchantName}</a>` : ''}
    </header>
    <p class="quiet">Pay ${merchantName}</p>
    <p class="total" data-total>${shownAmount(session.amount_total!, currency)}</p>
    <ul class="lines">
      ${details.lines.map((line) => orderLine(world, line))}
    </ul>
    <dl class="sums">
      <div>
        <dt>Subtotal</dt>
        <dd>${shownAmount(session.amount_subtotal!, currency)}</dd>
      </div>
      ${
        shipping
          ? html`<div>
              <dt>
                Shipping${rate ? html` <span class="quiet">(${rate.display_name})</span>` : ''}
              </dt>
              <dd data-shipping>
                ${shipping.amount_total === 0 ? 'Free' : shownAmount(shipping.amount_total, currency)}
              </dd>
            </div>`
          : ''
      }
      ${taxSums(world, details, currency)}
      <div class="due">
        <dt>Total due</dt>
        <dd data-total>${shownAmount(session.amount_total!, currency)}</dd>
      </div>
    </dl>
    ${
      given
        ? html`<section class="shipto" aria-labelledby="shipto">
            <h2 id="shipto">Ships to</h2>
            <p>${given.name}<br />${addressLines(given.address)}</p>
          </section>`
        : ''
    }
    <p class="demo">
      This is a demonstration: a fake server for the card payment provider. No real card is charged,
      and none should be typed here.
    </p>`
}

const parcel = raw(
  '<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"><path d="M4 8.5 12 4l8 4.5v7.5L12 20.5 4 16V8.500Zm0 0 8 4.500m0 0 8-4.500m-8 4.500v7.500"/></svg>',
)

function orderLine(world: World, line: SessionLine): Html {
  const price = world.collections.prices.get(line.price)
  const product = world.collections.products.get(String(price?.product))
  const image = product && !product.deleted ? product.images[0] : undefined
  const description = product && !product.deleted ? product.description : null
  return html`<li>
    ${image ? html`<img src="${image}" alt="" width="48" height="48" loading="lazy" />` : html`<span class="image" aria-hidden="true">${parcel}</span>`}
    <div>
      <p>${line.description}</p>
      ${description ? html`<p class="quiet">${description}</p>` : ''}
      <p class="quiet">
        Qty
        ${line.quantity}${line.quantity > 1 ? ` · ${shownAmount(price?.unit_amount ?? 0, line.currency)} each` : ''}
      </p>
    </div>
    <p>${shownAmount(line.amountSubtotal, line.currency)}</p>
  </li>`
}

/** One row per tax rate, summed over all lines. */
function taxSums(world: World, details: SessionDetails, currency: string): Html[] {
  const sums = new Map<string, number>()
  for (const { taxes } of details.lines) {
    for (const { rate, amount } of taxes) sums.set(rate, (sums.get(rate) ?? 0) + amount)
  }
  return [...sums].map(([id, amount]) => {
    const rate = world.collections.taxRates.get(id)!
    const label = `${rate.display_name} (${rate.percentage}%${rate.inclusive ? ' incl.' : ''})`
    return html`<div>
      <dt>${label}</dt>
      <dd>${shownAmount(amount, currency)}</dd>
    </div>`
  })
}

function addressLines(address: Stripe.AddressParam): Html {
  const town = [address.city, [address.state, address.postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return html`${address.line1}${address.line2 ? html`, ${address.line2}` : ''}<br />${town}${address.country ? html` · ${address.country}` : ''}`
}
