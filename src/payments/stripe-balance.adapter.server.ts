import type { Stripe } from 'stripe'

import type { MovementKind, ProviderMovement } from './movements.rules.ts'
import type { ReconciliationPayments } from './reconciliation-payments.ts'
import { idOf } from './stripe-calls.adapter.server.ts'
import { pages } from './stripe-reconciliation.adapter.server.ts'

/** Our kinds of movements by Stripe's type of balance transaction; any other is `other`. */
const kinds: Readonly<Record<string, MovementKind>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
}

const kindOf = ({ type, reporting_category: category }: Stripe.BalanceTransaction): MovementKind =>
  // An adjustment can be anything; its category says what it is about.
  type === 'adjustment' && category.startsWith('dispute') ? 'dispute' : (kinds[type] ?? 'other')

/** The balance transactions of the account, each with the payment that its source belongs to. */
export const stripeBalance = (stripe: Stripe): Pick<ReconciliationPayments, 'movementPages'> => ({
  movementPages: (span) =>
    pages(span, movementOf, (cursor) =>
      stripe.balanceTransactions.list({ ...cursor, currency: 'usd', expand: ['data.source'] }),
    ),
})

function movementOf(movement: Stripe.BalanceTransaction): ProviderMovement {
  const { source } = movement
  const about = typeof source === 'object' ? (source as { payment_intent?: unknown } | null) : null
  const paymentId = idOf((about?.payment_intent ?? null) as string | { id: string } | null)
  return {
    id: movement.id,
    kind: kindOf(movement),
    category: movement.reporting_category,
    amount: movement.amount,
    fee: movement.fee,
    sourceId: idOf(source),
    paymentId,
    // The description of a payment may name its buyer.
    description: paymentId === null ? (movement.description ?? '') : '',
    createdAt: new Date(movement.created * 1000),
  }
}
