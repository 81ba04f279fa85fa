import type { PaymentGround } from '#data/checkouts.ts'
import { keepVerdict } from '#data/checkouts.ts'
import { hasFreeStock } from '#data/products.ts'
import type { OfferName, OfferRefusal, OfferVerdict } from '#domain/offers.ts'
import { whyNotServe } from '#domain/offers.ts'
import type { Payment } from '#services/payments/offer-payments.ts'
import type { PaymentSession } from '#services/payments/payments.ts'

import { methodChosen } from './offer-charge.ts'
import { refusalOf } from './refusal-of.ts'
import type { Parts } from '#use-cases/parts.ts'
import { addressOf } from '#use-cases/account/postal-address.ts'

export type SettledPayment =
  /** Taken, which it may have been before anybody could look: by a payment link, or by hand. */
  | { state: 'paid'; verdict: OfferVerdict; payment: Payment }
  | { state: 'refused'; reason: OfferRefusal; payment: Payment }
  | { state: 'open' }

/**
 * What was authorised on an offer's page is taken or let go, and what was taken is judged all the
 * same. The verdict is written down before anything is asked, so whoever comes after a crash, or at
 * the same time, does the same; what the provider says in the end is what counts. Throws
 * ProviderUnavailable.
 */
export async function settleAuthorised(
  parts: Parts,
  session: PaymentSession,
  ground: PaymentGround,
): Promise<SettledPayment> {
  const { payments, log } = parts
  const { checkout } = ground
  const found = session.paymentIntentId ? await payments.getPayment(session.paymentIntentId) : null
  if (!found || found.state === 'open') return { state: 'open' }

  const verdict = await verdictOf(parts, session, found, ground)
  const payment =
    found.state !== 'authorised'
      ? found
      : verdict === 'serve'
        ? await payments.capturePayment(found.id, `capture:${checkout.id}`)
        : await payments.cancelPayment(found.id, `void:${checkout.id}`)
  if (payment.state === 'paid') return { state: 'paid', verdict, payment }
  if (payment.state !== 'cancelled') return { state: 'open' }
  log.info({ checkout: checkout.id, verdict }, 'an authorised payment was let go')
  return { state: 'refused', reason: refusalOf({ verdict }), payment }
}

/** Whether the sale is to be served: settled once for all who ask. */
async function verdictOf(
  { db, clock, settings }: Parts,
  session: PaymentSession,
  payment: Payment,
  { checkout, lines }: PaymentGround,
): Promise<OfferVerdict> {
  if (checkout.verdict) return checkout.verdict
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const method = methodChosen(settings, checkout.channel as OfferName, quantity, session)
  const collected = payment.shipping?.address
  const isAbroad = collected && collected.country !== '' && collected.country !== 'US'
  const problem = isAbroad
    ? 'state-not-served'
    : whyNotServe({ method, address: collected ? addressOf(collected) : null }, clock())
  const isHeld = checkout.state === 'open'
  const isThere = isHeld || (await hasFreeStock(db, lines))
  return keepVerdict(db, checkout.id, problem ?? (isThere ? 'serve' : 'stock-gone'))
}
