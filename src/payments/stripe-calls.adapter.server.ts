import { Stripe } from 'stripe'
import { z } from 'zod'

import { normalisedEmail } from '#platform/text/email-address.rules.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'

import { checkedHttpClient } from './checked-http-client.server.ts'
import type { Payment } from './offer-payments.ts'
import { isAfterSaleEvent } from './payment-events.ts'
import type {
  Charge,
  HostedPage,
  OpenedSession,
  PageLines,
  PaymentSession,
  PostalAddress,
  ShippedTo,
} from './payment-session.ts'
import type { CustomerProfile, ProviderEvent } from './payments.ts'
import { ProviderRefused, ProviderUnavailable } from './payments.ts'

/** The SDK's default of 80 s is too long for a buyer. */
const timeoutMs = 10_000

/** The provider's SDK, for the provider or a compatible API at `apiBase`. */
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
    httpClient: checkedHttpClient(timeoutMs),
    maxNetworkRetries: 1,
    telemetry: false,
    ...(at && {
      host: at.hostname,
      port: at.port || (at.protocol === 'https:' ? 443 : 80),
      protocol: at.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** Maps an address to Stripe's parameters. */
export const addressParam = (address: PostalAddress) => ({
  line1: address.line1,
  ...(address.line2 && { line2: address.line2 }),
  city: address.city,
  state: address.state,
  postal_code: address.postalCode,
  country: 'US',
})

/** Maps a ship-to address to Stripe's parameters. */
export const shippingParam = ({ name, phone, address }: ShippedTo) => ({
  name,
  ...(phone && { phone }),
  address: addressParam(address),
})

/** What every hosted session is created with; our checkout id is in the metadata of both objects. */
export const pageParams = (
  page: HostedPage,
  payment: Stripe.Checkout.SessionCreateParams.PaymentIntentData,
) => ({
  mode: 'payment' as const,
  client_reference_id: page.checkoutId,
  payment_intent_data: { metadata: { checkout: page.checkoutId }, ...payment },
  metadata: { checkout: page.checkoutId },
  custom_text: { submit: { message: page.note } },
  success_url: page.successUrl,
  cancel_url: page.cancelUrl,
  expires_at: Math.floor(page.expiresAt.getTime() / 1000),
})

/** Line items at the provider's prices, each with the tax rate, and the charges beside them. */
export const lineItems = ({ lines, charges = [], taxRateId }: PageLines) => [
  ...lines.map(({ priceId, quantity }) => ({ price: priceId, quantity, tax_rates: [taxRateId] })),
  ...charges.map(chargeItem),
]

/** A line whose amount depends on no price of the provider. */
export const chargeItem = ({ name, cents }: Charge) => ({
  quantity: 1,
  price_data: { currency: 'usd', unit_amount: cents, product_data: { name } },
})

/** Maps a customer's profile to Stripe's parameters. */
export const customerParams = ({ name, email, phone, shipping }: CustomerProfile) => ({
  name,
  email,
  ...(phone && { phone }),
  ...(shipping && { shipping: { name: shipping.name, address: addressParam(shipping.address) } }),
})

/** The id of a reference that may be expanded, an id, or null. */
export const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/**
 * The checkout that this shop created a session for. Only metadata counts: it can only be written
 * with the secret key, whereas anyone can put a `client_reference_id` into a payment link's URL.
 */
export const checkoutOfSession = ({
  metadata,
  payment_link: link,
}: Pick<Stripe.Checkout.Session, 'metadata' | 'payment_link'>): string | null =>
  link ? null : (metadata?.['checkout'] ?? null)

/** The state of a payment intent in our words. */
export const intentState = (status: Stripe.PaymentIntent.Status): Payment['state'] => {
  if (status === 'succeeded') return 'paid'
  if (status === 'requires_capture') return 'authorised'
  return status === 'canceled' ? 'cancelled' : 'open'
}

const stateOf = (status: string | null): PaymentSession['state'] =>
  status === 'complete' ? 'complete' : status === 'expired' ? 'expired' : 'open'

/** Maps Stripe's session to ours. */
export const sessionOf = (session: Stripe.Checkout.Session): PaymentSession => ({
  id: session.id,
  url: session.url,
  checkoutId: checkoutOfSession(session),
  state: stateOf(session.status),
  paid: session.payment_status === 'paid',
  amountTotal: session.amount_total ?? 0,
  paymentIntentId: idOf(session.payment_intent),
  email: normalisedEmail(session.customer_details?.email ?? '') || null,
  name: typedLine(session.customer_details?.name ?? '') || null,
  shippingRateId: idOf(session.shipping_cost?.shipping_rate ?? null),
  shippingCents: session.shipping_cost?.amount_total ?? 0,
  paymentLinkId: idOf(session.payment_link),
  note: session.custom_text.submit?.message ?? null,
})

export function openedOf(session: Stripe.Checkout.Session): OpenedSession {
  if (!session.url) throw new ProviderRefused('no_url', 'The session has no URL')
  return {
    id: session.id,
    url: session.url,
    subtotal: session.amount_subtotal ?? 0,
    total: session.amount_total ?? 0,
  }
}

const id = z
  .string()
  .min(1)
  .regex(/^[\w.-]+$/)

/** What is read of an event. An event of a connected account names it. */
const eventForm = z.looseObject({
  id,
  type: id,
  /** Seconds since 1970, to the year 9999. */
  created: z.number().int().min(0).max(253_402_300_799),
  livemode: z.boolean().optional(),
  account: z.undefined().optional(),
  data: z.looseObject({
    object: z.looseObject({
      id: id.optional(),
      metadata: z.record(z.string(), z.string()).nullish(),
      payment_intent: z.union([id, z.looseObject({ id })]).nullish(),
    }),
  }),
})

/** Whether an event is complete and of the mode and account of this key. */
export function isOwnEvent(event: unknown, secretKey: string): event is Stripe.Event {
  const read = eventForm.safeParse(event)
  if (!read.success) return false
  const { livemode } = read.data
  return livemode === undefined || livemode === /^[a-z]+_live_/.test(secretKey)
}

/** Maps Stripe's event to ours. */
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

/** Maps the SDK's errors to ours: unavailable or refused. */
function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const status = error.statusCode ?? 0
  if (status === 0 || status === 409 || status === 429 || status >= 500) {
    return new ProviderUnavailable(`The payment provider failed: ${error.type}`, { cause: error })
  }
  return new ProviderRefused(error.code ?? error.type, error.message)
}

/** True for Stripe's `resource_missing`. */
const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

/** True for Stripe's `resource_already_exists`: another run created it meanwhile. */
export const alreadyExists = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_already_exists'

/** Calls of this process since its start that failed as the provider was unavailable. */
export const providerCallCounts = { unavailable: 0 }

/**
 * Runs a call to the provider with our timeout, which includes the SDK's retries, and throws our
 * own errors.
 */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    const tooSlow = () => fail(new ProviderUnavailable('The payment provider is too slow'))
    timer = setTimeout(tooSlow, timeoutMs)
  })
  try {
    return await Promise.race([call(), late])
  } catch (error) {
    const ours = translated(error)
    if (ours instanceof ProviderUnavailable) providerCallCounts.unavailable++
    throw ours
  } finally {
    clearTimeout(timer)
  }
}

/** A call to the provider that returns null when there is no such object. */
export const callOrNull = <T>(call: () => Promise<T>): Promise<T | null> =>
  callProvider(() =>
    call().catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    }),
  )
