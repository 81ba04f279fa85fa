import { paymentGroundOf } from '#data/checkouts.ts'
import type { OfferRefusal } from '#domain/offers.ts'
import { isOffer } from '#domain/offers.ts'

import { adoptLinkSale } from '#use-cases/offers/adopt-link-sale.ts'
import type { BookedPayment } from './book-payment.ts'
import { bookedAlready, bookPayment } from './book-payment.ts'
import type { SettledCharge } from '#use-cases/offers/offer-charge.ts'
import { offerCharge } from '#use-cases/offers/offer-charge.ts'
import type { Parts } from '#use-cases/parts.ts'
import type { KnownPayment } from './record-card-payment.ts'
import { recordCardPayment } from './record-card-payment.ts'
import { refusalOf } from '#use-cases/offers/refusal-of.ts'
import { refuseOffer } from '#use-cases/offers/refuse-offer.ts'
import { returnHold } from './return-hold.ts'
import { settleAuthorised } from '#use-cases/offers/settle-authorised.ts'

export type RecordedPayment =
  | BookedPayment
  /** An offer's payment was authorised, and let go. */
  | { state: 'refused'; reason: OfferRefusal }
  | { state: 'open' | 'expired' | 'unknown' }

/**
 * Makes our books agree with the provider about one payment: on a payment page, named by its
 * session, or by card, named by its intent. Webhook, return page, card panel and reconciling job
 * all call this, as often as they like and in any order: what is paid becomes exactly one order,
 * what has ended unpaid gives its stock back, and what an offer's page authorised is taken or let
 * go. Throws ProviderUnavailable.
 */
export function recordPayment(
  parts: Parts,
  id: string,
  known: KnownPayment = {},
): Promise<RecordedPayment> {
  if (!isPaymentId(id)) return Promise.resolve({ state: 'unknown' })
  const underWay = recording.get(parts.db)?.get(id)
  if (underWay && !known.standing) return underWay
  const ours = recording.get(parts.db) ?? new Map<string, Promise<RecordedPayment>>()
  recording.set(parts.db, ours)
  const converged = id.startsWith('pi_')
    ? recordCardPayment(parts, id, known)
    : recordSession(parts, id)
  const recorded = converged.finally(() => ours.delete(id))
  ours.set(id, recorded)
  return recorded
}

const isPaymentId = (text: string) => /^(cs|pi)_\w{1,200}$/.test(text)

/** Webhook and return page come within milliseconds: in one process they share one question. */
const recording = new WeakMap<Parts['db'], Map<string, Promise<RecordedPayment>>>()

async function recordSession(parts: Parts, sessionId: string): Promise<RecordedPayment> {
  const { db, payments } = parts
  const known = await paymentGroundOf(db, { sessionId })
  if (known?.order) return bookedAlready(known.checkout, known.order)
  if (known?.checkout.state === 'refused')
    return { state: 'refused', reason: refusalOf(known.checkout) }

  const session = await payments.getSession(sessionId)
  // The answer that named the session may have been lost: then it is known by our own id alone.
  const ground =
    known ??
    (session?.checkoutId ? await paymentGroundOf(db, { checkoutId: session.checkoutId }) : null) ??
    (session && (await adoptLinkSale(parts, session)))
  if (!session || !ground) return { state: 'unknown' }
  if (session.state === 'expired') {
    await returnHold(parts, ground.checkout.id, 'expired')
    return { state: 'expired' }
  }
  if (session.state !== 'complete') return { state: 'open' }
  let charge: SettledCharge | null = null
  let amountTotal = session.amountTotal
  if (isOffer(ground.checkout.channel)) {
    const settled = await settleAuthorised(parts, session, ground)
    if (settled.state === 'open') return { state: 'open' }
    if (settled.state === 'refused') {
      await refuseOffer(parts, ground, session, settled)
      return { state: 'refused', reason: settled.reason }
    }
    const { verdict, payment } = settled
    charge = { ...offerCharge(parts.settings, ground, session, payment), verdict }
    amountTotal = payment.amount
  } else if (!session.paid) return { state: 'open' }

  return bookPayment(parts, { ...session, sessionId, amountTotal }, ground, charge)
}
