import type { PaymentGround } from '#data/checkouts.ts'
import { paymentGroundOf } from '#data/checkouts.ts'
import type { NewCheckoutLine } from '#data/new-checkouts.ts'
import { insertForeignCheckout } from '#data/new-checkouts.ts'
import { productById } from '#data/products.ts'
import type { OfferName } from '#domain/offers.ts'
import { offerOf } from '#domain/offers.ts'
import type { SoldLine } from '#services/payments/offer-payments.ts'
import type { PaymentSession } from '#services/payments/payments.ts'

import { methodChosen } from './offer-charge.ts'
import { descriptionOf } from '#use-cases/checkout/open-checkout.ts'
import type { Parts } from '#use-cases/parts.ts'

/**
 * Takes a sale of a payment link into the books: nobody asked us before, so its checkout is written
 * now, holding nothing. From there it goes as any other: sold if there is wine and it may be served,
 * given back by itself if not. Null when it sold none of our offers. Throws ProviderUnavailable.
 */
export async function adoptLinkSale(
  parts: Parts,
  session: PaymentSession,
): Promise<PaymentGround | null> {
  const { db, payments, clock, settings, log } = parts
  if (session.paymentLinkId === null || session.state !== 'complete') return null
  const sold = await payments.soldLinesOf(session.id)
  const sale = await offerSold(parts, sold)
  if (!sale) {
    log.error({ session: session.id }, 'a payment link sold what is no offer of ours')
    return null
  }
  const { offer, line, subtotal } = sale
  const now = clock()
  await db.transaction((tx) =>
    insertForeignCheckout(
      tx,
      {
        userId: null,
        channel: offer,
        fingerprint: `payment link ${session.paymentLinkId}`,
        shippingMethod: methodChosen(settings, offer, line.quantity, session),
        subtotalCents: subtotal,
        shippingCents: session.shippingCents,
        taxCents: line.taxCents,
        totalCents: session.amountTotal,
        shipTo: null,
        email: session.email,
        sessionId: session.id,
        startedAt: now,
        expiresAt: now,
      },
      [line],
    ),
  )
  return paymentGroundOf(db, { sessionId: session.id })
}

type Sale = { offer: OfferName; line: NewCheckoutLine; subtotal: number }

/** The one offer that was sold, by the price it was sold at. */
async function offerSold({ db, settings }: Parts, sold: readonly SoldLine[]): Promise<Sale | null> {
  const [only, ...others] = sold
  const known = Object.entries(settings.priceIds).find(([, priceId]) => priceId === only?.priceId)
  const offer = known && offerOf(known[0])
  const wine = known && (await productById(db, known[0]))
  if (!only || others.length > 0 || !offer || !wine) return null
  if (only.quantity < 1 || only.quantity > 3) return null
  return {
    offer,
    subtotal: only.subtotal,
    line: {
      productId: wine.id,
      description: descriptionOf(wine),
      quantity: only.quantity,
      unitPriceCents: Math.round(only.subtotal / only.quantity),
      taxCents: only.tax,
    },
  }
}
