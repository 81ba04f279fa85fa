import type Stripe from 'stripe'

import type { Provider } from './provider.ts'

/** The provider objects that the shop's setup creates. */
export type Shop = {
  malbec: string
  californiaTax: string
  ground: string
  overnight: string
  customer: string
}

export async function createShop({ stripe }: Provider): Promise<Shop> {
  const product = await stripe.products.create({ name: '2022 Malbec, case of 3' })
  const [malbec, californiaTax, ground, overnight, customer] = await Promise.all([
    stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 45_000 }),
    stripe.taxRates.create({
      display_name: 'California sales tax',
      percentage: 7.25,
      inclusive: false,
    }),
    stripe.shippingRates.create({
      display_name: 'Ground',
      type: 'fixed_amount',
      fixed_amount: { amount: 3500, currency: 'usd' },
    }),
    stripe.shippingRates.create({
      display_name: 'Overnight',
      type: 'fixed_amount',
      fixed_amount: { amount: 9000, currency: 'usd' },
    }),
    stripe.customers.create({ email: 'ana@example.com', name: 'Ana Buyer' }),
  ])
  return {
    malbec: malbec.id,
    californiaTax: californiaTax.id,
    ground: ground.id,
    overnight: overnight.id,
    customer: customer.id,
  }
}

export const checkoutOf = (shop: Shop): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  customer: shop.customer,
  line_items: [{ price: shop.malbec, quantity: 1, tax_rates: [shop.californiaTax] }],
  shipping_options: [{ shipping_rate: shop.ground }],
  success_url: 'http://shop.test/succes?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.test/members',
})

/** Fills in and submits the payment page. */
export const payPage = (url: string, fields: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      card: '4242 4242 4242 4242',
      expiry: '12 / 40',
      cvc: '123',
      name: 'Ana Buyer',
      ...fields,
    }),
  })
