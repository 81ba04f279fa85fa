import { Stripe } from 'stripe'

import type { BooksPayment, BooksPayments, Span } from './books-payments.ts'
import { refundOf } from './stripe-after-sale.server.ts'
import { ask, isMissing, sessionOf } from './stripe-calls.server.ts'

type Cursor = { limit: number; created: { gte: number; lt: number }; starting_after?: string }

/** The provider's books. What was given back and disputed stands in the payment's charge. */
export function stripeBooks(stripe: Stripe): BooksPayments {
  return {
    paymentPages: (span) =>
      pages(span, intentOf, (cursor) =>
        stripe.paymentIntents.list({ ...cursor, expand: ['data.latest_charge'] }),
      ),
    refundPages: (span) => pages(span, refundOf, (cursor) => stripe.refunds.list(cursor)),
    sessionPages: (span) =>
      pages(span, sessionOf, (cursor) => stripe.checkout.sessions.list(cursor)),

    booksPayment: (id) =>
      ask(async () => {
        try {
          const expand = ['latest_charge']
          return intentOf(await stripe.paymentIntents.retrieve(id, { expand }))
        } catch (error) {
          if (isMissing(error)) return null
          throw error
        }
      }),
  }
}

/** One page after another, each of them in time. */
async function* pages<Theirs extends { id: string }, Ours>(
  { from, to }: Span,
  ours: (theirs: Theirs) => Ours,
  list: (cursor: Cursor) => Promise<Stripe.ApiList<Theirs>>,
): AsyncGenerator<Ours[]> {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) }
  let cursor: Cursor = { limit: 100, created }
  for (;;) {
    const page = await ask(() => list(cursor))
    if (page.data.length > 0) yield page.data.map(ours)
    const last = page.data.at(-1)
    if (!page.has_more || !last) return
    cursor = { ...cursor, starting_after: last.id }
  }
}

const stateOf = (status: Stripe.PaymentIntent.Status): BooksPayment['state'] => {
  if (status === 'succeeded') return 'paid'
  if (status === 'requires_capture') return 'authorised'
  return status === 'canceled' ? 'cancelled' : 'open'
}

/** What was given back: letting go of what was only authorised is written as a refund too. */
const refundedOf = (charge: Stripe.Charge): number =>
  charge.amount_refunded - (charge.amount - charge.amount_captured)

function intentOf(intent: Stripe.PaymentIntent): BooksPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const state = stateOf(intent.status)
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
