import { addressFromProvider } from '#accounts/account/payment-customer.actions.server.ts'
import { whyNotServe } from '#catalogue/destinations/ship-to.rules.ts'
import type { OfferName, OfferRefusal, OfferVerdict } from '#catalogue/offers/offers.rules.ts'
import { hasFreeStock } from '#catalogue/wines/products.store.server.ts'
import type { Payment } from '#payments/offer-payments.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import type { Checkout, PaymentSnapshot } from '../checkouts.store.server.ts'
import { saveVerdict } from '../checkouts.store.server.ts'
import { methodChosen } from './offer-charge.actions.server.ts'

type SettledPayment =
  /** Captured, possibly before our check: by a payment link, or manually at the provider. */
  | { state: 'paid'; verdict: OfferVerdict; payment: Payment }
  | { state: 'refused'; reason: OfferRefusal; payment: Payment }
  | { state: 'open' }

/**
 * Captures or cancels an offer's authorised payment; a payment that is already captured gets a
 * verdict too. The verdict is saved before the provider is called, so that a retry after a crash
 * and concurrent calls do the same; the provider's final state decides. Throws ProviderUnavailable.
 */
export async function settleAuthorised(
  services: Services,
  session: PaymentSession,
  snapshot: PaymentSnapshot,
): Promise<SettledPayment> {
  const { payments, log } = services
  const { checkout } = snapshot
  const found = session.paymentIntentId ? await payments.getPayment(session.paymentIntentId) : null
  if (!found || found.state === 'open') return { state: 'open' }

  const verdict = await verdictOf(services, session, found, snapshot)
  const payment =
    found.state !== 'authorised'
      ? found
      : verdict === 'serve'
        ? await payments.capturePayment(found.id, `capture:${checkout.id}`)
        : await payments.cancelPayment(found.id, `void:${checkout.id}`)
  if (payment.state === 'paid') return { state: 'paid', verdict, payment }
  if (payment.state !== 'cancelled') return { state: 'open' }
  log.info({ checkout: checkout.id, verdict }, 'authorised payment voided')
  return { state: 'refused', reason: refusalOf({ verdict }), payment }
}

/** Whether the sale is to be served; saved once, so that all callers get the same verdict. */
async function verdictOf(
  services: Services,
  session: PaymentSession,
  payment: Payment,
  { checkout, lines }: PaymentSnapshot,
): Promise<OfferVerdict> {
  const { db, settings } = services
  if (checkout.verdict) return checkout.verdict
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const method = methodChosen(settings, checkout.channel as OfferName, quantity, session)
  const collected = payment.shipping?.address
  const address = collected ? { ...noAddress, ...addressFromProvider(collected) } : null
  const isAbroad = collected && collected.country !== '' && collected.country !== 'US'
  const problem = isAbroad
    ? 'state-not-served'
    : whyNotServe({ method, address }, shopToday(services))
  const isHeld = checkout.state === 'open'
  const isThere =
    isHeld || (await hasFreeStock(db, lines, { mustBeOpen: session.paymentLinkId !== null }))
  return saveVerdict(db, checkout.id, problem ?? (isThere ? 'serve' : 'stock-gone'))
}

/** Why an offer was refused; with the verdict `serve`, its authorisation had lapsed. */
export const refusalOf = ({ verdict }: Pick<Checkout, 'verdict'>): OfferRefusal =>
  verdict === null || verdict === 'serve' ? 'authorisation-ended' : verdict
