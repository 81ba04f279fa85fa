import { expect, test } from 'vitest'

import type { MonthLine } from './month-lines.rules.ts'
import type { MonthStatus, WhyNotClose } from './why-not-close.rules.ts'
import { whyNotClose, wrongAmounts } from './why-not-close.rules.ts'

/** October, over and read to its end, after a September that closed with $12.34. */
const ready: MonthStatus = {
  month: '2026-10',
  isClosed: false,
  to: new Date('2026-11-01T07:00:00Z'),
  now: new Date('2026-11-01T07:00:00Z'),
  lastClosed: { month: '2026-09', closing: 1_234 },
  readTo: new Date('2026-11-01T07:00:00Z'),
  reconciled: { differences: 0, isWhole: true },
  unexplained: [],
  firstMoved: '2026-09',
  opening: 1_234,
}
const justBefore = new Date('2026-11-01T06:59:59.999Z')

test.each<[WhyNotClose | null, Partial<MonthStatus>]>([
  [null, {}],
  [null, { lastClosed: null, opening: 99 }],
  [null, { lastClosed: null, firstMoved: '2026-10' }],
  ['before-first', { lastClosed: null, firstMoved: '2026-11' }],
  ['before-first', { lastClosed: null, firstMoved: null }],
  ['not-read', { lastClosed: null, firstMoved: null, readTo: justBefore }],
  // Nothing of it was paid or refunded, but it comes next.
  [null, { firstMoved: '2026-11' }],
  ['closed-already', { isClosed: true }],
  ['not-over', { now: justBefore }],
  ['another-first', { lastClosed: { month: '2026-08', closing: 1_234 } }],
  ['another-first', { lastClosed: { month: '2026-10', closing: 1_234 } }],
  ['later-closed', { lastClosed: { month: '2026-11', closing: 1_234 } }],
  ['later-closed', { lastClosed: { month: '2027-01', closing: 1_234 } }],
  ['not-read', { readTo: null }],
  ['not-read', { readTo: justBefore }],
  ['not-reconciled', { reconciled: null }],
  ['not-reconciled', { reconciled: { differences: 0, isWhole: false } }],
  ['differences', { reconciled: { differences: 1, isWhole: true } }],
  ['unexplained', { unexplained: [{ kind: 'order-without-movement', order: 1001 }] }],
  ['opening-differs', { opening: 1_233 }],
  ['opening-differs', { opening: 1_235 }],
])('%s, given %j', (why, change) => {
  expect(whyNotClose({ ...ready, ...change })).toBe(why)
})

const line = (kind: MonthLine['kind'], amount: number): MonthLine => ({
  id: 'txn_1',
  kind,
  category: kind,
  amount,
  fee: 0,
  paymentId: 'pi_1',
  description: '',
  createdAt: new Date(0),
  dated: '2026-10',
  paidIn: '2026-10',
  purpose: null,
  refundedBefore: [],
  // Another amount was paid than its parts add up to.
  payment: {
    ...{ channel: 'cart', orderNumber: 1001, state: 'CA', recorded: 9_700 },
    ...{ wine: 10_000, shipping: 0, tax: 0 },
  },
  parts: { wine: 10_000, shipping: 0, tax: 0, goodwill: 0, other: amount - 10_000 },
  mark: null,
})

test('a charge is wrong where it is more or less than was recorded as paid', () => {
  expect(wrongAmounts([line('charge', 10_000), line('charge', 9_400)])).toEqual([
    { kind: 'amount', order: 1001, ours: 9_700, theirs: 10_000 },
    { kind: 'amount', order: 1001, ours: 9_700, theirs: 9_400 },
  ])
  expect(
    wrongAmounts([
      line('charge', 9_700),
      line('refund', 10_000),
      { ...line('charge', 10_000), payment: null },
    ]),
  ).toEqual([])
})
