import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startProvider } from '#fakes/testing/provider.ts'

let provider: Awaited<ReturnType<typeof startProvider>>
let stripe: Stripe

beforeAll(async () => {
  provider = await startProvider()
  stripe = provider.stripe
})
afterAll(() => provider.stop())

const pay = (
  amount: number,
  card = 'pm_card_visa',
  capture: 'automatic' | 'manual' = 'automatic',
) =>
  stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    confirm: true,
    payment_method: card,
    capture_method: capture,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })

const movements = async () => (await stripe.balanceTransactions.list({ limit: 100 })).data

const switchOn = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const url = `${provider.url}/_faults/${path}`
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

test('every payment, refund, dispute, fee and payout moves the balance', async () => {
  const intent = await pay(20_000)
  await stripe.refunds.create({ payment_intent: intent.id, amount: 5_000 })
  await pay(10_000, 'pm_card_createDispute')
  const [dispute] = (await stripe.disputes.list()).data
  expect(await switchOn('disputes/close', { id: dispute!.id, status: 'won' })).toBe(200)
  expect(await switchOn('fees', { amount: 700 })).toBe(201)
  expect(await switchOn('fees', { amount: 0.5 })).toBe(404)
  const payout = await stripe.payouts.create({ amount: 4_000, currency: 'usd' })

  expect(
    (await movements()).map(({ type, amount, fee, source }) => [type, amount, fee, source]),
  ).toEqual([
    ['payout', -4_000, 0, payout.id],
    ['stripe_fee', -700, 0, null],
    ['adjustment', 10_000, 0, dispute!.id],
    ['adjustment', -10_000, 1_500, dispute!.id],
    ['charge', 10_000, 320, expect.stringMatching(/^ch_/)],
    ['refund', -5_000, 0, expect.stringMatching(/^re_/)],
    ['charge', 20_000, 610, intent.latest_charge],
  ])
  const sum = (await movements()).reduce((total, { net }) => total + net, 0)
  expect((await stripe.balance.retrieve()).available[0]!.amount).toBe(sum)
  expect((await stripe.payouts.list({ limit: 1 })).data).toEqual([payout])
  expect(await stripe.payouts.retrieve(payout.id)).toMatchObject({ amount: 4_000, status: 'paid' })
})

test('an authorisation moves nothing until it is captured, once', async () => {
  const before = (await movements()).length
  const intent = await pay(3_000, 'pm_card_visa', 'manual')
  const other = await pay(3_000, 'pm_card_visa', 'manual')
  await stripe.paymentIntents.cancel(other.id)
  expect(await movements()).toHaveLength(before)
  await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 2_000 })
  const [newest] = await movements()
  expect(newest).toMatchObject({ type: 'charge', amount: 2_000, net: 2_000 - 88 })
  expect(await stripe.balanceTransactions.retrieve(newest!.id)).toEqual(newest)
})

test('a payout above the balance is refused', async () => {
  await expect(
    stripe.payouts.create({ amount: 99_999_999, currency: 'usd' }),
  ).rejects.toMatchObject({ code: 'balance_insufficient' })
})

test('lists by type, source and time, with the source expanded', async () => {
  const { data } = await stripe.balanceTransactions.list({
    type: 'refund',
    expand: ['data.source'],
  })
  expect(data).toHaveLength(1)
  const refund = data[0]!.source as Stripe.Refund
  expect(refund.object).toBe('refund')
  expect((await stripe.balanceTransactions.list({ source: refund.id })).data).toHaveLength(1)
  expect((await stripe.balanceTransactions.list({ created: { lt: 1000 } })).data).toEqual([])
})
