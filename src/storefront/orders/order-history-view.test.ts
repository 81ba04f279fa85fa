import { expect, test } from 'vitest'

import { orderHistoryView } from './order-history-view.ts'

const past = (state: string, isRefunding: boolean) => ({
  ...{ number: 1042, createdAt: new Date('2027-03-10T18:00:00Z'), state, isRefunding },
  ...{ lines: [], next: null },
})

test('a refund that is under way is said in place of the state', () => {
  const orders = [
    past('paid', false),
    past('paid', true),
    past('partly-refunded', true),
    past('refunded', false),
  ]
  const { orders: rows } = orderHistoryView(
    { orders, page: 1, hasMore: false } as never,
    { of: (text: string) => text } as never,
    { day: () => '3/10/2027' } as never,
  )
  expect(rows.map(({ state }) => state)).toEqual(['paid', 'refunding', 'refunding', 'refunded'])
})
