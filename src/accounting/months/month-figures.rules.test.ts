import { expect, test } from 'vitest'

import { figuresOf, salesBy } from './month-figures.rules.ts'
import type { MonthLine, Parts } from './month-lines.rules.ts'

const parts = (more: Partial<Parts>): Parts => ({
  ...{ wine: 0, shipping: 0, tax: 0, goodwill: 0, other: 0 },
  ...more,
})
const paid = (channel: string, state: string) => ({
  ...{ channel, state, orderNumber: 1001, wine: 0, shipping: 0, tax: 0, recorded: 0 },
})
const line = (more: Partial<MonthLine>): MonthLine => ({
  id: 'txn_1',
  kind: 'charge',
  category: 'charge',
  amount: 0,
  fee: 0,
  paymentId: null,
  description: '',
  createdAt: new Date(0),
  dated: '2026-10',
  paidIn: null,
  purpose: null,
  refundedBefore: [],
  payment: null,
  parts: parts({}),
  mark: null,
  ...more,
})

const lines = [
  line({
    ...{ amount: 51_763, fee: 1_531, payment: paid('cart', 'TX') },
    parts: parts({ wine: 45_000, shipping: 3_500, tax: 3_263 }),
  }),
  line({
    ...{ amount: 40_000, fee: 1_000, payment: paid('cart', 'CA') },
    parts: parts({ wine: 36_000, shipping: 1_000, tax: 2_900, other: 100 }),
  }),
  line({
    ...{ kind: 'refund', amount: -10_000, payment: paid('cart', 'TX') },
    parts: parts({ wine: -7_000, shipping: -1_000, tax: -500, goodwill: -1_500 }),
    mark: { kind: 'earlier-payment', month: '2026-09' },
  }),
  line({
    ...{ kind: 'refund', amount: -2_000, payment: paid('card', 'TX') },
    parts: parts({ goodwill: -2_000 }),
  }),
  line({ amount: 700, parts: parts({ other: 700 }) }),
]

test('a month ends with what it began with and what moved, without fees', () => {
  const figures = figuresOf('2026-10', 5_000, lines)
  expect([figures.month, figures.opening, figures.closing, figures.marked]).toEqual([
    '2026-10',
    5_000,
    82_932,
    1,
  ])
  expect(figures.moved.charge).toEqual({ count: 3, amount: 92_463, fee: 2_531, net: 89_932 })
  expect(figures.moved.refund).toEqual({ count: 2, amount: -12_000, fee: 0, net: -12_000 })
})

test('sales are summed by channel and state, and then by either', () => {
  const { sales } = figuresOf('2026-10', 0, lines)
  const none = parts({})
  const cartCA = {
    payments: 1,
    sold: parts({ wine: 36_000, shipping: 1_000, tax: 2_900, other: 100 }),
    refunds: 0,
    refunded: none,
  }
  expect(sales).toEqual([
    {
      channel: 'card',
      state: 'TX',
      payments: 0,
      sold: none,
      refunds: 1,
      refunded: parts({ goodwill: -2_000 }),
    },
    { channel: 'cart', state: 'CA', ...cartCA },
    {
      ...{ channel: 'cart', state: 'TX', payments: 1, refunds: 1 },
      sold: parts({ wine: 45_000, shipping: 3_500, tax: 3_263 }),
      refunded: parts({ wine: -7_000, shipping: -1_000, tax: -500, goodwill: -1_500 }),
    },
    {
      channel: 'foreign',
      state: '',
      payments: 1,
      sold: parts({ other: 700 }),
      refunds: 0,
      refunded: none,
    },
  ])
  expect(salesBy(sales, 'state')).toEqual([
    { name: '', payments: 1, sold: parts({ other: 700 }), refunds: 0, refunded: none },
    { name: 'CA', ...cartCA },
    {
      ...{ name: 'TX', payments: 1, refunds: 2 },
      sold: parts({ wine: 45_000, shipping: 3_500, tax: 3_263 }),
      refunded: parts({ wine: -7_000, shipping: -1_000, tax: -500, goodwill: -3_500 }),
    },
  ])
  expect(
    salesBy(sales, 'channel').map(({ name, payments, refunds }) => [name, payments, refunds]),
  ).toEqual([
    ['card', 0, 1],
    ['cart', 2, 1],
    ['foreign', 1, 0],
  ])
})

test('disputes and payouts are no sales, and months of before goodwill was counted have none', () => {
  const { sales } = figuresOf('2026-10', 0, [
    line({ kind: 'dispute', amount: -500, parts: parts({ other: -500 }) }),
    line({ kind: 'payout', amount: -500, parts: parts({ other: -500 }) }),
  ])
  expect(sales).toEqual([])
  const { goodwill: _, ...sold } = parts({ wine: 100 })
  const early = { channel: 'cart', state: 'CA', payments: 1, sold, refunds: 0, refunded: parts({}) }
  expect(salesBy([early as never], 'state')[0]!.sold).toEqual(parts({ wine: 100 }))
})
