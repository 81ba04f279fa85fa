import type Stripe from 'stripe'

import { bookRefund } from './balance-transactions.ts'
import { newId, randomText } from './ids.ts'
import { mergedMetadata } from './values.ts'
import type { World } from './world.ts'

export function newRefund(
  world: World,
  charge: Stripe.Charge,
  amount: number,
  params: Partial<Stripe.RefundCreateParams> = {},
): Stripe.Refund {
  const id = newId('re', 24)
  return world.collections.refunds.save({
    id,
    object: 'refund',
    amount,
    balance_transaction: charge.captured ? bookRefund(world, { id, amount }) : null,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer as string | null,
    customer_account: null,
    destination_details: {
      card: {
        reference: randomText(10).toUpperCase(),
        reference_status: 'available',
        reference_type: 'acquirer_reference_number',
        type: charge.captured ? 'refund' : 'reversal',
      },
      type: 'card',
    },
    metadata: mergedMetadata({}, params.metadata),
    payment_intent: charge.payment_intent as string | null,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund)
}
