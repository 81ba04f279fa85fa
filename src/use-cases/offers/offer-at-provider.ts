import type { Checkout } from '#data/checkouts.ts'
import { checkoutLinesOf } from '#data/checkouts.ts'
import type { NewCheckoutLine } from '#data/new-checkouts.ts'
import { buyerStatement, sessionMinutes } from '#domain/checkout.ts'
import { offersCopy } from '#domain/copy/offers.ts'
import type { OfferName } from '#domain/offers.ts'
import { offerRates } from '#domain/offers.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import type { OfferSessionRequest } from '#services/payments/offer-payments.ts'

import type { PageAtProvider } from '#use-cases/checkout/ask-for-page.ts'
import { priceIdOf } from '#use-cases/cart/cart-page.ts'
import type { Parts, ShopSettings } from '#use-cases/parts.ts'
import { postalAddressOf } from '#use-cases/account/postal-address.ts'

/** The payment page of an offer: three ways to send it, and the card only authorised. */
export async function offerAtProvider(
  { db, payments, settings }: Parts,
  { checkout, lines }: { checkout: Checkout; lines: NewCheckoutLine[] | null },
): Promise<PageAtProvider> {
  const known = lines ?? (await checkoutLinesOf(db, checkout.id))
  const request = sessionRequest(settings, checkout, known)
  return {
    create: (key) => payments.createOfferSession(request, key),
    find: () => payments.findOfferSession(checkout.id, checkout.startedAt),
  }
}

/** The provider's rates of an offer in the order they are shown, the cheapest way of sending first. */
export function ratesOf(
  settings: ShopSettings,
  offer: OfferName,
  quantity: number,
): [ShippingMethod, string][] | null {
  const rates = offerRates(offer, quantity, {
    cases: settings.rateIds,
    bottle: settings.bottleRateIds,
  })
  if (!rates) return null
  return (['ground', 'overnight', 'pickup'] as const).map((method) => [method, rates[method]])
}

/** Everything in it stands in the checkout, so that a repeat asks for the very same page. */
function sessionRequest(
  settings: ShopSettings,
  checkout: Checkout,
  lines: readonly NewCheckoutLine[],
): OfferSessionRequest {
  const offer = checkout.channel as OfferName
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const rates = ratesOf(settings, offer, quantity)
  if (!rates) throw new Error(`Checkout ${checkout.id} holds a quantity that is not offered`)
  const isPickup = checkout.shippingMethod === 'pickup'
  const page = `${settings.publicUrl}/${offer}`
  return {
    checkoutId: checkout.id,
    email: checkout.email,
    lines: lines.map((line) => ({
      priceId: priceIdOf(settings.priceIds, line.productId),
      quantity: line.quantity,
    })),
    taxRateId: settings.taxRateId,
    shippingRateIds: rates.flatMap(([method, id]) => (!isPickup || method === 'pickup' ? id : [])),
    shipping: shippingOf(checkout),
    note: checkout.shipTo ? offersCopy.paymentNote : `${buyerStatement} ${offersCopy.paymentNote}`,
    successUrl: `${settings.publicUrl}/success_offering?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: page,
    expiresAt: new Date(checkout.startedAt.getTime() + sessionMinutes * 60_000),
  }
}

function shippingOf({ shippingMethod, shipTo }: Checkout): OfferSessionRequest['shipping'] {
  if (shippingMethod === 'pickup') return null
  if (!shipTo) return 'ask'
  return { name: shipTo.name, phone: shipTo.phone, address: postalAddressOf(shipTo) }
}
