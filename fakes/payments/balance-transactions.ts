import type Stripe from 'stripe'
import { route, type Call } from './route.ts'
import type { World } from './world.ts'

/** The provider's fee for a US card payment: 2.9 % and 30 cents. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30

export const balanceRoutes = [
  route('GET /v1/balance', 'BalanceRetrieveParams', ({ world }: Call<object>): Stripe.Balance => {
    const card = balanceOf(world)
    return {
      object: 'balance',
      available: [{ amount: card, currency: 'usd', source_types: { card } }],
      livemode: false,
      pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
    }
  }),
]

let counted = { charges: -1, refunds: -1, total: 0 }

/** Recomputed only after new charges or refunds, because the health probe calls it often. */
function balanceOf(world: World): number {
  const { charges, refunds } = world.collections
  if (counted.charges === charges.size && counted.refunds === refunds.size) return counted.total
  let total = 0
  for (const charge of charges.oldestFirst()) {
    if (charge.captured)
      total += charge.amount_captured - feeOf(charge.amount_captured) - charge.amount_refunded
  }
  counted = { charges: charges.size, refunds: refunds.size, total }
  return total
}

/** The balance transaction of a captured charge or a refund, computed from it. */
export function balanceTransactionOf(
  world: World,
  id: string,
): Stripe.BalanceTransaction | undefined {
  const tail = id.slice('txn_'.length)
  const charge = world.collections.charges.get(`ch_${tail}`)
  if (charge?.balance_transaction === id) {
    return movement(
      id,
      charge.id,
      charge.amount_captured,
      feeOf(charge.amount_captured),
      charge,
      'charge',
    )
  }
  const refund = world.collections.refunds.get(`re_${tail}`)
  if (refund?.balance_transaction === id)
    return movement(id, refund.id, -refund.amount, 0, refund, 'refund')
  return undefined
}

function movement(
  id: string,
  source: string,
  amount: number,
  fee: number,
  { created, currency }: { created: number; currency: string },
  type: 'charge' | 'refund',
): Stripe.BalanceTransaction {
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency,
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: type,
    source,
    status: 'available',
    type,
  }
}
