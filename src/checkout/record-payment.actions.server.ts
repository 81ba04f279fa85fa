import type { Services } from '#platform/services/services.ts'
import { sharedCalls } from '#platform/services/shared-calls.ts'

import { recordedResult } from './book-payment.actions.server.ts'
import type { KnownPayment } from './card/record-card-payment.actions.server.ts'
import { recordCardPayment } from './card/record-card-payment.actions.server.ts'
import { paymentSnapshotOf } from './checkouts.store.server.ts'
import { adoptLinkSale } from './offers/adopt-link-sale.actions.server.ts'
import { refusalOf } from './offers/settle-authorised.actions.server.ts'
import type { RecordedPayment } from './recorded-payment.actions.server.ts'
import { releaseHold } from './release-hold.actions.server.ts'

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
  const record = isCardPayment(id) ? recordCardPayment : recordSession
  return recording(services.db, id, () => record(services, id, known), { joins: !known.payment })
}

export const isPaymentId = (text: string) => /^(cs|pi)_\w{1,200}$/.test(text)

const isCardPayment = (id: string) => id.startsWith('pi_')

/** What the ledger has of a payment, by the provider's id of its session or of itself. */
export const snapshotOfPayment = ({ db }: Pick<Services, 'db'>, id: string) =>
  paymentSnapshotOf(db, isCardPayment(id) ? { paymentIntentId: id } : { sessionId: id })

/** Webhook and return page arrive within milliseconds and share one call. */
const recording = sharedCalls<RecordedPayment>()

async function recordSession(
  services: Services,
  sessionId: string,
  known: KnownPayment,
): Promise<RecordedPayment> {
  const { db, payments, channels } = services
  const snapshotById = known.snapshot ?? (await paymentSnapshotOf(db, { sessionId }))
  if (snapshotById?.order) return recordedResult(snapshotById.checkout, snapshotById.order)
  if (snapshotById?.checkout.state === 'refused')
    return { state: 'refused', reason: refusalOf(snapshotById.checkout) }
  if (snapshotById?.checkout.state === 'paid') {
    const { recorded } = channels[snapshotById.checkout.channel]
    if (recorded) return recorded(services, snapshotById.checkout)
  }

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
  return channels[snapshot.checkout.channel].settle(services, session, snapshot)
}
