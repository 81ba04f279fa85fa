import type Stripe from 'stripe'

import { noSuchObject } from './errors.ts'
import { listPage, withinCreated } from './pagination.ts'
import { route, type Call } from './route.ts'
import type { World } from './world.ts'

/** The provider's fee for a US card payment: 2.9 % and 30 cents. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30

/** The fee of a dispute in cents, won or lost. */
const disputeFee = 1500

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
  route(
    'GET /v1/balance_transactions',
    'BalanceTransactionListParams',
    ({ world, params }: Call<Stripe.BalanceTransactionListParams>) =>
      listPage(world.collections.balanceTransactions, {
        url: '/v1/balance_transactions',
        params,
        matches: ({ created, currency, source, type }) =>
          withinCreated(created, params.created) &&
          (params.currency === undefined || currency === params.currency) &&
          (params.source === undefined || source === params.source) &&
          (params.type === undefined || type === params.type),
      }),
  ),
  route(
    'GET /v1/balance_transactions/:id',
    'BalanceTransactionRetrieveParams',
    ({ world, id }: Call<object>) => {
      const found = world.collections.balanceTransactions.get(id)
      if (!found) throw noSuchObject('balance transaction', id)
      return found
    },
  ),
]

let counted = { of: null as World | null, seen: 0, total: 0 }

/** Summed from where the last call ended, because the health probe calls it often. */
export function balanceOf(world: World): number {
  const { balanceTransactions } = world.collections
  if (counted.of !== world) counted = { of: world, seen: 0, total: 0 }
  for (const { net } of balanceTransactions.oldestFirst(counted.seen)) counted.total += net
  counted.seen = balanceTransactions.size
  return counted.total
}

type Movement = {
  id: string
  type: Stripe.BalanceTransaction.Type
  category?: string
  source: string | null
  amount: number
  fee?: number
  description?: string
  created?: number
}

/** Books an amount and its fee on the balance, once for each id. */
function book(world: World, movement: Movement): Stripe.BalanceTransaction {
  const { id, type, category = type, source, amount, fee = 0, description } = movement
  const known = world.collections.balanceTransactions.get(id)
  if (known) return known
  const created = movement.created ?? world.now()
  return world.collections.balanceTransactions.save({
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description: description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: 'usd',
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type,
  })
}

const idFor = (source: string) => `txn_${source.slice(source.indexOf('_') + 1)}`

/** Books a captured charge; returns the id of its balance transaction. */
export function bookCharge(
  world: World,
  charge: Pick<Stripe.Charge, 'id' | 'amount_captured'>,
  created?: number,
): string {
  const { id, amount_captured: amount } = charge
  return book(world, {
    id: idFor(id),
    type: 'charge',
    source: id,
    amount,
    fee: feeOf(amount),
    ...(created !== undefined && { created }),
  }).id
}

/** Books a refund; the fee of its charge stays paid. */
export function bookRefund(
  world: World,
  refund: Pick<Stripe.Refund, 'id' | 'amount'>,
  created?: number,
): string {
  return book(world, {
    id: idFor(refund.id),
    type: 'refund',
    source: refund.id,
    amount: -refund.amount,
    ...(created !== undefined && { created }),
  }).id
}

/** Withdraws a disputed amount and the fee, or returns the amount of a dispute that was won. */
export function bookDispute(
  world: World,
  { id, amount }: Stripe.Dispute,
  what: 'withdrawn' | 'returned',
): Stripe.BalanceTransaction {
  const isReturn = what === 'returned'
  return book(world, {
    id: isReturn ? `${idFor(id)}R` : idFor(id),
    type: 'adjustment',
    category: isReturn ? 'dispute_reversal' : 'dispute',
    source: id,
    amount: isReturn ? amount : -amount,
    fee: isReturn ? 0 : disputeFee,
    description: isReturn ? `Chargeback reversal for ${id}` : `Chargeback withdrawal for ${id}`,
  })
}

/** Books a payout to the bank. */
export const bookPayout = (world: World, { id, amount }: { id: string; amount: number }): string =>
  book(world, {
    id: idFor(id),
    type: 'payout',
    source: id,
    amount: -amount,
    description: 'STRIPE PAYOUT',
  }).id

/** Charges a fee without a payment. */
export const bookFee = (world: World, id: string, amount: number): Stripe.BalanceTransaction =>
  book(world, {
    id,
    type: 'stripe_fee',
    category: 'fee',
    source: null,
    amount: -amount,
    description: 'Radar for fraud teams',
  })

/** Adds the balance transactions that the journal of an earlier version lacks. */
export function bookEarlier(world: World): void {
  const { charges, refunds } = world.collections
  const missing = [
    ...[...charges.oldestFirst()].filter(({ captured }) => captured),
    ...[...refunds.oldestFirst()].filter(({ balance_transaction: id }) => id !== null),
  ].filter(({ id }) => !world.collections.balanceTransactions.get(idFor(id)))
  for (const one of missing.toSorted((a, b) => a.created - b.created)) {
    if (one.object === 'charge') bookCharge(world, one, one.created)
    else bookRefund(world, one, one.created)
  }
}
