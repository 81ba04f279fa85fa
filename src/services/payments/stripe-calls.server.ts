import { Stripe } from 'stripe'

import { isAfterSaleEvent } from './payment-events.ts'
import type {
  CustomerProfile,
  PaymentSession,
  PostalAddress,
  ProviderEvent,
  ShippedTo,
} from './payments.ts'
import { ProviderRefused, ProviderUnavailable } from './payments.ts'

/** The SDK waits 80 s by default; a buyer does not. */
const timeoutMs = 10_000

/** The provider's SDK, aimed at the provider or at what speaks its HTTP. */
export function openStripe({
  secretKey,
  apiBase,
}: {
  secretKey: string
  apiBase?: string | undefined
}): Stripe {
  const at = apiBase ? new URL(apiBase) : null
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(at && {
      host: at.hostname,
      port: at.port || (at.protocol === 'https:' ? 443 : 80),
      protocol: at.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** An address as the provider takes it. */
export const addressParam = (address: PostalAddress) => ({
  line1: address.line1,
  ...(address.line2 && { line2: address.line2 }),
  city: address.city,
  state: address.state,
  postal_code: address.postalCode,
  country: 'US',
})

/** Where the wine of a payment goes, as the provider takes it. */
export const shippingParam = ({ name, phone, address }: ShippedTo) => ({
  name,
  ...(phone && { phone }),
  address: addressParam(address),
})

/** A customer's profile as the provider takes it. */
export const customerParams = ({ name, email, phone, shipping }: CustomerProfile) => ({
  name,
  email,
  ...(phone && { phone }),
  ...(shipping && { shipping: { name: shipping.name, address: addressParam(shipping.address) } }),
})

/** The id of something that may be there as itself, as its id, or not at all. */
export const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const stateOf = (status: string | null): PaymentSession['state'] =>
  status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open'

/** A session as the shop sees it. */
export const sessionOf = (session: Stripe.Checkout.Session): PaymentSession => ({
  id: session.id,
  url: session.url,
  checkoutId: session.client_reference_id,
  state: stateOf(session.status),
  paid: session.payment_status === 'paid',
  amountTotal: session.amount_total ?? 0,
  paymentIntentId: idOf(session.payment_intent),
  email: session.customer_details?.email ?? null,
  name: session.customer_details?.name ?? null,
  shippingRateId: idOf(session.shipping_cost?.shipping_rate ?? null),
  shippingCents: session.shipping_cost?.amount_total ?? 0,
  paymentLinkId: idOf(session.payment_link),
  note: session.custom_text.submit?.message ?? null,
})

/** An event as the shop sees it. */
export const eventOf = (event: Stripe.Event): ProviderEvent => {
  const about = event.data.object as {
    id?: string
    metadata?: Stripe.Metadata | null
    payment_intent?: string | { id: string } | null
  }
  return {
    id: event.id,
    type: event.type,
    createdAt: new Date(event.created * 1000),
    objectId: isAfterSaleEvent(event.type)
      ? idOf(about.payment_intent ?? null)
      : (about.id ?? null),
    checkoutId: about.metadata?.['checkout'] ?? null,
  }
}

/** Turns the SDK's errors into ours: gone for now, or refused for good. */
function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const status = error.statusCode ?? 0
  if (status === 0 || status === 409 || status === 429 || status >= 500) {
    return new ProviderUnavailable(`The payment provider failed: ${error.type}`, { cause: error })
  }
  return new ProviderRefused(error.code ?? error.type, error.message)
}

/** True for the answer that there is no such thing. */
export const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** Asks the provider, and throws our own errors for its: in time, a repeat of the SDK's included. */
export async function ask<T>(question: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    const tooSlow = () => fail(new ProviderUnavailable('The payment provider is too slow'))
    timer = setTimeout(tooSlow, timeoutMs)
  })
  try {
    return await Promise.race([question(), late])
  } catch (error) {
    throw translated(error)
  } finally {
    clearTimeout(timer)
  }
}
