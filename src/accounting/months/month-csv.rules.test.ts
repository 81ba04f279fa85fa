import { expect, test } from 'vitest'

import { shopDates } from '#platform/text/dates.rules.ts'

import { linesFile, sumsFile } from './month-csv.rules.ts'
import type { MonthLine } from './month-lines.rules.ts'

const none = { wine: 0, shipping: 0, tax: 0, goodwill: 0, other: 0 }
const charge: MonthLine = {
  id: 'txn_1',
  kind: 'charge',
  category: 'charge',
  amount: 51_763,
  fee: 1_531,
  paymentId: 'pi_1',
  description: 'Kohue, order',
  createdAt: new Date('2026-10-02T06:59:00Z'),
  dated: '2026-10',
  paidIn: '2026-10',
  purpose: null,
  refundedBefore: [],
  payment: {
    ...{ channel: 'cart', orderNumber: 1001, state: 'TX' },
    wine: 0,
    shipping: 0,
    tax: 0,
    recorded: 0,
  },
  parts: { wine: 45_000, shipping: 3_500, tax: 3_263, goodwill: 0, other: 0 },
  mark: null,
}
const payout: MonthLine = {
  ...{ ...charge, id: 'txn_2', kind: 'payout', amount: -1_234_567, fee: 0, description: '' },
  ...{ paymentId: null, payment: null, parts: { ...none, goodwill: -5, other: -1_234_562 } },
  mark: { kind: 'late', month: '2026-09' },
}

test('the lines of a month, one for each movement', () => {
  const file = linesFile('2026-10', [charge, payout], shopDates('America/Los_Angeles'))
  expect(file.split('\r\n')).toEqual([
    '\uFEFFMonth,Date,Kind,Mark,Order,Channel,State,Wine,Shipping,California tax,Goodwill,Other,' +
      'Amount,Kept by the provider,Left,Movement,Payment,Description',
    '2026-10,"10/1/2026, 11:59 PM PDT",Payments,,K-1001,Cart,TX,450,35,32.63,0,0,' +
      '517.63,15.31,502.32,txn_1,pi_1,"Kohue, order"',
    '2026-10,"10/1/2026, 11:59 PM PDT",Payouts to the bank,' +
      '"dated in September 2026, which was closed",,,,0,0,0,-0.05,-12345.62,' +
      '-12345.67,0,-12345.67,txn_2,,',
    '',
  ])
})

const moved = { count: 0, amount: 0, fee: 0, net: 0 }

test('the sums of a month, of the balance and of the sales', () => {
  const file = sumsFile({
    ...{ month: '2026-10', opening: 100, closing: 50_332, marked: 0 },
    moved: {
      charge: { count: 1, amount: 51_763, fee: 1_531, net: 50_232 },
      ...{ refund: moved, dispute: moved, fee: moved, payout: moved, other: moved },
    },
    sales: [
      {
        ...{ channel: 'cart', state: 'TX', payments: 2, refunds: 3 },
        sold: { wine: 45_000, shipping: 3_500, tax: 3_263, goodwill: 0, other: 7 },
        refunded: { wine: -100, shipping: -200, tax: -300, goodwill: -400, other: -500 },
      },
      { channel: 'card', state: '', payments: 1, sold: none, refunds: 0, refunded: none },
    ],
  })
  expect(file.split('\r\n')).toEqual([
    '\uFEFFMonth,Movement,Number,Amount,Kept by the provider,Left',
    '2026-10,At the start,,,,1',
    '2026-10,Payments,1,517.63,15.31,502.32',
    '2026-10,Refunds,0,0,0,0',
    '2026-10,Disputes,0,0,0,0',
    '2026-10,Other provider fees,0,0,0,0',
    '2026-10,Payouts to the bank,0,0,0,0',
    '2026-10,Other movements,0,0,0,0',
    '2026-10,At the end,,,,503.32',
    '',
    'Channel,State,Payments,Wine,Shipping,California tax,Other,Refunds,' +
      'Wine refunded,Shipping refunded,Tax refunded,Goodwill refunded,Other refunded',
    'Cart,Texas,2,450,35,32.63,0.07,3,-1,-2,-3,-4,-5',
    'Card page,No shipping,1,0,0,0,0,0,0,0,0,0,0',
    '',
  ])
})
