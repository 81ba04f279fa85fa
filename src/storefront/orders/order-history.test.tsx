import { test } from 'vitest'

import { expectParts } from '#tests/harness/what-parts-say.tsx'

import type { OrderPage } from './order-history.tsx'
import { OrderHistory } from './order-history.tsx'

const line = (productId: string, quantity: number) => ({
  ...{ productId, quantity },
  description: `2022 ${productId}, 3-pack of 750ml`,
})

const order = (number: string, change: object = {}): OrderPage['orders'][number] => ({
  ...{ number, placedAt: '2027-03-10T18:00:00.000Z', day: '3/10/2027', state: 'paid' },
  ...{ where: null, lines: [line('Malbec', 1)], ...change },
})

const page = (orders: OrderPage['orders'], change: Partial<OrderPage> = {}) => (
  <OrderHistory history={{ orders, page: 1, hasMore: false, ...change }} />
)

test('what a buyer reads of their orders', () => {
  expectParts('order-history', {
    'none yet': page([]),
    'a page past the last one': page([], { page: 3 }),
    'of one wine and of two, on the way and not yet': page([
      order('1042', { lines: [line('Malbec', 2), line('Cabernet Franc', 1)] }),
      order('1041', { where: 'Arrives Friday, March 12' }),
    ]),
    'refunded, disputed, and refunded in part on its way': page([
      order('1043', { state: 'refunded' }),
      order('1042', { state: 'disputed', where: 'Delivered' }),
      order('1041', { state: 'partly-refunded', where: 'Arrives Friday, March 12' }),
    ]),
    'with a refund under way, whole or on its way': page([
      order('1042', { state: 'refunding' }),
      order('1041', { state: 'refunding', where: 'Arrives Friday, March 12' }),
    ]),
    'the first of more pages': page([order('1042')], { hasMore: true }),
    'between two pages': page([order('1042')], { page: 2, hasMore: true }),
    'the last page': page([order('1042')], { page: 3 }),
  })
})
