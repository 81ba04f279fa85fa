import type Stripe from 'stripe'

import { taxedAmount } from './amounts.ts'
import type { SessionLine } from './checkout-session-details.ts'
import { invalidRequest, missingParam } from './errors.ts'
import { newId } from './ids.ts'
import { createPrice, referencedPrice } from './prices.ts'
import { createProduct } from './products.ts'
import { createShippingRate, referencedShippingRate } from './shipping-rates.ts'
import { referencedTaxRate } from './tax-rates.ts'
import type { Price, World } from './world.ts'

type LineParams = Stripe.Checkout.SessionCreateParams.LineItem

/** Prices the lines of a new session, in one currency, with taxes per line. */
export function priceLines(world: World, items: LineParams[]): SessionLine[] {
  const lines = items.map((item, at) => priceLine(world, item, `line_items[${at}]`))
  const currency = lines[0]!.currency
  const other = lines.findIndex((line) => line.currency !== currency)
  if (other >= 0) {
    throw invalidRequest(
      `The price specified only supports \`${lines[other]!.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      { param: `line_items[${other}][price]` },
    )
  }
  return lines
}

function priceLine(world: World, item: LineParams, at: string): SessionLine {
  if (item.quantity === undefined) {
    throw invalidRequest(`Quantity is required. Add \`quantity\` to \`${at}\``, {
      code: 'parameter_missing',
      param: `${at}[quantity]`,
    })
  }
  if (item.quantity < 1) {
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: `${at}[quantity]`,
    })
  }
  const price = priceOf(world, item, at)
  const product = world.collections.products.get(price.product as string)
  const rates = (item.tax_rates ?? []).map((id, index) =>
    referencedTaxRate(world, id, `${at}[tax_rates][${index}]`),
  )
  const inactive = rates.findIndex((rate) => !rate.active)
  if (inactive >= 0) {
    throw invalidRequest(
      'The tax rate specified is inactive. This field only accepts active tax rates.',
      {
        param: `${at}[tax_rates][${inactive}]`,
      },
    )
  }
  const amount = taxedAmount(price.unit_amount! * item.quantity, rates)
  return {
    id: newId('li', 24),
    price: price.id,
    description: product && !product.deleted ? product.name : 'Item',
    quantity: item.quantity,
    currency: price.currency,
    amountSubtotal: amount.subtotal,
    amountTax: amount.tax,
    amountTotal: amount.total,
    taxes: amount.taxes,
    metadata: (item.metadata ?? {}) as Stripe.Metadata,
  }
}

function priceOf(world: World, item: LineParams, at: string): Price {
  if (item.price !== undefined && item.price_data !== undefined) {
    throw invalidRequest(
      `You may only specify one of these parameters: ${at}[price], ${at}[price_data].`,
      {
        param: at,
      },
    )
  }
  if (item.price !== undefined) {
    const price = referencedPrice(world, item.price, `${at}[price]`)
    if (price.active) return price
    throw invalidRequest(
      'The price specified is inactive. This field only accepts active prices.',
      {
        param: `${at}[price]`,
      },
    )
  }
  const data = item.price_data
  if (!data) throw missingParam(`${at}[price]`)
  if (!data.product && !data.product_data) throw missingParam(`${at}[price_data][product]`)
  const product = data.product ?? createProduct(world, { ...data.product_data!, active: false }).id
  return createPrice(world, { ...data, product, active: false, recurring: undefined })
}

type ShippingParams = Stripe.Checkout.SessionCreateParams.ShippingOption

/** The shipping options with their rates; creates a rate for each `shipping_rate_data`. */
export function shippingOptions(
  world: World,
  options: ShippingParams[] | undefined,
  currency: string,
): Stripe.Checkout.Session.ShippingOption[] {
  return (options ?? []).map((option, at) => {
    const param = `shipping_options[${at}]`
    if (!option.shipping_rate && !option.shipping_rate_data)
      throw missingParam(`${param}[shipping_rate]`)
    const rate = option.shipping_rate
      ? referencedShippingRate(world, option.shipping_rate, `${param}[shipping_rate]`)
      : createShippingRate(world, option.shipping_rate_data!)
    if (!rate.active) {
      throw invalidRequest(
        'The shipping rate specified is inactive. This field only accepts active shipping rates.',
        {
          param: `${param}[shipping_rate]`,
        },
      )
    }
    if (rate.fixed_amount!.currency !== currency) {
      throw invalidRequest(
        `The shipping rate \`${rate.id}\` is in \`${rate.fixed_amount!.currency}\`, which does not match the session's currency \`${currency}\`.`,
        { param: `${param}[shipping_rate]` },
      )
    }
    return { shipping_amount: rate.fixed_amount!.amount, shipping_rate: rate.id }
  })
}
