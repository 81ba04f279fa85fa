import type { Checkout } from './checkouts.store.server.ts'
import { checkoutLinesOf } from './checkouts.store.server.ts'
import type { NewCheckoutLine } from './new-checkouts.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { shippingTier } from '#catalogue/destinations/shipping.rules.ts'
import { buyerStatement } from '#catalogue/destinations/buyer-statement.rules.ts'
import { sessionMinutes } from './checkout.rules.ts'
import { offersCopy } from './offers/offers.copy.ts'
import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { OfferSessionRequest } from '#payments/offer-payments.ts'
import type { OpenedSession, PaymentSession } from '#payments/payment-session.ts'
import type { SessionRequest } from '#payments/payments.ts'

import { readPriceIds } from '#catalogue/prices/prices.actions.server.ts'
import { ratesOf } from './offers/offer-charge.actions.server.ts'
import {
  paymentCustomerOf,
  postalAddressOf,
} from '#accounts/account/payment-customer.actions.server.ts'
import type { Services, ShopSettings } from '#platform/services/services.ts'
import { shippedTo } from './shipped-to.actions.server.ts'

/** How a checkout's session is created, and found again after a lost response. */
export type SessionAtProvider = {
  create(key: string): Promise<OpenedSession>
  find(): Promise<PaymentSession | null>
}

/** A checkout opened by this request, with its lines, or one that was open already. */
type Opened = { checkout: Checkout; lines: NewCheckoutLine[] | null }

type PricedLine = Pick<NewCheckoutLine, 'quantity'> & { priceId: string }

/** The lines of a checkout with the provider's prices. */
async function pricedLines(services: Services, { checkout, lines }: Opened): Promise<PricedLine[]> {
  const ours = lines ?? (await checkoutLinesOf(services.db, checkout.id))
  const priceIds = await readPriceIds(
    services,
    ours.map(({ productId }) => productId),
  )
  return ours.map(({ productId, quantity }) => ({
    priceId: priceIdOf(priceIds, productId),
    quantity,
  }))
}

/** The session of a cart: with the user's customer at the provider and the chosen shipping. */
export async function cartSession(
  services: Services,
  opened: Opened & { user: User },
): Promise<SessionAtProvider> {
  const { payments, settings } = services
  const lines = await pricedLines(services, opened)
  const customerId = await paymentCustomerOf(services, opened.user)
  const request = cartRequest(settings, opened.checkout, lines, customerId)
  return {
    create: (key) => payments.createSession(request, key),
    find: () => payments.findSession(customerId, opened.checkout.id),
  }
}

/**
 * The session of an offer: with its three shipping rates to choose from, the card only authorised.
 */
export async function offerSession(services: Services, opened: Opened): Promise<SessionAtProvider> {
  const { payments, settings } = services
  const { checkout } = opened
  const request = offerRequest(settings, checkout, await pricedLines(services, opened))
  return {
    create: (key) => payments.createOfferSession(request, key),
    find: () => payments.findOfferSession(checkout.id, checkout.startedAt),
  }
}

/**
 * Parameters of every session. All come from the checkout, so that a retry sends the same request.
 */
const commonRequest = (
  settings: ShopSettings,
  checkout: Checkout,
  lines: readonly PricedLine[],
) => ({
  checkoutId: checkout.id,
  lines: [...lines],
  taxRateId: settings.taxRateId,
  expiresAt: new Date(checkout.startedAt.getTime() + sessionMinutes * 60_000),
})

const unitsIn = (lines: readonly PricedLine[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

const returnTo = (publicUrl: string, path: string): string =>
  `${publicUrl}${path}?session_id={CHECKOUT_SESSION_ID}`

function cartRequest(
  settings: ShopSettings,
  checkout: Checkout,
  lines: readonly PricedLine[],
  customerId: string,
): SessionRequest {
  const { shipTo, shippingMethod: method } = checkout
  const tier = shippingTier(unitsIn(lines))
  if (!shipTo || !method || !tier) throw new Error(`Checkout ${checkout.id} lacks its shipping`)
  return {
    ...commonRequest(settings, checkout, lines),
    customerId,
    shippingRateId: settings.rateIds[method][tier],
    shipping: shippedTo(checkout),
    note: shipTo.statement,
    successUrl: returnTo(settings.publicUrl, paths.purchaseThanks()),
    cancelUrl: settings.publicUrl + paths.members(undefined, { cart: 'open' }),
  }
}

function offerRequest(
  settings: ShopSettings,
  checkout: Checkout,
  lines: readonly PricedLine[],
): OfferSessionRequest {
  const offer = checkout.channel as OfferName
  const rates = ratesOf(settings, offer, unitsIn(lines))
  if (!rates) throw new Error(`Checkout ${checkout.id} has a quantity that is not offered`)
  const isPickup = checkout.shippingMethod === 'pickup'
  const statement = checkout.shipTo?.statement ?? buyerStatement(checkout.shippingMethod)
  return {
    ...commonRequest(settings, checkout, lines),
    email: checkout.email,
    shippingRateIds: rates.flatMap(([method, id]) => (!isPickup || method === 'pickup' ? id : [])),
    shipping: offerShippingOf(checkout),
    note: `${statement} ${offersCopy.paymentNote}`,
    successUrl: returnTo(settings.publicUrl, paths.offerThanks()),
    cancelUrl: settings.publicUrl + paths.offer(offer),
  }
}

function offerShippingOf({ shippingMethod, shipTo }: Checkout): OfferSessionRequest['shipping'] {
  if (shippingMethod === 'pickup') return null
  if (!shipTo) return 'ask'
  return { name: shipTo.name, phone: shipTo.phone, address: postalAddressOf(shipTo) }
}

function priceIdOf(priceIds: Readonly<Record<string, string>>, productId: string): string {
  const priceId = priceIds[productId]
  if (!priceId) throw new Error(`No price at the payment provider for ${productId}`)
  return priceId
}
