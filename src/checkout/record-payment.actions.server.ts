import type { PaymentSnapshot } from './checkouts.store.server.ts'
import { paymentSnapshotOf } from './checkouts.store.server.ts'
import type { OfferRefusal } from '#catalogue/offers/offers.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'
import type { Channel } from '#catalogue/tables.ts'
import type { PaymentSession } from '#payments/payment-session.ts'

import { adoptLinkSale } from './offers/adopt-link-sale.actions.server.ts'
import type { RecordedPayment } from './recorded-payment.actions.server.ts'
import { bookPayment, recordedResult } from './book-payment.actions.server.ts'
import type { SettledCharge } from './offers/offer-charge.actions.server.ts'
import { offerCharge } from './offers/offer-charge.actions.server.ts'
import type { Services } from '#platform/services/services.ts'
import type { KnownPayment } from './card/record-card-payment.actions.server.ts'
import { recordCardPayment } from './card/record-card-payment.actions.server.ts'
import { refusalOf, settleAuthorised } from './offers/settle-authorised.actions.server.ts'
import { refuseOffer } from './offers/refuse-offer.actions.server.ts'
import { releaseHold } from './release-hold.actions.server.ts'
import {
  bookedReshipment,
  bookReshipment,
} from '#shipping/returns/book-reshipment.actions.server.ts'

/**
 * Updates the ledger from the provider's state of one payment: a hosted session (`cs_…`) or a card
 * payment (`pi_…`). Webhook, return page, card panel and the reconciliation job all call this, any
 * number of times and in any order: a paid payment becomes exactly one order, an expired one
 * releases its stock, and an offer's authorisation is captured or cancelled. Throws
 * ProviderUnavailable.
 */
export function recordPayment(
  services: Services,
  id: string,
  known: KnownPayment = {},
): Promise<RecordedPayment> {
  if (!isPaymentId(id)) return Promise.resolve({ state: 'unknown' })
  const running = recording.get(services.db)?.get(id)
  if (running && !known.payment) return running
  const ours = recording.get(services.db) ?? new Map<string, Promise<RecordedPayment>>()
  recording.set(services.db, ours)
  const converged = isCardPayment(id)
    ? recordCardPayment(services, id, known)
    : recordSession(services, id, known)
  const recorded = converged.finally(() => ours.delete(id))
  ours.set(id, recorded)
  return recorded
}

export const isPaymentId = (text: string) => /^(cs|pi)_\w{1,200}$/.test(text)

const isCardPayment = (id: string) => id.startsWith('pi_')

/** What the ledger has of a payment, by the provider's id of its session or of itself. */
export const snapshotOfPayment = ({ db }: Pick<Services, 'db'>, id: string) =>
  paymentSnapshotOf(db, isCardPayment(id) ? { paymentIntentId: id } : { sessionId: id })

/**
 * In-process deduplication: webhook and return page arrive within milliseconds and share one call.
 */
const recording = new WeakMap<Services['db'], Map<string, Promise<RecordedPayment>>>()

async function recordSession(
  services: Services,
  sessionId: string,
  known: KnownPayment,
): Promise<RecordedPayment> {
  const { db, payments } = services
  const snapshotById = known.snapshot ?? (await paymentSnapshotOf(db, { sessionId }))
  if (snapshotById?.order) return recordedResult(snapshotById.checkout, snapshotById.order)
  if (snapshotById?.checkout.state === 'refused')
    return { state: 'refused', reason: refusalOf(snapshotById.checkout) }
  if (snapshotById?.checkout.channel === 'reshipment' && snapshotById.checkout.state === 'paid')
    return bookedReshipment(services, snapshotById.checkout)

  const session = await payments.getSession(sessionId)
  // The response with the session's id may have been lost: then only our own id finds the checkout.
  const snapshot =
    snapshotById ??
    (session?.checkoutId
      ? await paymentSnapshotOf(db, { checkoutId: session.checkoutId })
      : null) ??
    (session && (await adoptLinkSale(services, session)))
  if (!session || !snapshot) return { state: 'unknown' }
  if (session.state === 'expired') {
    await releaseHold(services, snapshot.checkout.id, 'expired')
    return { state: 'expired' }
  }
  if (session.state !== 'complete') return { state: 'open' }
  const { channel } = snapshot.checkout
  if (channel === 'reshipment') {
    return session.paid ? bookReshipment(services, session, snapshot.checkout) : { state: 'open' }
  }
  const settled = await settle[channel](services, session, snapshot)
  if (settled.state !== 'paid') return settled
  const { amountTotal, charge } = settled
  return bookPayment(services, { ...session, sessionId, amountTotal }, snapshot, charge)
}

type SettledSession =
  | { state: 'paid'; amountTotal: Cents; charge: SettledCharge | null }
  | { state: 'refused'; reason: OfferRefusal }
  | { state: 'open' }

type SettleSession = (
  services: Services,
  session: PaymentSession,
  snapshot: PaymentSnapshot,
) => Promise<SettledSession>

/** A cart was checked before it was paid, so there is nothing left to check. */
const settleCart: SettleSession = async (_services, { paid, amountTotal }) =>
  paid ? { state: 'paid', amountTotal, charge: null } : { state: 'open' }

/** An offer was only authorised: it is captured or cancelled after its address is checked. */
const settleOffer: SettleSession = async (services, session, snapshot) => {
  const settled = await settleAuthorised(services, session, snapshot)
  if (settled.state === 'open') return { state: 'open' }
  if (settled.state === 'refused') {
    await refuseOffer(services, snapshot, session, settled)
    return { state: 'refused', reason: settled.reason }
  }
  const { verdict, payment } = settled
  const charge = offerCharge(services.settings, snapshot, session, payment, services.clock())
  return { state: 'paid', amountTotal: payment.amount, charge: { ...charge, verdict } }
}

/** How the completed session of each channel is settled. Card payments have no session. */
const settle = {
  cart: settleCart,
  card: async () => ({ state: 'open' }),
  offering: settleOffer,
  offer1: settleOffer,
} as const satisfies Record<Channel, SettleSession>
