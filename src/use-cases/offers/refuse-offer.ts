import type { PaymentGround } from '#data/checkouts.ts'
import { moveCheckout } from '#data/checkouts.ts'
import { queueMails } from '#data/mails.ts'
import { returnStock } from '#data/products.ts'
import { offerRefusalSentence } from '#domain/copy/offers.ts'
import type { OfferRefusal } from '#domain/offers.ts'
import type { PaymentSession } from '#services/payments/payments.ts'

import type { Parts } from '#use-cases/parts.ts'

/**
 * Notes that an offer's payment was let go: its stock is free again and the buyer is told, once,
 * however often it is called.
 */
export async function refuseOffer(
  { db }: Pick<Parts, 'db'>,
  { checkout, lines }: PaymentGround,
  session: PaymentSession,
  reason: OfferRefusal,
): Promise<void> {
  const recipient = session.email ?? checkout.email
  const props = {
    name: checkout.shipTo?.name || session.name || '',
    about: aboutOf(reason),
    reason: offerRefusalSentence[reason],
    totalCents: session.amountTotal,
  }
  await db.transaction(async (tx) => {
    const moved = await moveCheckout(tx, checkout.id, checkout.state, 'refused')
    if (!moved) return
    if (checkout.state === 'open') await returnStock(tx, lines)
    if (recipient) await queueMails(tx, [{ kind: 'offer-refused', recipient, props }])
  })
}

const aboutOf = (reason: OfferRefusal): 'address' | 'wine' | 'payment' => {
  if (reason === 'stock-gone') return 'wine'
  return reason === 'authorisation-ended' ? 'payment' : 'address'
}
