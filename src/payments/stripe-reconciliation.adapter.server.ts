import type { Stripe } from 'stripe'

import type { PaymentToReconcile, ReconciliationPayments, Span } from './reconciliation-payments.ts'
import { refundOf } from './stripe-after-sale.adapter.server.ts'
import { callOrNull, callProvider, intentState, sessionOf } from './stripe-calls.adapter.server.ts'

type Cursor = { limit: number; created: { gte: number; lt: number }; starting_after?: string }

/** The provider's ledger. Refunds and disputes of a payment are read from its latest charge. */
export function stripeReconciliation(
  stripe: Stripe,
): Omit<ReconciliationPayments, 'movementPages'> {
  return {
    paymentPages: (span) =>
      pages(span, intentOf, (cursor) =>
        stripe.paymentIntents.list({ ...cursor, expand: ['data.latest_charge'] }),
      ),
    refundPages: (span) => pages(span, refundOf, (cursor) => stripe.refunds.list(cursor)),
    sessionPages: (span) =>
      pages(span, sessionOf, (cursor) => stripe.checkout.sessions.list(cursor)),

    paymentToReconcile: (id) =>
      callOrNull(async () =>
        intentOf(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
      ),
  }
}

/** Cursor pagination; each page has a timeout of its own. */
export async function* pages<Theirs extends { id: string }, Ours>(
  { from, to }: Span,
  ours: (theirs: Theirs) => Ours,
  list: (cursor: Cursor) => Promise<Stripe.ApiList<Theirs>>,
): AsyncGenerator<Ours[]> {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) }
  let cursor: Cursor = { limit: 100, created }
  for (;;) {
    const page = await callProvider(() => list(cursor))
    if (page.data.length > 0) yield page.data.map(ours)
    const last = page.data.at(-1)
    if (!page.has_more || !last) return
    cursor = { ...cursor, starting_after: last.id }
  }
}

/** Refunded cents, without canceled authorisations, which the provider counts as refunded too. */
const refundedOf = (charge: Stripe.Charge): number =>
  charge.amount_refunded - (charge.amount - charge.amount_captured)

function intentOf(intent: Stripe.PaymentIntent): PaymentToReconcile {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const state = intentState(intent.status)
  return {
    id: intent.id,
    checkoutId: intent.metadata['checkout'] ?? null,
    state,
    amount: state === 'paid' ? intent.amount_received : intent.amount,
    refunded: state === 'paid' && charge ? refundedOf(charge) : 0,
    isDisputed: charge?.disputed ?? false,
    createdAt: new Date(intent.created * 1000),
  }
}
