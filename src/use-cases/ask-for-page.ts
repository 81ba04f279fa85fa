import type { Checkout, NewCheckoutLine } from '#data/checkouts.ts'
import { checkoutLinesOf, countAttempt, keepSession } from '#data/checkouts.ts'
import type { User } from '#data/people.ts'
import { sessionMinutes } from '#domain/checkout.ts'
import { needsAddress, shippingTier } from '#domain/shipping.ts'
import type { SessionRequest } from '#services/payments/payments.ts'
import { ProviderRefused, ProviderUnavailable } from '#services/payments/payments.ts'

import { endCheckout } from './end-checkout.ts'
import type { Parts } from './parts.ts'
import { paymentCustomerOf } from './payment-customer.ts'

export type AskedPage =
  | { ok: true; url: string }
  | { ok: false; reason: 'provider-away' | 'provider-refused' }
  | 'no-longer-open'

/** Requests of this process for one checkout's page share one question: twenty clicks, one call. */
const asking = new Map<string, Promise<AskedPage>>()

/** The payment page of an open checkout: the one it has, or a new one. Never two. */
export function askForPage(
  parts: Parts,
  { checkout, user, lines }: { checkout: Checkout; user: User; lines: NewCheckoutLine[] | null },
): Promise<AskedPage> {
  if (checkout.sessionUrl) return Promise.resolve({ ok: true, url: checkout.sessionUrl })
  const underWay = asking.get(checkout.id)
  if (underWay) return underWay
  const asked = ask(parts, checkout, user, lines).finally(() => asking.delete(checkout.id))
  asking.set(checkout.id, asked)
  return asked
}

async function ask(
  parts: Parts,
  checkout: Checkout,
  user: User,
  known: NewCheckoutLine[] | null,
): Promise<AskedPage> {
  const { db, payments, log } = parts
  try {
    const lines = known ?? (await checkoutLinesOf(db, checkout.id))
    const customerId = await paymentCustomerOf(parts, user)
    const request = sessionRequest(parts, checkout, lines, customerId)
    const session = await payments
      .createSession(request, `checkout:${checkout.id}:${checkout.attempt}`)
      .catch(async (error: unknown) => {
        if (!(error instanceof ProviderUnavailable)) throw error
        // It may have been made and only its answer lost: look, before anything is tried again.
        const found = await payments.findSession(customerId, checkout.id)
        if (found?.url) return { id: found.id, url: found.url }
        await countAttempt(db, checkout.id)
        throw error
      })
    if (await keepSession(db, checkout.id, session)) return { ok: true, url: session.url }
    await payments.expireSession(session.id)
    return 'no-longer-open'
  } catch (error) {
    if (error instanceof ProviderUnavailable) {
      log.warn({ err: error, checkout: checkout.id }, 'no payment page: the provider is away')
      return { ok: false, reason: 'provider-away' }
    }
    if (error instanceof ProviderRefused) {
      log.error({ err: error, checkout: checkout.id }, 'no payment page: the provider refused')
      await endCheckout(parts, checkout, 'cancelled')
      return { ok: false, reason: 'provider-refused' }
    }
    throw error
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
    shipping: needsAddress(method)
      ? {
          name: shipTo.name,
          phone: shipTo.phone,
          address: {
            line1: shipTo.address,
            line2: shipTo.addressExtra,
            city: shipTo.city,
            state: shipTo.state,
            postalCode: shipTo.zipCode,
          },
        }
      : null,
    successUrl: `${settings.publicUrl}/succes?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${settings.publicUrl}/members?cart=open`,
    expiresAt: new Date(checkout.startedAt.getTime() + sessionMinutes * 60_000),
  }
}

function priceIdOf(priceIds: Readonly<Record<string, string>>, productId: string): string {
  const priceId = priceIds[productId]
  if (!priceId) throw new Error(`No price at the payment provider for ${productId}`)
  return priceId
}
