import type { PaymentGround } from '#data/checkouts.ts'
import { moveCheckout } from '#data/checkouts.ts'
import { queueMails } from '#data/mails.ts'
import { returnStock } from '#data/products.ts'
import { keepBuyer } from '#data/unpaid-checkouts.ts'
import { offerRefusalSentence } from '#domain/copy/offers.ts'
import type { OfferRefusal } from '#domain/offers.ts'
import type { Payment } from '#services/payments/offer-payments.ts'
import type { PaymentSession } from '#services/payments/payments.ts'

import type { Parts } from '#use-cases/parts.ts'
import { offerCharge } from './offer-charge.ts'

/**
 * Notes that an offer's payment was let go: its stock is free again, staff find whose it was, and
 * the buyer is told, once, however often it is called.
 */
export async function refuseOffer(
  { db, settings }: Pick<Parts, 'db' | 'settings'>,
  ground: PaymentGround,
  session: PaymentSession,
  { reason, payment }: { reason: OfferRefusal; payment: Payment },
): Promise<void> {
  const { checkout, lines } = ground
  const recipient = session.email ?? checkout.email
  const { shipTo } = offerCharge(settings, ground, session, payment)
  const props = {
    name: shipTo?.name || session.name || '',
    about: aboutOf(reason),
    reason: offerRefusalSentence[reason],
    totalCents: session.amountTotal,
  }
  await db.transaction(async (tx) => {
    const moved = await moveCheckout(tx, checkout.id, checkout.state, 'refused')
    if (!moved) return
    await keepBuyer(tx, checkout.id, { email: recipient, shipTo })
    if (checkout.state === 'open') await returnStock(tx, lines)
    if (recipient) await queueMails(tx, [{ kind: 'offer-refused', recipient, props }])
  })
}

const aboutOf = (reason: OfferRefusal): 'address' | 'wine' | 'payment' => {
  if (reason === 'stock-gone') return 'wine'
  return reason === 'authorisation-ended' ? 'payment' : 'address'
}
