import type { Checkout } from '#data/checkouts.ts'
import { checkoutLinesOf } from '#data/checkouts.ts'
import type { NewCheckoutLine } from '#data/new-checkouts.ts'
import type { User } from '#data/people.ts'
import { sessionMinutes } from '#domain/checkout.ts'
import { shippingTier } from '#domain/shipping.ts'
import type { SessionRequest } from '#services/payments/payments.ts'

import type { PageAtProvider } from '#use-cases/checkout/ask-for-page.ts'
import type { Parts } from '#use-cases/parts.ts'
import { paymentCustomerOf } from '#use-cases/account/payment-customer.ts'
import { shippedTo } from '#use-cases/checkout/shipped-to.ts'

/** The payment page of a member's cart: theirs at the provider, with the shipping they chose. */
export async function cartPage(
  parts: Parts,
  { checkout, user, lines }: { checkout: Checkout; user: User; lines: NewCheckoutLine[] | null },
): Promise<PageAtProvider> {
  const { db, payments } = parts
  const known = lines ?? (await checkoutLinesOf(db, checkout.id))
  const customerId = await paymentCustomerOf(parts, user)
  const request = sessionRequest(parts, checkout, known, customerId)
  return {
    create: (key) => payments.createSession(request, key),
    find: () => payments.findSession(customerId, checkout.id),
  }
}

/** Everything in it stands in the checkout, so that a repeat asks for the very same page. */
function sessionRequest(
  { settings }: Parts,
  checkout: Checkout,
  lines: readonly NewCheckoutLine[],
  customerId: string,
): SessionRequest {
  const { shipTo, shippingMethod: method } = checkout
  const tier = shippingTier(lines.reduce((sum, line) => sum + line.quantity, 0))
  if (!shipTo || !method || !tier) throw new Error(`Checkout ${checkout.id} lacks what it ships by`)
  return {
    checkoutId: checkout.id,
    customerId,
    lines: lines.map((line) => ({
      priceId: priceIdOf(settings.priceIds, line.productId),
      quantity: line.quantity,
    })),
    taxRateId: settings.taxRateId,
    shippingRateId: settings.rateIds[method][tier],
    shipping: shippedTo(checkout),
    successUrl: `${settings.publicUrl}/succes?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${settings.publicUrl}/members?cart=open`,
    expiresAt: new Date(checkout.startedAt.getTime() + sessionMinutes * 60_000),
  }
}

/** The provider's price of a product. */
export function priceIdOf(priceIds: Readonly<Record<string, string>>, productId: string): string {
  const priceId = priceIds[productId]
  if (!priceId) throw new Error(`No price at the payment provider for ${productId}`)
  return priceId
}
