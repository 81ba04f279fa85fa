import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { offerOf, offers } from '#catalogue/offers/offers.rules.ts'
import { withTotal } from '#catalogue/prices/amounts.rules.ts'
import { productById, productByPrice } from '#catalogue/wines/products.store.server.ts'
import type { SoldLine } from '#payments/offer-payments.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import type { Services } from '#platform/services/services.ts'

import type { PaymentSnapshot } from '../checkouts.store.server.ts'
import { paymentSnapshotOf } from '../checkouts.store.server.ts'
import type { NewCheckoutLine } from '../new-checkouts.store.server.ts'
import { insertForeignCheckout } from '../new-checkouts.store.server.ts'
import { descriptionOf } from '../open-checkout.actions.server.ts'
import { methodChosen } from './offer-charge.actions.server.ts'

/**
 * Creates the checkout of a sale by a payment link, without a stock hold; it is then settled as any
 * other: sold if there is stock and it may be served, else refunded automatically. Null when the
 * link sells none of our offers. Throws ProviderUnavailable.
 */
export async function adoptLinkSale(
  services: Services,
  session: PaymentSession,
): Promise<PaymentSnapshot | null> {
  const { db, payments, clock, settings, log } = services
  if (session.paymentLinkId === null || session.state !== 'complete') return null
  const sold = await payments.soldLinesOf(session.id)
  const sale = await offerSold(services, sold)
  if (!sale) {
    log.error({ session: session.id }, 'payment link sold an unknown product')
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
        ...withTotal({
          subtotalCents: subtotal,
          shippingCents: session.shippingCents,
          taxCents: line.taxCents,
        }),
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
  return paymentSnapshotOf(db, { sessionId: session.id })
}

type Sale = { offer: OfferName; line: NewCheckoutLine; subtotal: number }

/** The offer whose price was sold, or null. */
async function offerSold(
  { db, settings }: Services,
  sold: readonly SoldLine[],
): Promise<Sale | null> {
  const [only, ...others] = sold
  const priced = Object.entries(settings.priceIds).find(([, priceId]) => priceId === only?.priceId)
  // A case that staff made may have a payment link too.
  const wine = priced
    ? await productById(db, priced[0])
    : only && (await productByPrice(db, only.priceId))
  const offer = priced ? offerOf(priced[0]) : 'offering'
  if (!only || others.length > 0 || !offer || !wine) return null
  if (only.quantity < 1 || only.quantity > offers[offer].most) return null
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
