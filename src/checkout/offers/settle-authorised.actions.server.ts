import { addressFromProvider } from '#accounts/account/payment-customer.actions.server.ts'
import { whyNotServe } from '#catalogue/destinations/ship-to.rules.ts'
import { needsAddress } from '#catalogue/destinations/shipping.rules.ts'
import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import type { OfferName, OfferRefusal, OfferVerdict } from '#catalogue/offers/offers.rules.ts'
import { hasFreeStock } from '#catalogue/wines/products.store.server.ts'
import type { Payment } from '#payments/offer-payments.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import { noAddress } from '#platform/address/address.rules.ts'
import type { Services } from '#platform/services/services.ts'
import { shopToday } from '#platform/services/shop-today.ts'

import type { Checkout, PaymentSnapshot } from '../checkouts.store.server.ts'
import { saveLawfulVerdict, saveVerdict } from '../checkouts.store.server.ts'
import { methodChosen, offerCharge, saleOfCheckout } from './offer-charge.actions.server.ts'

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
  snapshot: PaymentSnapshot,
): Promise<OfferVerdict> {
  const { db, settings } = services
  const { checkout, lines } = snapshot
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
  const verdict = problem ?? (isThere ? 'serve' : 'stock-gone')
  const isCarried = method === null || needsAddress(method)
  const place = verdict === 'serve' && isCarried ? address : null
  const saved = await saveVerdict(db, checkout.id, verdict, place)
  return saved ?? lawfulVerdict(services, session, payment, snapshot)
}

/**
 * The verdict of the law on a sale that nothing else forbids. It is saved together with the address, while sales that
 * count together wait: from then on it counts for others.
 */
async function lawfulVerdict(
  { db, clock, settings }: Services,
  session: PaymentSession,
  payment: Payment,
  snapshot: PaymentSnapshot,
): Promise<OfferVerdict> {
  const now = clock()
  const { checkout, lines } = snapshot
  const { shipTo, shippingMethod, isElsewhere } = offerCharge(
    settings,
    snapshot,
    session,
    payment,
    now,
  )
  const email = session.email ?? checkout.email
  const sale = saleOfCheckout(checkout, lines, { shipTo: shipTo!, email })
  return db.transaction(async (tx) => {
    const { problem } = await stateVerdict(tx, sale, now, { locks: true })
    // An address other than the one given to us stays apart, for staff have to look at both.
    const to = isElsewhere ? null : shipTo
    return saveLawfulVerdict(tx, checkout.id, problem ?? 'serve', {
      shippingMethod,
      email,
      shipTo: to,
    })
  })
}

/** Why an offer was refused; with the verdict `serve`, its authorisation had lapsed. */
export const refusalOf = ({ verdict }: Pick<Checkout, 'verdict'>): OfferRefusal =>
  verdict === null || verdict === 'serve' ? 'authorisation-ended' : verdict
