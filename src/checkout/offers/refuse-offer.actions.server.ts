import { namingState } from '#catalogue/destinations/ship-to.copy.ts'
import type { OfferRefusal } from '#catalogue/offers/offers.rules.ts'
import { returnStock } from '#catalogue/wines/products.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import type { Payment } from '#payments/offer-payments.ts'
import type { PaymentSession } from '#payments/payment-session.ts'
import type { Services } from '#platform/services/services.ts'

import type { PaymentSnapshot } from '../checkouts.store.server.ts'
import { moveCheckout } from '../checkouts.store.server.ts'
import { saveBuyer } from '../unpaid-checkouts.store.server.ts'
import { offerCharge } from './offer-charge.actions.server.ts'
import { offerRefusalSentence } from './offers.copy.ts'

/**
 * Records that an offer's payment was voided: releases its stock, saves the buyer for staff, and
 * emails the buyer. Idempotent.
 */
export async function refuseOffer(
  { db, settings, clock }: Pick<Services, 'db' | 'settings' | 'clock'>,
  snapshot: PaymentSnapshot,
  session: PaymentSession,
  { reason, payment }: { reason: OfferRefusal; payment: Payment },
): Promise<void> {
  const { checkout, lines } = snapshot
  const recipient = session.email ?? checkout.email
  const { shipTo } = offerCharge(settings, snapshot, session, payment, clock())
  const props = {
    name: shipTo?.name || session.name || '',
    about: aboutOf(reason),
    reason: namingState(offerRefusalSentence[reason], shipTo?.state ?? ''),
    totalCents: session.amountTotal,
  }
  await db.transaction(async (tx) => {
    const moved = await moveCheckout(tx, checkout.id, checkout.state, 'refused', clock())
    if (!moved) return
    await saveBuyer(tx, checkout.id, { email: recipient, shipTo })
    if (checkout.state === 'open') await returnStock(tx, checkout.id, lines)
    if (recipient) await queueMail(tx, 'offer-refused', recipient, props)
  })
}

const aboutOf = (reason: OfferRefusal): 'address' | 'wine' | 'payment' => {
  if (reason === 'stock-gone') return 'wine'
  return reason === 'authorisation-ended' || reason === 'amount-short' ? 'payment' : 'address'
}
