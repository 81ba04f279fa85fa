import type Stripe from 'stripe'

import { balanceOf, bookPayout } from './balance-transactions.ts'
import { invalidRequest, noSuchObject } from './errors.ts'
import { newId } from './ids.ts'
import { listPage, withinCreated } from './pagination.ts'
import { route, type Call } from './route.ts'
import { mergedMetadata } from './values.ts'
import type { World } from './world.ts'

const arrivesAfterSeconds = 2 * 24 * 60 * 60

export const payoutRoutes = [
  route('POST /v1/payouts', 'PayoutCreateParams', createPayout),
  route('GET /v1/payouts', 'PayoutListParams', ({ world, params }: Call<Stripe.PayoutListParams>) =>
    listPage(world.collections.payouts, {
      url: '/v1/payouts',
      params,
      matches: ({ arrival_date: arrival, created, destination, status }) =>
        withinCreated(created, params.created) &&
        withinCreated(arrival, params.arrival_date) &&
        (params.destination === undefined || destination === params.destination) &&
        (params.status === undefined || status === params.status),
    }),
  ),
  route('GET /v1/payouts/:id', 'PayoutRetrieveParams', ({ world, id }: Call<object>) => {
    const found = world.collections.payouts.get(id)
    if (!found) throw noSuchObject('payout', id)
    return found
  }),
]

function createPayout({ world, params }: Call<Stripe.PayoutCreateParams>): Stripe.Payout {
  const { amount } = params
  if (amount < 1) {
    throw invalidRequest('Invalid positive integer', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (params.currency !== 'usd') {
    throw invalidRequest('You have no external accounts in that currency.', { param: 'currency' })
  }
  if (amount > balanceOf(world)) {
    throw invalidRequest(
      'You have insufficient funds in your Stripe account. One likely reason you have insufficient funds is that your funds are automatically being paid out; try enabling manual payouts by going to https://dashboard.stripe.com/account/payouts.',
      { code: 'balance_insufficient' },
    )
  }
  return savePayout(world, params)
}

function savePayout(world: World, params: Stripe.PayoutCreateParams): Stripe.Payout {
  const id = newId('po', 24)
  const payout: Stripe.Payout = {
    id,
    object: 'payout',
    amount: params.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.now() + arrivesAfterSeconds,
    automatic: false,
    balance_transaction: bookPayout(world, { id, amount: params.amount }),
    created: world.now(),
    currency: params.currency,
    description: params.description ?? null,
    destination: 'ba_fakeBusinessAccount',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: mergedMetadata({}, params.metadata),
    method: params.method ?? 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: params.source_type ?? 'card',
    statement_descriptor: params.statement_descriptor ?? null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  }
  world.collections.payouts.save(payout)
  world.events.emit('payout.created', payout)
  world.events.emit('payout.paid', payout)
  return payout
}
